"""The points by which a round is paired."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd

from scoring.standings.counting import Counting
from scoring.standings.field import Field
from scoring.standings.table import Line
from tournaments.formats.core import MEAN

Brought = Mapping[str, Mapping[int, int]]


@dataclass(frozen=True, slots=True)
class DrawCounts:
    """How a stage counts when a round is drawn.

    `brought` goes by tie-break and number, penalties taken off.
    """

    counting: Counting = field(default_factory=Counting)
    chain: tuple[str, ...] = ()
    brought: Brought = field(default_factory=dict)


def points_to_pair(found: Field, counting: Counting, draws: bool) -> dict[int, int]:
    """The points of those who have any, in the largest unit that keeps them whole: where matches
    are won or lost and nothing else, the matches won. `draws`: the game may end without a winner.
    """
    unit = _unit(found, counting, draws)
    points = {entry.number: found.points[entry.number] // unit for entry in found.entered}
    return {number: worth for number, worth in points.items() if worth}


def scores_of(lines: Sequence[Line]) -> dict[int, int]:
    """Return what the standings look at first in each, penalties apart."""
    return {
        line.entrant: next((value for key, value in line.values if key != "penalties"), 0)
        for line in lines
    }


def _unit(found: Field, counting: Counting, draws: bool) -> int:
    if counting.table or counting.bye == MEAN or found.extras.carried.get("points"):
        return 1
    worth = [counting.win, counting.loss, counting.forfeit_win or 0, counting.forfeit_loss or 0]
    if draws or any(one.drawn for one in found.met.values()):
        worth.append(counting.draw)
    return gcd(*worth) or 1
