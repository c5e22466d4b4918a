"""Those to be paired as arrays, a row each, and the cost of a couple.

Whole numbers, because the answer must be the same on every machine.
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
# Whole numbers up to here are exact in 64 bits, with room to add two.
EXACT_INT = 2**62


@dataclass(frozen=True, slots=True)
class Tags:
    """A kind of tag: `values` (rows × most tags of one) are codes from 0, NONE where no more.

    Two cost `weight` when they share one (`apart`), or when both have some and share none (not).
    """

    weight: int
    apart: bool
    values: Ints

    def cost(self, one: Ints, other: Ints) -> Ints:
        here, there = self.values[one][..., :, None], self.values[other][..., None, :]
        known = (here != NONE) & (there != NONE)
        shared = ((here == there) & known).any((-1, -2))
        broken = shared if self.apart else known.any((-1, -2)) & ~shared
        return as_ints(broken * self.weight)


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """Couples of so many rows, both ways: one × rows + other, sorted, once a meeting."""

    rows: int
    keys: Ints

    @classmethod
    def of(cls, couples: Ints, rows: int) -> "Meetings":
        """From an array of couples × 2; those with NONE in them do not count."""
        one, other = couples[(couples != NONE).all(axis=1)].T
        return cls(rows, np.sort(np.concatenate((one * rows + other, other * rows + one))))

    def times(self, one: Ints, other: Ints) -> Ints:
        """Count the meetings of each couple (arrays of any shapes that go together)."""
        wanted = one * self.rows + other
        if not self.keys.size:
            return np.zeros(np.shape(wanted), np.int64)
        first, last = (np.searchsorted(self.keys, wanted, side) for side in ("left", "right"))
        return as_ints(last - first)


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """A row for each of those in play, in the order of their balls.

    `numbers` of the entries; `points`; `rests` so far; who has `met` whom and who is `forbidden` to
    whom; the kinds of `tags` that count; the `gap` of points that a couple should have.
    """

    numbers: Ints
    points: Ints
    rests: Ints
    met: Meetings
    forbidden: Meetings
    tags: tuple[Tags, ...] = ()
    gap: int = 0

    def __len__(self) -> int:
        return len(self.numbers)

    def order(self, rows: Ints) -> Ints:
        """The places of those rows by points, the most first; between equals the earlier ball."""
        return as_ints(np.lexsort((rows, -self.points[rows])))

    def distances(self, one: Ints, other: Ints) -> Ints:
        """The squares of how far the points of each couple are from `gap` apart."""
        return as_ints((np.abs(self.points[one] - self.points[other]) - self.gap) ** 2)

    def clashing(self, one: Ints, other: Ints) -> Bools:
        """Whether each couple should not meet, for whatever reason."""
        forbidden, met, tags = self.clashes(one, other)
        return np.asarray((forbidden | met | tags) != 0)

    def total(self, boards: Ints) -> tuple[int, int, int, int]:
        """The costs of the couples (couples × 2), summed: those of `clashes`, and the distances."""
        one, other = boards.T
        forbidden, met, tags = (int(cost.sum()) for cost in self.clashes(one, other))
        return forbidden, met, tags, int(self.distances(one, other).sum())

    def clashes(self, one: Ints, other: Ints) -> tuple[Ints, Ints, Ints]:
        """Of couples of rows: whether forbidden, how often met, their cost by tags."""
        tags = np.zeros(np.broadcast_shapes(one.shape, other.shape), np.int64)
        for kind in self.tags:
            tags += kind.cost(one, other)
        return self.forbidden.times(one, other), self.met.times(one, other), tags

    def may_rest(self) -> Bools:
        """Those who have rested least."""
        return np.asarray(self.rests == self.rests.min())


def as_ints(numbers: object) -> Ints:
    return np.asarray(numbers, np.int64)


def padded(lists: Sequence[Sequence[int]]) -> Ints:
    """Lists of any lengths as one array, filled up with NONE.

    >>> padded([[4], [], [2, 3]]).tolist()
    [[4, -1], [-1, -1], [2, 3]]
    """
    longest = max(map(len, lists), default=0)
    if not longest:
        return np.empty((len(lists), 0), np.int64)
    return np.array([[*values, *[NONE] * (longest - len(values))] for values in lists], np.int64)


def packed(levels: Sequence[Ints], couples: int) -> NDArray[Any]:
    """Costs of several levels, the most important first, in one whole number each.

    A unit of a level is more than all below it can add up to over so many couples. Python's own
    whole numbers take over where 64 bits would not do.

    >>> packed([np.array([0, 1]), np.array([3, 2])], couples=2)
    array([3, 9])
    """
    most = 1
    for level in levels:
        most *= couples * int(level.max(initial=0)) + 1
    total: NDArray[Any] = np.zeros(levels[0].shape, np.int64 if most < EXACT_INT else object)
    for level in levels:
        total = total * (couples * int(level.max(initial=0)) + 1) + level
    return total
