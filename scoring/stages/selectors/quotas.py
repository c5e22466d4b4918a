"""The qualifiers of a stage, computed as plain values from the tables of the stages before."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import F

from scoring.actas.selectors.meetings import Competitor, Meeting
from scoring.stages.selectors.bracket import Bracket, brackets_of, rounds_played
from scoring.standings.averages import comparable_keys, tiebreak_averages
from scoring.standings.field import StandingsField
from scoring.standings.selectors.history import NOTHING_SUPPOSED, SupposedResults
from scoring.standings.selectors.standings import stage_entrants, stage_fields
from scoring.standings.table import StandingsLine, entry_totals, rank_entries
from tournaments.formats.core import Entrant, Situation
from tournaments.formats.knockout import KNOCKOUT
from tournaments.formats.knockout.options import BEST_LOSERS, KEY
from tournaments.formats.lives import LIVES, lost_lives
from tournaments.formats.quotas import (
    ALL,
    AVERAGED_KEYS,
    GROUP,
    Claim,
    Contest,
    Qualifier,
    Quota,
    StageRow,
    StageTable,
)
from tournaments.formats.stage_chain import ChainStage, places_among_groups, qualifiers_into
from tournaments.formats.totals import Totals
from tournaments.models import MatchSide, Place, Round, Stage
from tournaments.names.audience import Audience
from tournaments.setup.selectors.stages import later_stages_of, stages_of


def stage_qualifiers(
    stage: Stage,
    audience: Audience,
    supposed: SupposedResults = NOTHING_SUPPOSED,
    anew: bool = False,
) -> tuple[Qualifier, ...]:
    """Return the qualifiers of the stage, best seed first.

    `anew` ignores which entries the other open stages have taken.
    """
    stages, chain = _chain_arguments(stage, supposed, audience, anew)
    qualifiers = qualifiers_into(*chain)
    return tuple(
        replace(qualifier, stage=stages[qualifier.stage - 1].number) for qualifier in qualifiers
    )


def contested_places(
    stage: Stage, source: Stage, audience: Audience, supposed: SupposedResults = NOTHING_SUPPOSED
) -> tuple[Contest, ...]:
    """Return the places of the stage for which the groups of `source` compete, with the contenders.

    An example is a place for the best entry among the thirds of all groups. If no quota has such
    places, return () without a query.
    """
    if not any(_has_contested_places(quota, source.number) for quota in stage.intake):
        return ()
    stages, chain = _chain_arguments(stage, supposed, audience)
    place = _place_of(stages, source)
    return tuple(contest for contest in places_among_groups(*chain) if contest.quota.stage == place)


def _has_contested_places(quota: Mapping[str, Any], source: int) -> bool:
    is_by_group = quota["stage"] == source and quota["per"] == GROUP
    return bool(is_by_group and (quota["best"] or quota["fill"]))


ChainArguments = tuple[
    list[ChainStage], int, dict[int, list[StageTable]], dict[int, list[Claim]]
]  # the arguments of `qualifiers_into` and `places_among_groups`


def _chain_arguments(
    stage: Stage, supposed: SupposedResults, audience: Audience, anew: bool = False
) -> tuple[Sequence[Stage], ChainArguments]:
    """Return the tournament's stages, and the arguments that compute this stage's qualifiers."""
    stages = stages_of(stage.tournament)
    source_numbers = {quota["stage"] for later in stages for quota in later.intake}
    tables = {
        source.number: source_tables(source, audience, supposed)
        for source in stages
        if source.number in source_numbers and source.rounds.exists()
    }
    claims = {} if anew else _claims(stages)
    place, tables_by_place = _place_of(stages, stage), _tables_by_place(stages, tables)
    return stages, (steps_of(stages), place, tables_by_place, claims)


def _claims(stages: Sequence[Stage]) -> dict[int, list[Claim]]:
    """Return the entries that each open stage has taken from other stages."""
    place_of_stage = {stage.number: place for place, stage in enumerate(stages, start=1)}
    claims: dict[int, list[Claim]] = {
        place_of_stage[stage.number]: []
        for stage in stages
        if stage.intake and stage.opened_at is not None
    }
    places = Place.objects.filter(stage__in=[stages[place - 1].pk for place in claims])
    for stage_number, source, number, group, place, overall in places.order_by("pk").values_list(
        "stage__number", "from_stage", "entry__number", "from_group", "from_place", "from_overall"
    ):
        claim = Claim(place_of_stage.get(source, 0), number, group, place, overall)
        claims[place_of_stage[stage_number]].append(claim)
    return claims


def steps_of(stages: Sequence[Stage]) -> list[ChainStage]:
    """Return the stages as input of `check` and `qualifiers_into`, numbered from 1 in order."""
    place_of_stage = {stage.number: place for place, stage in enumerate(stages, start=1)}
    return [
        ChainStage(
            stage.format,
            stage.format_rules(),
            tuple(
                Quota(**{**quota, "stage": place_of_stage[quota["stage"]]})
                for quota in stage.intake
            ),
            entered=stage.takes_entries,
            capacity=stage.capacity,
            declined=frozenset(stage.declined),
            seats=_fewest_at_a_table(stage),
            seed=stage.seed,
        )
        for stage in stages
    ]


def _fewest_at_a_table(stage: Stage) -> int:
    """Return the smallest table size of the stage; odd tables count if its options allow them."""
    system = stage.system
    allows_odd_tables = isinstance(system, Totals) and system.odd_tables(stage.options_for(system))
    return min((stage.sides(), *(stage.table_sizes() if allows_odd_tables else ())))


def _place_of(stages: Sequence[Stage], stage: Stage) -> int:
    return next(place for place, other in enumerate(stages, start=1) if other.pk == stage.pk)


def _tables_by_place(
    stages: Sequence[Stage], tables: Mapping[int, list[StageTable]]
) -> dict[int, list[StageTable]]:
    place_of_stage = {stage.number: place for place, stage in enumerate(stages, start=1)}
    return {place_of_stage[number]: stage_tables for number, stage_tables in tables.items()}


def source_tables(
    stage: Stage,
    audience: Audience,
    supposed: SupposedResults = NOTHING_SUPPOSED,
    *,
    alone: bool = False,
) -> list[StageTable]:
    """Return the tables of a stage as quotas read them: one per group, then one of undrawn entries.

    `alone`: no other stage is compared with this stage, so that the rows of a single table need
    their places and no sums.
    """
    entrants, fields = stage_entrants(stage), stage_fields(stage, audience, supposed)
    tables = []
    for name, matches in fields.items():
        lines = rank_entries(matches, stage.chain)
        if alone and len(fields) == 1:
            rows = tuple(
                StageRow(line.entrant, line.place, 0, 0, active=not line.withdrawn)
                for line in lines
            )
        else:
            rows = _stage_rows(lines, matches, stage.chain)
        tables.append(StageTable(rows, name))
    return _add_undrawn_table(tables, entrants)


def _add_undrawn_table(tables: list[StageTable], entrants: Iterable[Entrant]) -> list[StageTable]:
    """Return the tables, then a table of the entries without a table."""
    numbers_in_tables = {row.number for table in tables for row in table.rows}
    undrawn_rows = tuple(
        StageRow(entrant.number, 1, 0, 0, active=entrant.active)
        for entrant in entrants
        if entrant.number not in numbers_in_tables
    )
    return [*tables, StageTable(undrawn_rows, drawn=False)] if undrawn_rows else tables


def _stage_rows(
    lines: Sequence[StandingsLine], field: StandingsField, chain: Sequence[str]
) -> tuple[StageRow, ...]:
    """Return a row for each line, with the sums that compare entries of different tables.

    The sums are compared in the order of the stage's chain; sums that every stage has and the chain
    lacks come last. If the stage ranks first by its counted tally, as totals do, the tally
    replaces the points.
    """
    sums = entry_totals(field)
    compared_keys = comparable_keys(chain)
    averages = tiebreak_averages(field, [key for key in compared_keys if key not in AVERAGED_KEYS])
    keys = tuple(dict.fromkeys((*compared_keys, *AVERAGED_KEYS)))
    first_key = next((key for key in chain if key != "penalties"), "")
    return tuple(
        StageRow(
            line.entrant,
            line.place,
            value.matches,
            value.counted_won if first_key == "counted_won" else value.points,
            value.counted_diff,
            value.counted_won,
            not line.withdrawn,
            keys,
            averages[line.entrant],
        )
        for line in lines
        for value in (sums[line.entrant],)
    )


def last_qualifying_places(stage: Stage, groups: int = 1) -> dict[int, str]:
    """Return the last qualifying places of a table, each with the name of its next stage.

    There is such a place only where the place alone decides: in each group, or in a single table of
    all entries (`groups` is the number of tables). Return {} if nobody qualifies, or if other
    conditions decide.
    """
    return {
        quota["last"]: next_stage.label
        for next_stage in later_stages_of(stage)
        for quota in next_stage.intake
        if quota["stage"] == stage.number and _is_decided_by_place(quota, groups)
    }


def _is_decided_by_place(quota: dict[str, int | str | bool], groups: int) -> bool:
    by_place = quota["per"] == GROUP or (quota["per"] == ALL and groups == 1)
    has_other_conditions = quota.get("best") or quota.get("fill") or quota.get("never_zero")
    return bool(by_place and quota["last"] and not has_other_conditions)


# --- Fates in knockouts and lives -----------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class LivesCount:
    """All lives that an entry has had (`total`), those `lost`, and its re-entries (`again`)."""

    total: int
    lost: int
    again: int = 0


@dataclass(frozen=True, slots=True)
class Fates:
    """The fates of the entries of a stage with elimination.

    - `brackets`: the brackets of the stage.
    - `alive`: the entries that may still be drawn, or have won.
    - `over`: whether the format has no more to draw.
    - `late_rule`: how the format takes a late entry (`formats.core.NEXT_ROUND`, …).
    - `lives`: the lives of each entry by number, in a stage with lives.
    - `places`: the best and the worst place that brackets leave open to each entry.
    """

    brackets: tuple[Bracket, ...]
    alive: frozenset[int]
    over: bool
    late_rule: str
    lives: Mapping[int, LivesCount] = field(default_factory=dict)
    places: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def lives_left(self, number: int) -> int:
        lives = self.lives.get(number)
        return max(lives.total - lives.lost, 0) if lives else 0


def fates_of(
    stage: Stage, meetings: Sequence[Meeting], competitors: Mapping[int, Competitor]
) -> Fates | None:
    """Return the fates of the entries; None without elimination."""
    if not stage.has_bracket:
        return None
    system, options = stage.system, stage.format_rules()
    situation = Situation(stage_entrants(stage), rounds_played(meetings), sides=stage.sides())
    return Fates(
        brackets=brackets_of(stage, meetings, competitors),
        alive=system.living_entries(situation, options),
        over=system.is_over(situation, options),
        late_rule=system.late_arrival(situation, options),
        lives=_lives_of_entries(stage, situation) if stage.has_lives else {},
        places=_open_places(system.places(situation, options)),
    )


def _lives_of_entries(stage: Stage, situation: Situation) -> dict[int, LivesCount]:
    lost_counts, lives = lost_lives(situation), stage.options_for(LIVES).lives
    return {
        entrant.number: LivesCount(
            lives + entrant.again, lost_counts[entrant.number], entrant.again
        )
        for entrant in situation.entrants
    }


def _open_places(groups: Sequence[Sequence[int]]) -> dict[int, tuple[int, int]]:
    places: dict[int, tuple[int, int]] = {}
    for group in groups:
        best_place = len(places) + 1
        places |= dict.fromkeys(group, (best_place, best_place + len(group) - 1))
    return places


def best_losers_in(round: Round, drawn_numbers: Collection[int]) -> list[int]:
    """Return the numbers of the losers of round 1 that fill this round 2 of a knockout.

    Entries that have re-entered are left out. Returns [] for any other round or stage.
    """
    stage = round.stage
    if (
        round.number != 2
        or stage.format != KEY
        or stage.options_for(KNOCKOUT).repesca != BEST_LOSERS
    ):
        return []
    losing_sides = MatchSide.objects.filter(
        round__stage=stage, round__number=1, entry__again=0, entry__number__in=drawn_numbers
    ).exclude(side=F("match__result__winner"))
    return list(
        losing_sides.filter(match__result__isnull=False)
        .order_by("entry__number")
        .values_list("entry__number", flat=True)
    )
