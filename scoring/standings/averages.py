"""The tie-breaks of a chain, made comparable between tables of different sizes.

Two thirds of two groups have played other rivals, and perhaps other numbers of matches. A sum is
compared a match; a rate, or a best match, as it is; and a tie-break that only looks at who is tied
in one table says nothing between two tables.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from scoring.standings.columns import Ints, sums
from scoring.standings.field import Field
from scoring.standings.tiebreaks import PARTS, tiebreak

Matches = Callable[[Field, Ints], Ints]


def _counting(field: Field, who: Ints) -> Ints:
    """The matches of the sums that keep each one's best."""
    return field.that_count(who)


def _decided(field: Field, who: Ints) -> Ints:
    rows = field.slots[who]
    return sums((rows > 0) & ~field.results.rest[rows])


def _rivals(field: Field, who: Ints) -> Ints:
    """Rivals met, oneself in a bye included."""
    return sums((field.rival[field.slots[who]] < field.nobody).reshape(len(who), -1))


def _early(field: Field, who: Ints) -> Ints:
    """How often `progressive` adds up the matches of each: those of the first round most."""
    rows = field.slots[who]
    played = (rows > 0) & ~field.results.idle[rows]
    return sums(np.where(played, field.last_round + 1 - field.row_round[rows], 0))


# What each sum is divided by.
SUMS: Mapping[str, Matches] = {
    "points": _counting,
    "counted_won": _counting,
    "counted_diff": _counting,
    "wins": _decided,
    "drawn": _decided,
    "lost": _decided,
    "counted_lost": _decided,
    "wins_against_best": _decided,
    **dict.fromkeys(PARTS, _decided),
    "progressive": _early,
}

# Sums over the rivals, who may have played more matches than those of another table: they are of
# what each rival has a match, and divided by how many of them are added up.
RIVALS: Mapping[str, Matches] = {
    "buchholz": _rivals,
    "rivals_points": _rivals,
    "buchholz_cut1": lambda field, who: _rivals(field, who) - 1,
    "median": lambda field, who: _rivals(field, who) - 2,
    "sonneborn": _decided,
}

AS_THEY_ARE = frozenset(
    {"wins_per_match", "rivals_percentage", "best_round", "first_there", "penalties"}
)

# These look at who is tied in the table, at the places that the format gives, or at how many
# matches there were to play: between two tables they decide nothing.
WITHIN = frozenset(
    {
        "head_to_head",
        "mini_league",
        "lot",
        "played",
        "exit_round",
        "survival",
        "bracket_place",
        "format_order",
    }
)


def comparable(chain: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a chain that compare entries of different tables, in its order.

    Raises KeyError for a key of which nobody has said how it compares.

    >>> comparable(["wins", "counted_won", "mini_league", "diff:cotos", "lot"])
    ('wins', 'counted_won', 'diff:cotos')
    """
    return tuple(key for key in chain if not _is_within(key))


def _is_within(key: str) -> bool:
    tiebreak(key)
    kind = key.partition(":")[0]
    if kind in WITHIN:
        return True
    if kind in SUMS or kind in RIVALS or kind in AS_THEY_ARE:
        return False
    raise KeyError(key)


def averages_of(field: Field, keys: Sequence[str]) -> dict[int, dict[str, Fraction]]:
    """Return, by entrant, what it has of each comparable key, a match where that is a sum."""
    who = field.who
    columns = [_averages(field, key) for key in keys]
    return {
        number: dict(zip(keys, values, strict=True))
        for number, *values in zip(field.numbers[who].tolist(), *columns, strict=True)
    }


def _averages(field: Field, key: str) -> list[Fraction]:
    who, kind = field.who, key.partition(":")[0]
    if kind in RIVALS:
        return _of_rivals(field, key)
    values = tiebreak(key)(field, who, who)
    matches = SUMS[kind](field, who) if kind in SUMS else np.ones(len(who), dtype=np.int64)
    return _divided(values, matches)


def _of_rivals(field: Field, key: str) -> list[Fraction]:
    """A tie-break of rivals, as if every rival had played one match."""
    everybody = np.arange(field.nobody)
    matches = {
        "wins": np.maximum(_decided(field, everybody), 1),
        "points": np.maximum(_counting(field, everybody), 1),
    }
    whole = math.lcm(*(int(n) for column in matches.values() for n in np.unique(column)))
    wins, points = field.wins.copy(), field.points.copy()
    wins[:-1] = wins[:-1] * whole // matches["wins"]
    points[:-1] = points[:-1] * whole // matches["points"]
    values = tiebreak(key)(replace(field, wins=wins, points=points), field.who, field.who)
    return [one / whole for one in _divided(values, RIVALS[key](field, field.who))]


def _divided(values: Ints, matches: Ints) -> list[Fraction]:
    """Nothing where there is no match to divide by."""
    return [
        Fraction(value, many) if many > 0 else Fraction(0)
        for value, many in zip(values.tolist(), matches.tolist(), strict=True)
    ]
