"""Values of the tie-breaks of a chain that compare entries of different tables.

The third entries of two groups have met different rivals, and may have played different numbers of
matches. So a sum is compared per match, and a rate or a best match by its own value. Tie-breaks
among tied entries are left out, because they have no meaning across tables.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.standings.field import StandingsField
from scoring.standings.tiebreaks import Between, Tiebreak, counting_matches, tiebreak


def comparable(chain: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a chain that compare entries of different tables, in chain order.

    Raises KeyError for a key that is no tie-break.

    >>> comparable(["wins", "counted_won", "mini_league", "diff:cotos", "lot"])
    ('wins', 'counted_won', 'diff:cotos')
    """
    return tuple(key for key in chain if tiebreak(key).between is not Between.NOTHING)


def averages_of(field: StandingsField, keys: Sequence[str]) -> dict[int, dict[str, Fraction]]:
    """Return the value of each comparable key by entrant; sums are per match."""
    columns = {key: _averages(field, tiebreak(key)) for key in keys}
    return {
        entry.number: {key: column[entry.number] for key, column in columns.items()}
        for entry in field.entered
    }


def _averages(field: StandingsField, tiebreak: Tiebreak) -> Mapping[int, Fraction]:
    if tiebreak.between is Between.RIVALS:
        return _of_rivals(field, tiebreak)
    if tiebreak.between is Between.AS_IT_IS:
        return {one.number: Fraction(tiebreak.value(one, field)) for one in field.entered}
    return _a_match(field, tiebreak)


def _of_rivals(field: StandingsField, tiebreak: Tiebreak) -> Mapping[int, Fraction]:
    """Return the averages of a tie-break of rivals, with each rival's value per match."""
    decided = {one.number: max(one.decided, 1) for one in field.met.values()}
    counting = {one.number: max(counting_matches(one, field), 1) for one in field.met.values()}
    whole = math.lcm(*decided.values(), *counting.values())
    each = replace(
        field,
        wins={one: wins * whole // decided[one] for one, wins in field.wins.items()},
        points={one: points * whole // counting[one] for one, points in field.points.items()},
    )
    return {number: value / whole for number, value in _a_match(each, tiebreak).items()}


def _a_match(field: StandingsField, tiebreak: Tiebreak) -> Mapping[int, Fraction]:
    """Return the values divided by the number of matches, 0 without matches."""
    found = {}
    for entry in field.entered:
        many = tiebreak.matches(entry, field)
        found[entry.number] = Fraction(tiebreak.value(entry, field), max(many, 1)) * (many > 0)
    return found
