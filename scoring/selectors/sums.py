"""The parts of each sum of a stage's standings, so that anybody can add it up."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.selectors.counting import stage_counting, units
from scoring.selectors.history import NOTHING_SUPPOSED, Supposing
from scoring.selectors.standings import penalties_of, stage_fields
from scoring.standings.counting import OFF_COUNTED, OFF_POINTS
from scoring.standings.sums import SUMMED, Sum, sums_of
from tournaments.models import Stage

TOTALS = frozenset({"totals", "melee"})  # the formats in which everything is a sum


@dataclass(frozen=True, slots=True)
class StageSums:
    """By tie-break of the chain that adds up matches, and by number, what its sum is made of.
    `rounds` are those anything was played in; `cap` the most a side counts in one, 0 for none."""

    by_key: Mapping[str, Mapping[int, Sum]] = field(default_factory=dict)
    rounds: tuple[int, ...] = ()
    cap: int = 0


def shows_sums(stage: Stage) -> bool:
    """Whether the standings show what their sums are made of: those of totals, and wherever only
    some of the matches count."""
    return stage.format in TOTALS or stage_counting(stage).best > 0


def stage_sums(stage: Stage, supposed: Supposing = NOTHING_SUPPOSED) -> StageSums:
    """The sums of a stage that shows them; empty elsewhere."""
    keys = [key for key in stage.chain if key in SUMMED]
    if not keys or not shows_sums(stage):
        return StageSums()
    fields, taken = stage_fields(stage, supposed), _taken(stage)
    found = {
        key: {
            number: one
            for field in fields.values()
            for number, one in sums_of(field, key, taken.get(key)).items()
        }
        for key in keys
    }
    played = {part.round for sums in found.values() for one in sums.values() for part in one.parts}
    return StageSums(found, tuple(sorted(played)), stage_counting(stage).cap)


def _taken(stage: Stage) -> dict[str, dict[int, int]]:
    """By tie-break, the points of penalty taken off each number, in what it counts by."""
    tally, points = units(stage)
    worth = {
        OFF_POINTS: {"points": points},
        OFF_COUNTED: {"counted_won": tally, "counted_diff": tally},
    }.get(stage_counting(stage).penalties, {})
    many = penalties_of(stage) if worth else {}
    return {
        key: {number: unit * one for number, one in many.items()} for key, unit in worth.items()
    }
