"""The order: a field in, ordered lines out, each with the tie-break that placed it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scoring.standings.columns import Ints, refined, sums
from scoring.standings.field import Field
from scoring.standings.tiebreaks import tiebreak

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
