"""Results in, ordered lines out, each with the tie-break that placed it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from scoring.standings.columns import Ints, sums
from scoring.standings.counting import Counting
from scoring.standings.field import Extras, Field, field_of
from scoring.standings.groups import refined
from scoring.standings.outcome import Outcome
from scoring.standings.tiebreaks import TIEBREAKS, tallies_in, tiebreak
from tournaments.formats.core import Entrant

__all__ = [
    "LAST",
    "TIEBREAKS",
    "Entrant",
    "Extras",
    "Line",
    "Outcome",
    "Sums",
    "group_tables",
    "standings",
    "sums_of",
]

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
    """The standings of each group (its name and its numbers), each counted as if there were no
    other: its own rounds, its own mean of a rest, its own best half.

    Only the matches played in a group (`Outcome.group`) count in it; a match that somebody catches
    up counts for him alone, wherever those who helped come from. Who is in no group has no line; a
    number that nobody has entered is left out.
    """
    fields = group_fields(entrants, outcomes, groups, chain, seed, counted, counting, extras)
    return {name: ranked(field, chain) for name, field in fields.items()}


def group_fields(
    entrants: Sequence[Entrant],
    outcomes: Sequence[Outcome],
    groups: Sequence[tuple[str, Sequence[int]]],
    chain: Sequence[str],
    seed: str,
    counted: str,
    counting: Counting | None = None,
    extras: Extras | None = None,
) -> dict[str, Field]:
    """Return what the table of each group starts from: those in it and what was played in it."""
    played: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        played[outcome.group].append(outcome)
    entered = {entrant.number: entrant for entrant in entrants}
    tallies = tallies_in(list(chain))
    fields = {}
    for name, numbers in groups:
        inside = [entered[number] for number in numbers if number in entered]
        here = in_group(played[name], name, numbers)
        fields[name] = field_of(inside, here, seed, counted, counting, extras, tallies)
    return fields


def in_group(outcomes: Iterable[Outcome], name: str, numbers: Collection[int]) -> list[Outcome]:
    """The outcomes that count in the table of a group: those played in it by its members alone; all
    of them without groups (the name is empty)."""
    members = frozenset(numbers)
    return [
        outcome
        for outcome in outcomes
        if not name or (outcome.group == name and members.issuperset(filter(None, outcome.sides)))
    ]


class Sums(NamedTuple):
    """The sums of one entry as the stage counts them, and in how many matches."""

    points: int
    counted_diff: int
    counted_won: int
    matches: int


def sums_of(
    entrants: Sequence[Entrant],
    outcomes: Sequence[Outcome],
    counted: str,
    counting: Counting | None = None,
    extras: Extras | None = None,
) -> dict[int, Sums]:
    """The sums of each of them in these matches, by number, whatever the stage ranks by."""
    field = field_of(entrants, outcomes, "", counted, counting, extras)
    who, nobody_tied = field.who, np.zeros(field.nobody + 1, dtype=np.int64)
    keys = ("points", "counted_diff", "counted_won")
    found = [tiebreak(key)(field, who, nobody_tied).tolist() for key in keys]
    lines = zip(*found, field.that_count(who).tolist(), strict=True)
    return dict(zip(field.numbers[who].tolist(), map(Sums._make, lines), strict=True))


def ranked(field: Field, chain: Sequence[str]) -> tuple[Line, ...]:
    """The lines of a field."""
    order, groups, values, first = placed(field, chain)
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
        _beside(field, who),
        strict=True,
    )
    return tuple(map(Line._make, lines))


def placed(field: Field, chain: Sequence[str]) -> tuple[Ints, Ints, Ints, Ints]:
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
