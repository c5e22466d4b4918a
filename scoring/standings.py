"""Results in, ordered lines out, each with the tie-break that placed it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scoring.counting import Counting
from scoring.outcomes import Outcome
from scoring.ranking.columns import Ints, sums
from scoring.ranking.field import Extras, Field, field_of
from scoring.ranking.groups import refined
from scoring.tiebreaks import TIEBREAKS, tallies_in, tiebreak
from tournaments.formats.core import Entrant

__all__ = ["LAST", "TIEBREAKS", "Entrant", "Extras", "Line", "Outcome", "group_tables", "standings"]

LAST = "last"  # in `decided_by`: it goes below everybody else, whatever was played


class Line(NamedTuple):
    """One entrant's line.

    `played` counts every decided match, forfeits too and byes where they are won, so that played
    = won + drawn + lost. `values` has every tie-break of the chain in order. `decided_by` is the
    one that put this line below the one above, or LAST; None on the first line and between lines
    that share a place.
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


def standings(
    entrants: Sequence[Entrant],
    outcomes: Sequence[Outcome],
    chain: Sequence[str],
    seed: str,
    counted: str,
    counting: Counting | None = None,
    extras: Extras | None = None,
) -> tuple[Line, ...]:
    """Every entrant in order, from the first place down; withdrawn ones stay, marked.

    The chain is applied from the left: each tie-break splits the groups the ones before left
    together. Who is still together at the end shares the place (1, 2, 2, 4), lower number
    first. `counted` is the game's tally that is added up. The order of `entrants` and of
    `outcomes` does not matter. A key that is not a tie-break is a KeyError.
    """
    tallies = tallies_in(list(chain))
    return ranked(field_of(entrants, outcomes, seed, counted, counting, extras, tallies), chain)


def group_tables(
    entrants: Sequence[Entrant],
    outcomes: Sequence[Outcome],
    groups: Sequence[tuple[str, Sequence[int]]],
    chain: Sequence[str],
    seed: str,
    counted: str,
    counting: Counting | None = None,
    extras: Extras | None = None,
) -> dict[str, tuple[Line, ...]]:
    """The standings of each group (its name and its numbers), as if there were no other.

    Only the matches played in a group (`Outcome.group`) count in it. Who is in no group has no
    line; a number that nobody has entered is left out.
    """
    field, start = group_field(entrants, outcomes, groups, chain, seed, counted, counting, extras)
    names = [name for name, _ in groups]
    tables: dict[str, list[Line]] = {name: [] for name in names}
    group_of = dict(zip(field.numbers[field.who].tolist(), start.tolist(), strict=True))
    for line in ranked(field, chain, start):
        tables[names[group_of[line.entrant]]].append(line)
    return {name: _from_the_first(found) for name, found in tables.items()}


def group_field(
    entrants: Sequence[Entrant],
    outcomes: Sequence[Outcome],
    groups: Sequence[tuple[str, Sequence[int]]],
    chain: Sequence[str],
    seed: str,
    counted: str,
    counting: Counting | None = None,
    extras: Extras | None = None,
) -> tuple[Field, Ints]:
    """What the tables of the groups start from: who is in one and what was played in it; and the
    place of the group of each of `Field.who`."""
    group_of = {number: at for at, (_, numbers) in enumerate(groups) for number in numbers}
    names = [name for name, _ in groups]
    here = [
        outcome
        for outcome in outcomes
        if outcome.group and all(
            one in group_of and names[group_of[one]] == outcome.group for one in outcome.sides
        )
    ]  # fmt: skip
    inside = [entrant for entrant in entrants if entrant.number in group_of]
    tallies = tallies_in(list(chain))
    field = field_of(inside, here, seed, counted, counting, extras, tallies)
    start = np.array([group_of[one] for one in field.numbers[field.who].tolist()], dtype=np.int64)
    return field, start


def ranked(field: Field, chain: Sequence[str], start: Ints | None = None) -> tuple[Line, ...]:
    """The lines of a field; those of one group of `start` are together, the lowest first."""
    order, groups, values, first = placed(field, chain, start)
    return lines_of(field, chain, field.who[order], groups, values[order], first[order])


def lines_of(
    field: Field, chain: Sequence[str], who: Ints, groups: Ints, values: Ints, first: Ints
) -> tuple[Line, ...]:
    """The lines of those in `who`, already in order: the group of each, from 0; what each has in
    every tie-break; and the group in which each began."""
    if not len(who):
        return ()
    lines = zip(
        _places(groups),
        field.numbers[who].tolist(),
        *_matches(field, who),
        _values(chain, values),
        _decided_by(chain, values, first),
        (np.bincount(groups)[groups] > 1).tolist(),
        (~field.active[who]).tolist(),
        sums(field.results.drawn[field.slots[who]]).tolist(),
        strict=True,
    )
    return tuple(map(Line._make, lines))


def placed(
    field: Field, chain: Sequence[str], start: Ints | None = None
) -> tuple[Ints, Ints, Ints, Ints]:
    """The order of `field.who`, first place first; the group of each in that order, from 0; what
    each has in every tie-break of the chain; and the group in which each began. The last two go
    as `field.who`."""
    who = field.who
    last = np.isin(field.numbers[who], list(field.extras.last)).astype(np.int64)
    first = refined(last if start is None else 2 * start + last)
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
    return (
        played.tolist(),
        sums(results.won[rows]).tolist(),
        sums(results.lost[rows]).tolist(),
    )


def _values(chain: Sequence[str], values: Ints) -> list[tuple[tuple[str, int], ...]]:
    """What each line has in every tie-break; lines with the same share the pair itself, for most
    of the time of ten thousand lines is making their pairs."""
    if not chain:
        return [()] * len(values)
    columns = []
    for key, column in zip(chain, values.T.tolist(), strict=True):
        pairs = {value: (key, value) for value in set(column)}
        columns.append(map(pairs.__getitem__, column))
    return list(zip(*columns, strict=True))


def _decided_by(chain: Sequence[str], values: Ints, first: Ints) -> list[str | None]:
    """What put each line below the one above it. The arrays go in the order of the lines."""
    differs = np.concatenate(
        ((first[1:] != first[:-1])[:, None], values[1:] != values[:-1]), axis=1
    )
    names = (LAST, *chain)
    found = np.where(differs.any(axis=1), differs.argmax(axis=1), -1)
    return [None, *(names[at] if at >= 0 else None for at in found.tolist())]


def _from_the_first(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The same lines with places from 1 on, the first below nobody."""
    above = lines[0].place - 1 if lines else 0
    first = [line._replace(decided_by=None) for line in lines[:1]]
    return tuple(line._replace(place=line.place - above) for line in [*first, *lines[1:]])
