"""Places as the rounds went by: who has gone up, and where each stood after each round."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.selectors.history import NOTHING_SUPPOSED, Supposing
from scoring.selectors.standings import ORDERED_BY_FORMAT, Gathered, arranged, gather, stage_groups
from scoring.standings.table import Line, ranked
from tournaments.models import Stage
from tournaments.names.audience import Audience


def tables_and_climbs(
    stage: Stage, audience: Audience, supposed: Supposing = NOTHING_SUPPOSED
) -> tuple[dict[str, tuple[Line, ...]], dict[int, int]]:
    """Return `stage_tables`, and by entry how many places it has gone up since the round before the
    last one with results, below 0 down; no climbs where the format itself says the order, or by the
    clock, where there is no round that all play."""
    gathered = gather(stage, stage_groups(stage, audience), audience, supposed)
    tables = {name: ranked(field, stage.chain) for name, field in arranged(gathered).items()}
    last = _last_round(gathered)
    if last < 2 or not moves_by_round(stage):
        return tables, {}
    earlier = _places_after(gathered, last - 1)
    return tables, {
        line.entrant: earlier[line.entrant] - line.place
        for lines in tables.values()
        for line in lines
    }


def places_by_round(stage: Stage, audience: Audience) -> list[Mapping[int, int]]:
    """Return the place of each entry, in its group where there are groups, after each round with
    results, as those results stand now; nothing where places do not go by rounds."""
    if not moves_by_round(stage):
        return []
    gathered = gather(stage, stage_groups(stage, audience), audience)
    return [_places_after(gathered, round) for round in range(1, _last_round(gathered) + 1)]


def moves_by_round(stage: Stage) -> bool:
    """Whether places go by rounds: not by the clock, nor where the format says the order."""
    return not stage.by_calls and ORDERED_BY_FORMAT.isdisjoint(stage.chain)


def _last_round(gathered: Gathered) -> int:
    """The last round with results, 0 for none."""
    return max((one.round for one in gathered.outcomes if not one.is_bye), default=0)


def _places_after(gathered: Gathered, round: int) -> dict[int, int]:
    """The place of each entry by what was played up to that round."""
    played = [outcome for outcome in gathered.outcomes if outcome.round <= round]
    return {
        line.entrant: line.place
        for field in arranged(replace(gathered, outcomes=played)).values()
        for line in ranked(field, gathered.stage.chain)
    }
