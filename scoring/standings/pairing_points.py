"""The points used to pair a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd

from scoring.standings.counting import Counting
from scoring.standings.field import StandingsField
from scoring.standings.table import StandingsLine
from tournaments.formats.core import MEAN

Brought = Mapping[str, Mapping[int, int]]


@dataclass(frozen=True, slots=True)
class DrawCounts:
    """How a stage counts when a round is drawn.

    `brought`: the values carried from the stages before, by tie-break and number.
    """

    counting: Counting = field(default_factory=Counting)
    chain: tuple[str, ...] = ()
    brought: Brought = field(default_factory=dict)


def points_to_pair(found: StandingsField, counting: Counting, draws: bool) -> dict[int, int]:
    """Return the nonzero points by entry, in the largest unit that keeps them whole.

    If matches can only be won or lost, the points are the matches won. `draws`: the game may end
    without a winner.
    """
    unit = _unit(found, counting, draws)
    points = {entry.number: found.points[entry.number] // unit for entry in found.entered}
    return {number: worth for number, worth in points.items() if worth}


def scores_of(lines: Sequence[StandingsLine]) -> dict[int, int]:
    """Return each entry's value of the first tie-break other than penalties."""
    return {
        line.entrant: next((value for key, value in line.values if key != "penalties"), 0)
        for line in lines
    }


def _unit(found: StandingsField, counting: Counting, draws: bool) -> int:
    if counting.table or counting.bye == MEAN or found.extras.carried.get("points"):
        return 1
    worth = [counting.win, counting.loss, counting.forfeit_win or 0, counting.forfeit_loss or 0]
    if draws or any(one.drawn for one in found.met.values()):
        worth.append(counting.draw)
    return gcd(*worth) or 1
