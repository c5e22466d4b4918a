"""Sums of the standings, whole and round by round, so that they can be added up by hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scoring.standings.columns import Bools, Ints
from scoring.standings.field import Field, by_number
from scoring.standings.tiebreaks import own

# The tie-breaks that add up matches, and what of each match.
SUMMED: Mapping[str, Callable[[Field, Ints], Ints]] = {
    "points": lambda field, who: field.row_points[field.slots[who]],
    "counted_won": lambda field, who: field.own(who),
    "counted_diff": lambda field, who: field.difference(who),
}


class Totals(NamedTuple):
    """The sums of one entry as the stage counts them, and in how many matches."""

    points: int
    counted_diff: int
    counted_won: int
    matches: int


def totals_of(field: Field) -> dict[int, Totals]:
    """Return the totals of each entrant by number, whatever the stage ranks by."""
    who = field.who
    columns = (
        own.points(field, who, who),
        own.counted_diff(field, who, who),
        own.counted_won(field, who, who),
        field.that_count(who),
    )
    lines = map(Totals._make, zip(*(column.tolist() for column in columns), strict=True))
    return dict(zip(field.numbers[who].tolist(), lines, strict=True))


@dataclass(frozen=True, slots=True)
class Part:
    """The part that one match brings: `counts` is false where only the best matches do and it is
    not among them; `rest` for a bye."""

    round: int
    value: int
    counts: bool = True
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum and what it is made of: its parts by round, what is `carried` from the stage before and
    what is `taken` as penalties."""

    parts: tuple[Part, ...]
    carried: int
    taken: int

    @property
    def total(self) -> int:
        counted = sum(part.value for part in self.parts if part.counts)
        return counted + self.carried - self.taken


def sums_of(field: Field, key: str, taken: Mapping[int, int] | None = None) -> dict[int, Sum]:
    """By entrant, what its sum of `key` (one of SUMMED) is made of; `taken` are the penalties, in
    what the key counts by, already off what is carried. Its total is the value of the tie-break."""
    who = field.who
    values = SUMMED[key](field, who)
    numbers = field.numbers[who]
    off = by_number(taken or {}, numbers)
    carried = field.carried(key, who) + off
    counts = _counting(field, values, who)
    rows = zip(
        numbers.tolist(),
        field.slots[who],
        values.tolist(),
        counts.tolist(),
        np.broadcast_to(carried, numbers.shape).tolist(),
        off.tolist(),
        strict=True,
    )
    return {
        number: Sum(_parts(field, slots, own, kept), brought, less)
        for number, slots, own, kept, brought, less in rows
    }


def _counting(field: Field, values: Ints, who: Ints) -> Bools:
    """Which of the matches of each count, as `Field.best_of` chooses: of two alike the earlier. A
    rest that brings nothing is not among the best, and takes nothing away."""
    rows = field.slots[who]
    if not field.best:
        return rows > 0
    real = (rows > 0) & ~field.results.idle[rows]
    least = np.iinfo(np.int64).min
    ranked = np.lexsort((field.row_round[rows], -np.where(real, values, least + 1)), axis=1)
    counts = np.zeros_like(real)
    np.put_along_axis(counts, ranked[:, : field.best], True, axis=1)
    return (counts & real) | ((rows > 0) & field.results.idle[rows])


def _parts(
    field: Field, slots: Ints, values: Sequence[int], counts: Sequence[bool]
) -> tuple[Part, ...]:
    found = [
        Part(int(field.row_round[row]), value, bool(kept), bool(field.row_bye[row]))
        for row, value, kept in zip(slots.tolist(), values, counts, strict=True)
        if row
    ]
    return tuple(sorted(found, key=lambda part: part.round))
