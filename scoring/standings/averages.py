"""Averages that compare entries of different tables of the standings, by tie-break.

The third entries of two groups have met different rivals, and may have played different numbers of
matches. So a sum is divided by the number of matches; a rate or a best match is compared as it is.
Tie-breaks without a meaning across tables, such as the lot, are left out.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.standings.field import StandingsField
from scoring.standings.tiebreaks import CrossTableComparison, Tiebreak, counting_matches, tiebreak


def comparable_keys(chain: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a chain that compare entries of different tables, in chain order.

    Raises KeyError for a key that is no tie-break.

    >>> comparable_keys(["wins", "counted_won", "mini_league", "diff:cotos", "lot"])
    ('wins', 'counted_won', 'diff:cotos')
    """
    return tuple(key for key in chain if tiebreak(key).between is not CrossTableComparison.NOTHING)


def averages_of(field: StandingsField, keys: Sequence[str]) -> dict[int, dict[str, Fraction]]:
    """Return, by entrant, the value of each of `keys` (`comparable_keys`); sums are per match."""
    columns = {key: _averages(field, tiebreak(key)) for key in keys}
    return {
        entry.number: {key: column[entry.number] for key, column in columns.items()}
        for entry in field.entered
    }


def _averages(field: StandingsField, tiebreak: Tiebreak) -> Mapping[int, Fraction]:
    if tiebreak.between is CrossTableComparison.RIVALS:
        return _of_rivals(field, tiebreak)
    if tiebreak.between is CrossTableComparison.AS_IT_IS:
        return {number.number: Fraction(tiebreak.value(number, field)) for number in field.entered}
    return _a_match(field, tiebreak)


def _of_rivals(field: StandingsField, tiebreak: Tiebreak) -> Mapping[int, Fraction]:
    """Return each entrant's value of a tie-break on rivals, divided by `tiebreak.matches`.

    Each rival's wins and points are first divided by the rival's own matches.
    """
    decided = {standing.number: max(standing.decided, 1) for standing in field.met.values()}
    counting = {
        standing.number: max(counting_matches(standing, field), 1)
        for standing in field.met.values()
    }
    common = math.lcm(*decided.values(), *counting.values())
    each = replace(
        field,
        wins={number: wins * common // decided[number] for number, wins in field.wins.items()},
        points={
            number: points * common // counting[number] for number, points in field.points.items()
        },
    )
    return {number: value / common for number, value in _a_match(each, tiebreak).items()}


def _a_match(field: StandingsField, tiebreak: Tiebreak) -> Mapping[int, Fraction]:
    """Return each entrant's value divided by `tiebreak.matches`; 0 without matches."""
    averages = {}
    for entry in field.entered:
        many = tiebreak.matches(entry, field)
        averages[entry.number] = Fraction(tiebreak.value(entry, field), max(many, 1)) * (many > 0)
    return averages
