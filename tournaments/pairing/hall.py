"""Those to be paired as arrays, a row each, and what a couple of them costs.

Arrays because a round of ten thousand is weighed in milliseconds; whole numbers because the
answer must be the same on every machine.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
# In the padded lists of rows and of tags: nobody, nothing.
NONE = -1
# Whole numbers up to here are exact in 64 bits, with room to add two.
EXACT_INT = 2**62


def _nobody() -> Ints:
    return np.empty((0, 0), np.int64)


@dataclass(frozen=True, slots=True)
class Tags:
    """A kind of tag: `values` (rows × most tags of one) are codes from 0, NONE where no more.

    Two of them cost `weight` when they share a value (`apart`), or when both have some and share
    none (not `apart`).
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
class Hall:
    """A row for each of those in play, in the order of their balls.

    `numbers` of the entries; `points`; how many rounds each has rested (`rests`); the rows of the
    `rivals` each has had (rows × meetings, a row twice if met twice, NONE where no more); the
    rows of those `forbidden` to each, padded alike; the kinds of `tags` that count; and how many
    points should lie between the two of a couple (`gap`).
    """

    numbers: Ints
    points: Ints
    rests: Ints
    rivals: Ints
    forbidden: Ints = field(default_factory=_nobody)
    tags: tuple[Tags, ...] = ()
    gap: int = 0

    def __len__(self) -> int:
        return len(self.numbers)

    def only(self, rows: Ints) -> "Hall":
        """Some of them, as if there were no more, in the order given."""
        row = np.full(len(self) + 1, NONE)  # the last one for NONE itself
        row[rows] = np.arange(len(rows))
        return Hall(
            self.numbers[rows], self.points[rows], self.rests[rows],
            row[self.rivals[rows]] if self.rivals.size else _nobody(),
            row[self.forbidden[rows]] if self.forbidden.size else _nobody(),
            tuple(Tags(kind.weight, kind.apart, kind.values[rows]) for kind in self.tags),
            self.gap,
        )  # fmt: skip

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
        """Of each couple of rows (arrays of any shapes that go together): whether it is
        forbidden, how often it has met, and what it costs by its tags.
        """
        tags = np.zeros(np.broadcast_shapes(one.shape, other.shape), np.int64)
        for kind in self.tags:
            tags += kind.cost(one, other)
        return _times(self.forbidden, one, other), _times(self.rivals, one, other), tags

    def may_rest(self) -> Bools:
        """Those who have rested least."""
        return np.asarray(self.rests == self.rests.min())


def _times(lists: Ints, one: Ints, other: Ints) -> Ints:
    """How often each `other` is in the list of its `one`."""
    if not lists.size:
        return np.zeros(np.broadcast_shapes(one.shape, other.shape), np.int64)
    return as_ints(np.count_nonzero(lists[one] == other[..., None], axis=-1))


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
    return np.array([[*one, *[NONE] * (longest - len(one))] for one in lists], np.int64)


def packed(levels: Iterable[Ints], couples: int) -> tuple[NDArray[Any], list[int]]:
    """Costs of several levels in one whole number each, and what a unit of each level is worth.

    A unit of a level is more than all below it can add up to over so many couples. Python's own
    whole numbers take over where 64 bits would not do.

    >>> packed([np.array([0, 1]), np.array([3, 2])], couples=2)
    (array([3, 9]), [7, 1])
    """
    levels, unit = list(levels), 1
    units: list[int] = []
    for level in reversed(levels):
        units.insert(0, unit)
        unit *= couples * int(level.max(initial=0)) + 1
    dtype: Any = np.int64 if unit < EXACT_INT else object
    total = np.zeros(levels[0].shape, dtype)
    for level, worth in zip(levels, units, strict=True):
        if level.any():
            total = total + level.astype(dtype) * worth
    return total, units
