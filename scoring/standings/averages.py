"""The tie-breaks of a chain, made comparable between tables of different sizes.

Two thirds of two groups have played other rivals, and perhaps other numbers of matches. A sum is
compared a match; a rate, or a best match, as it is; and a tie-break that only looks at who is tied
in one table says nothing between two tables.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.standings.field import Field
from scoring.standings.tiebreaks import Between, Tiebreak, that_count, tiebreak


def comparable(chain: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a chain that compare entries of different tables, in its order.

    A key that is not a tie-break is a KeyError.

    >>> comparable(["wins", "counted_won", "mini_league", "diff:cotos", "lot"])
    ('wins', 'counted_won', 'diff:cotos')
    """
    return tuple(key for key in chain if tiebreak(key).between is not Between.NOTHING)


def averages_of(field: Field, keys: Sequence[str]) -> dict[int, dict[str, Fraction]]:
    """Return, by entrant, what it has of each comparable key, a match where that is a sum."""
    columns = {key: _averages(field, tiebreak(key)) for key in keys}
    return {
        entry.number: {key: column[entry.number] for key, column in columns.items()}
        for entry in field.entered
    }


def _averages(field: Field, tiebreak: Tiebreak) -> Mapping[int, Fraction]:
    if tiebreak.between is Between.RIVALS:
        return _of_rivals(field, tiebreak)
    if tiebreak.between is Between.AS_IT_IS:
        return {one.number: Fraction(tiebreak.value(one, field)) for one in field.entered}
    return _a_match(field, tiebreak)


def _of_rivals(field: Field, tiebreak: Tiebreak) -> Mapping[int, Fraction]:
    """A tie-break of rivals, as if every rival had played one match."""
    decided = {one.number: max(one.decided, 1) for one in field.met.values()}
    counting = {one.number: max(that_count(one, field), 1) for one in field.met.values()}
    whole = math.lcm(*decided.values(), *counting.values())
    each = replace(
        field,
        wins={one: wins * whole // decided[one] for one, wins in field.wins.items()},
        points={one: points * whole // counting[one] for one, points in field.points.items()},
    )
    return {number: value / whole for number, value in _a_match(each, tiebreak).items()}


def _a_match(field: Field, tiebreak: Tiebreak) -> Mapping[int, Fraction]:
    """Return the values divided by the matches; nothing where there is no match to divide by."""
    found = {}
    for entry in field.entered:
        many = tiebreak.matches(entry, field)
        found[entry.number] = Fraction(tiebreak.value(entry, field), max(many, 1)) * (many > 0)
    return found
