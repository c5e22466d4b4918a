"""The order: a field in, ordered lines out, each with the tie-break that placed it; and its sums,
whole and round by round, so that they can be added up by hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scoring.standings.columns import Bools, Ints, refined, sums
from scoring.standings.field import Field, by_number
from scoring.standings.tiebreaks import counted_diff, counted_won, points, tiebreak

LAST = "last"  # in `decided_by`: it goes below everybody else, whatever was played


class Line(NamedTuple):
    """One entrant's line.

    `played` counts every decided match, forfeits too and byes where they are won, so that played
    = won + drawn + lost. `values` has every tie-break of the chain in order. `decided_by` is the
    one that put this line below the one above, or LAST; None on the first line and between lines
    that share a place. `beside` is what was won and lost of `Extras.beside`, None without it.
    """

    place: int
    entrant: int
    played: int
    won: int
    lost: int
    values: tuple[tuple[str, int], ...]
    decided_by: str | None
    shared: bool
    withdrawn: bool
    drawn: int = 0
    beside: tuple[int, int] | None = None


def ranked(field: Field, chain: Sequence[str]) -> tuple[Line, ...]:
    """Return everybody entered in order, from the first place down; withdrawn ones stay, marked.

    The chain is applied from the left: each tie-break splits the groups the ones before left
    together. Who is still together at the end shares the place (1, 2, 2, 4), lower number first.
    A key that is not a tie-break is a KeyError.
    """
    order, groups, values, first = _placed(field, chain)
    if not len(order):
        return ()
    who, values, first = field.who[order], values[order], first[order]
    lines = zip(
        _places(groups),
        field.numbers[who].tolist(),
        *_matches(field, who),
        _values(chain, values),
        _decided_by(chain, values, first),
        (np.bincount(groups)[groups] > 1).tolist(),
        (~field.active[who]).tolist(),
        sums(field.results.drawn[field.slots[who]]).tolist(),
        _beside(field, who),
        strict=True,
    )
    return tuple(map(Line._make, lines))


def _placed(field: Field, chain: Sequence[str]) -> tuple[Ints, Ints, Ints, Ints]:
    """The order of `field.who`, first place first; the group of each in that order, from 0; what
    each has in every tie-break of the chain; and the group in which each began. The last two go
    as `field.who`."""
    who = field.who
    last = np.isin(field.numbers[who], list(field.extras.last)).astype(np.int64)
    first = refined(last)
    values = np.zeros((len(who), len(chain)), dtype=np.int64)
    tied = np.full(field.nobody + 1, -1, dtype=np.int64)
    groups = first
    for at, key in enumerate(chain):
        tied[who] = groups
        values[:, at] = tiebreak(key)(field, who, tied)
        groups = refined(groups, values[:, at])
    order = np.argsort(groups, kind="stable")
    return order, groups[order], values, first


def _places(groups: Ints) -> list[int]:
    """1, 2, 2, 4."""
    many = np.bincount(groups)
    return [*((np.cumsum(many) - many + 1)[groups]).tolist()]


def _matches(field: Field, who: Ints) -> tuple[list[int], list[int], list[int]]:
    """Played, won and lost."""
    rows, results = field.slots[who], field.results
    played = sums((rows > 0) & ~results.rest[rows])
    return (played.tolist(), sums(results.won[rows]).tolist(), sums(results.lost[rows]).tolist())


def _beside(field: Field, who: Ints) -> list[tuple[int, int] | None]:
    """Won and lost of the tally that is told beside."""
    tally = field.extras.beside
    if not tally:
        return [None] * len(who)
    won, lost = sums(field.own(who, tally)), sums(field.against(who, tally))
    return list(zip(won.tolist(), lost.tolist(), strict=True))


def _values(chain: Sequence[str], values: Ints) -> list[tuple[tuple[str, int], ...]]:
    """Return what each line has in every tie-break; lines with the same share the pair itself, for
    most of the time of ten thousand lines is making their pairs."""
    if not chain:
        return [()] * len(values)
    columns = []
    for key, column in zip(chain, values.T.tolist(), strict=True):
        pairs = {value: (key, value) for value in set(column)}
        columns.append(map(pairs.__getitem__, column))
    return list(zip(*columns, strict=True))


def _decided_by(chain: Sequence[str], values: Ints, first: Ints) -> list[str | None]:
    """Return what put each line below the one above it. The arrays go in the order of the lines."""
    differs = np.concatenate(
        ((first[1:] != first[:-1])[:, None], values[1:] != values[:-1]), axis=1
    )
    names = (LAST, *chain)
    found = np.where(differs.any(axis=1), differs.argmax(axis=1), -1)
    return [None, *(names[at] if at >= 0 else None for at in found.tolist())]


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
        points(field, who, who),
        counted_diff(field, who, who),
        counted_won(field, who, who),
        field.that_count(who),
    )
    lines = map(Totals._make, zip(*(column.tolist() for column in columns), strict=True))
    return dict(zip(field.numbers[who].tolist(), lines, strict=True))


@dataclass(frozen=True, slots=True)
class Part:
    """One match in a sum: `counts` is false where it is not among the best; `rest` for a bye."""

    round: int
    value: int
    counts: bool = True
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum: its parts by round, what is `carried`, and what is `taken` as penalties."""

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
