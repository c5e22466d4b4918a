"""The entries to pair as arrays, one row each, and the cost of a couple.

All values are whole numbers, because the result must be the same on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
# No row, or no tag.
NONE = -1
# Whole numbers below this limit are exact in 64 bits, even the sum of two of them.
EXACT_INT = 2**62


@dataclass(frozen=True, slots=True)
class Tags:
    """A kind of tag: `values` (rows × most tags of a row) are codes from 0, padded with NONE.

    If `apart`, two rows that share a value cost `weight`. Otherwise, two rows that both have values
    and share none cost it.
    """

    weight: int
    apart: bool
    values: Ints

    def cost(self, first: Ints, second: Ints) -> Ints:
        first_values = self.values[first][..., :, None]
        second_values = self.values[second][..., None, :]
        both_known = (first_values != NONE) & (second_values != NONE)
        have_shared_value = ((first_values == second_values) & both_known).any((-1, -2))
        break_wish = (
            have_shared_value if self.apart else both_known.any((-1, -2)) & ~have_shared_value
        )
        return as_ints(break_wish * self.weight)


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """The meetings of couples of rows, in both directions: sorted keys `first × rows + second`."""

    rows: int
    keys: Ints

    @classmethod
    def of(cls, couples: Ints, rows: int) -> "Meetings":
        """Build from an array of shape (couples, 2); couples with NONE are ignored."""
        first, second = couples[(couples != NONE).all(axis=1)].T
        return cls(rows, np.sort(np.concatenate((first * rows + second, second * rows + first))))

    def times(self, first: Ints, second: Ints) -> Ints:
        """Count the meetings of each couple (arrays of shapes that broadcast)."""
        couple_keys = first * self.rows + second
        if not self.keys.size:
            return np.zeros(np.shape(couple_keys), np.int64)
        start, end = (np.searchsorted(self.keys, couple_keys, side) for side in ("left", "right"))
        return as_ints(end - start)


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """The entries to pair; every array has a row for each active entry, in ball order.

    - `numbers`, `points` and `rests`: each entry's number, its points and its byes so far.
    - `meetings` and `forbidden`: the earlier meetings, and the couples that should never be drawn.
    - `tags`: the tags of each kind that has a wish.
    - `gap`: the difference of points that a couple should have.
    """

    numbers: Ints
    points: Ints
    rests: Ints
    meetings: Meetings
    forbidden: Meetings
    tags: tuple[Tags, ...] = ()
    gap: int = 0

    def __len__(self) -> int:
        return len(self.numbers)

    def order(self, rows: Ints) -> Ints:
        """Return the indices that sort these rows by points, most first, then in ball order."""
        return as_ints(np.lexsort((rows, -self.points[rows])))

    def distances(self, first: Ints, second: Ints) -> Ints:
        """Return for each couple the squared distance of its point difference from `gap`."""
        return as_ints((np.abs(self.points[first] - self.points[second]) - self.gap) ** 2)

    def clashing(self, first: Ints, second: Ints) -> Bools:
        """Return whether each couple should not meet, for any reason."""
        forbidden, meetings, tags = self.clashes(first, second)
        return np.asarray((forbidden | meetings | tags) != 0)

    def total(self, boards: Ints) -> tuple[int, int, int, int]:
        """Return the three sums of `clashes`, then of `distances`, over `boards` (couples × 2)."""
        first, second = boards.T
        forbidden, meetings, tags = (int(cost.sum()) for cost in self.clashes(first, second))
        return forbidden, meetings, tags, int(self.distances(first, second).sum())

    def clashes(self, first: Ints, second: Ints) -> tuple[Ints, Ints, Ints]:
        """Return, by couple: whether it is forbidden, its earlier meetings and its cost by tags."""
        tags = np.zeros(np.broadcast_shapes(first.shape, second.shape), np.int64)
        for kind in self.tags:
            tags += kind.cost(first, second)
        return self.forbidden.times(first, second), self.meetings.times(first, second), tags

    def may_rest(self) -> Bools:
        """Return whether each row has the fewest byes."""
        return np.asarray(self.rests == self.rests.min())


def as_ints(numbers: object) -> Ints:
    return np.asarray(numbers, np.int64)


def padded_array(lists: Sequence[Sequence[int]]) -> Ints:
    """Return lists of any lengths as one array, padded with NONE.

    >>> padded_array([[4], [], [2, 3]]).tolist()
    [[4, -1], [-1, -1], [2, 3]]
    """
    longest = max(map(len, lists), default=0)
    if not longest:
        return np.empty((len(lists), 0), np.int64)
    return np.array([[*values, *[NONE] * (longest - len(values))] for values in lists], np.int64)


def packed_costs(levels: Sequence[Ints], couples: int) -> NDArray[Any]:
    """Return one whole number per couple, from its costs by several wishes.

    `levels` has one array of costs for each wish, the most important wish first. One unit of a wish
    exceeds the sum of all later wishes over `couples` couples. If 64 bits are too few, the result
    has Python integers.

    >>> packed_costs([np.array([0, 1]), np.array([3, 2])], couples=2)
    array([3, 9])
    """
    largest_total = 1
    for level in levels:
        largest_total *= couples * int(level.max(initial=0)) + 1
    total: NDArray[Any] = np.zeros(
        levels[0].shape, np.int64 if largest_total < EXACT_INT else object
    )
    for level in levels:
        total = total * (couples * int(level.max(initial=0)) + 1) + level
    return total
