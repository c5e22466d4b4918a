"""The picture of the chain of stages, the climbs of entries in the last round, the final order."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.stages.selectors.quotas import source_tables, steps_of
from scoring.standings.selectors.history import NOTHING_SUPPOSED, SupposedResults
from scoring.standings.selectors.standings import (
    ELIMINATION_TIEBREAKS,
    GatheredMatches,
    gather_matches,
    stage_groups,
    stage_situation,
    standings_fields,
)
from scoring.standings.table import StandingsLine, rank_entries
from scoring.standings.whole_event import EndedStage, FinalLine, final_order, levels
from tournaments.formats.quotas import REST, Quota
from tournaments.formats.stage_chain import Check, check
from tournaments.formats.words import format_in_words
from tournaments.games.refusals import length_in_words
from tournaments.models import Entry, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.day import day_of_stage
from tournaments.rounds.words.quotas import problem_in_words, quota_in_words
from tournaments.setup.selectors.stages import stages_of

PLANNED, OPEN, PLAYING, FINISHED = "planned", "open", "playing", "finished"


@dataclass(frozen=True, slots=True)
class WayIntoStage:
    """A way into a stage: the stages before it, and the places that qualify, as text."""

    sources: tuple[Stage, ...]
    words: str

    @property
    def last_source(self) -> Stage:
        return self.sources[-1]


@dataclass(frozen=True, slots=True)
class ChainNode:
    """A stage in the picture of the chain.

    From `fewest` to `most` entries will play the stage; `entered` entries register directly in it.
    `format` and `length` (of a match) are in words; `state` is the progress, such as PLAYING.
    """

    stage: Stage
    format: str
    length: str
    ways: tuple[WayIntoStage, ...]
    entered: int
    fewest: int
    most: int
    state: str


def chain_context(tournament: Tournament, audience: Audience) -> dict[str, Any]:
    """Return the context of the chain: the columns of its picture, and its problems.

    Each stage is in a column right of its sources.
    """
    nodes, stage_check, entries = _checked_nodes(tournament, audience)
    return {
        "columns": _columns(nodes),
        "several": sum(node.stage.takes_entries for node in nodes) > 1,
        "entries": entries,
        "errors": [problem_in_words(error) for error in stage_check.errors] if entries else [],
        "notes": [problem_in_words(note) for note in stage_check.notes] if entries else [],
    }


def nodes_of(tournament: Tournament, audience: Audience) -> list[ChainNode]:
    """Return the stages in order, as nodes of the picture."""
    return _checked_nodes(tournament, audience)[0]


def check_stages(stages: Sequence[Stage], entry_counts: Mapping[int, int]) -> Check:
    """Check whether the stages fit together.

    `entry_counts` has the number of entries that register in each stage, by stage number.
    """
    ranges = {
        place: (entry_counts.get(stage.number, 0),) * 2
        for place, stage in enumerate(stages, start=1)
        if stage.takes_entries
    }
    return check(steps_of(stages), ranges)


def _checked_nodes(
    tournament: Tournament, audience: Audience
) -> tuple[list[ChainNode], Check, int]:
    """Return the nodes of the stages, the check of the stages, and the number of active entries."""
    stages = stages_of(tournament)
    entries = tournament.entries.filter(state=Entry.State.ENTERED).order_by()
    entry_counts = Counter(entries.values_list("enters", flat=True))
    drawn_stage_ids = set(
        Round.objects.filter(tournament=tournament).values_list("stage_id", flat=True)
    )
    stage_check = check_stages(stages, entry_counts)
    nodes = [
        _node(
            stage,
            stages,
            entry_counts[stage.number],
            stage_check.sizes[place],
            drawn_stage_ids,
            audience,
        )
        for place, stage in enumerate(stages)
    ]
    return nodes, stage_check, entry_counts.total()


def _node(
    stage: Stage,
    stages: Sequence[Stage],
    entered: int,
    sizes: tuple[int, int],
    drawn_stage_ids: set[int],
    audience: Audience,
) -> ChainNode:
    sources = {stage.number: stage for stage in stages}
    quotas = [Quota(**quota) for quota in stage.intake]
    return ChainNode(
        stage=stage,
        format=format_in_words(stage.format, stage.format_options),
        length=length_in_words(stage.tournament.game, stage.game_options),
        ways=_ways(quotas, sources),
        entered=entered,
        fewest=sizes[0],
        most=sizes[1],
        state=_state(stage, drawn_stage_ids, audience),
    )


def _state(stage: Stage, drawn_stage_ids: set[int], audience: Audience) -> str:
    if stage.pk in drawn_stage_ids:
        return FINISHED if day_of_stage(stage, audience).over else PLAYING
    return OPEN if stage.has_people else PLANNED


def _ways(quotas: Iterable[Quota], stages: Mapping[int, Stage]) -> tuple[WayIntoStage, ...]:
    """Return the ways into a stage, with equal quotas of several stages merged."""
    stages_of_quota: dict[str, list[Stage]] = {}
    for quota in quotas:
        stages_of_quota.setdefault(quota_in_words(quota), []).append(stages[quota.stage])
    return tuple(WayIntoStage(tuple(sources), words) for words, sources in stages_of_quota.items())


def _columns(nodes: Sequence[ChainNode]) -> list[list[ChainNode]]:
    depth: dict[int, int] = {}
    for node in nodes:
        depth[node.stage.number] = max(
            (depth[source.number] + 1 for way in node.ways for source in way.sources), default=0
        )
    return [
        [node for node in nodes if depth[node.stage.number] == column]
        for column in range(max(depth.values(), default=0) + 1)
    ]


# --- Places round by round ------------------------------------------------------------------------
def tables_and_climbs(
    stage: Stage, audience: Audience, supposed: SupposedResults = NOTHING_SUPPOSED
) -> tuple[dict[str, tuple[StandingsLine, ...]], dict[int, int]]:
    """Return `stage_tables`, and how many places each entry has climbed (negative: fallen).

    A climb is the difference between the current place and the place before the last round with
    results. There are no climbs if the format itself orders the entries, or in a stage by the
    clock, which has no common rounds.
    """
    gathered_matches = gather_matches(stage, stage_groups(stage, audience), audience, supposed)
    tables = {
        name: rank_entries(field, stage.chain)
        for name, field in standings_fields(gathered_matches).items()
    }
    last_round = _last_round(gathered_matches)
    if last_round < 2 or not moves_by_round(stage):
        return tables, {}
    places_before = _places_after(gathered_matches, last_round - 1)
    return tables, {
        line.entrant: places_before[line.entrant] - line.place
        for lines in tables.values()
        for line in lines
    }


def places_by_round(stage: Stage, audience: Audience) -> list[Mapping[int, int]]:
    """Return the place of each entry after each round with results, within its group if any.

    Corrected results count in every round. The list is empty if places do not change by rounds.
    """
    if not moves_by_round(stage):
        return []
    gathered_matches = gather_matches(stage, stage_groups(stage, audience), audience)
    return [
        _places_after(gathered_matches, round)
        for round in range(1, _last_round(gathered_matches) + 1)
    ]


def moves_by_round(stage: Stage) -> bool:
    """Return whether places change by rounds.

    They do not in a stage by the clock, nor if the format itself orders the entries.
    """
    return not stage.by_calls and ELIMINATION_TIEBREAKS.isdisjoint(stage.chain)


def _last_round(gathered_matches: GatheredMatches) -> int:
    """Return the last round with results, 0 for none."""
    return max(
        (outcome.round for outcome in gathered_matches.outcomes if not outcome.is_bye), default=0
    )


def _places_after(gathered_matches: GatheredMatches, round: int) -> dict[int, int]:
    """Return the place of each entry by the matches up to that round."""
    outcomes = [outcome for outcome in gathered_matches.outcomes if outcome.round <= round]
    return {
        line.entrant: line.place
        for field in standings_fields(replace(gathered_matches, outcomes=outcomes)).values()
        for line in rank_entries(field, gathered_matches.stage.chain)
    }


# --- Ends of stages and the final order -----------------------------------------------------------
def stage_over(stage: Stage, audience: Audience) -> bool:
    """Return whether the format has no more to draw and every drawn match is finished."""
    return stage.system.is_over(stage_situation(stage, audience), stage.format_rules())


def winner_goes_on(stage: Stage) -> bool:
    """Return whether the stage's winner plays another stage, so that its podium is not final."""
    return any(
        quota["stage"] == stage.number and quota["per"] != REST and quota["first"] == 1
        for later in stages_of(stage.tournament)
        for quota in later.intake
    )


def event_order(tournament: Tournament, audience: Audience) -> tuple[FinalLine, ...]:
    """Return all entries in final order: by the last stage that each reached, then its place there.

    The order is provisional until the event is over.
    """
    stages = [stage for stage in stages_of(tournament) if stage.has_people]
    stage_levels = levels({stage.number: _quotas(stage) for stage in stages})
    uncompared_numbers = [level[0] for level in stage_levels if len(level) == 1]
    return final_order(
        [_ended_stage(stage, stage.number in uncompared_numbers, audience) for stage in stages]
    )


def event_over(tournament: Tournament, audience: Audience) -> bool:
    """Return whether every planned stage is over."""
    return all(
        stage.has_people and day_of_stage(stage, audience).over for stage in stages_of(tournament)
    )


def _quotas(stage: Stage) -> tuple[Quota, ...]:
    return tuple(Quota(**quota) for quota in stage.intake)


def _ended_stage(stage: Stage, alone: bool, audience: Audience) -> EndedStage:
    """Return the stage with its tables; `alone`: the stage is compared with no other stage."""
    return EndedStage(
        stage.number,
        _quotas(stage),
        tuple(source_tables(stage, audience, alone=alone)),
        divisions=stage.has_divisions,
        drawn=stage.rounds.exists(),
    )
