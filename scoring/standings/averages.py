"""Averages that compare entries of different tables of the standings, by tie-break.

The third entries of two groups have met different rivals, and may have played different numbers of
matches. So a sum is divided by the number of matches. A rate or a best match is compared as it is.
Tie-breaks that mean nothing across tables, such as the lot, are left out.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.standings.field import StandingsField
from scoring.standings.tiebreaks import CrossTableComparison, Tiebreak, match_count, tiebreak


def comparable_keys(chain: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a chain that compare entries of different tables, in chain order.

    Raises KeyError for a key that is no tie-break.

    >>> comparable_keys(["wins", "counted_won", "mini_league", "diff:cotos", "lot"])
    ('wins', 'counted_won', 'diff:cotos')
    """
    return tuple(
        key for key in chain if tiebreak(key).cross_table is not CrossTableComparison.NOTHING
    )


def tiebreak_averages(field: StandingsField, keys: Sequence[str]) -> dict[int, dict[str, Fraction]]:
    """Return, by entrant, the value of each of `keys` (`comparable_keys`). A sum is per match."""
    columns = {key: _averages(field, tiebreak(key)) for key in keys}
    return {
        entry.number: {key: column[entry.number] for key, column in columns.items()}
        for entry in field.entries
    }


def _averages(field: StandingsField, tiebreak: Tiebreak) -> Mapping[int, Fraction]:
    if tiebreak.cross_table is CrossTableComparison.RIVALS:
        return _rival_averages(field, tiebreak)
    if tiebreak.cross_table is CrossTableComparison.AS_IT_IS:
        return {entry.number: Fraction(tiebreak.value(entry, field)) for entry in field.entries}
    return _match_averages(field, tiebreak)


def _rival_averages(field: StandingsField, tiebreak: Tiebreak) -> Mapping[int, Fraction]:
    """Return each entrant's value of a tie-break on rivals, divided by `tiebreak.divisor`.

    First, the wins and the points of each rival are divided by its own matches.
    """
    decided_counts = {
        standing.number: max(standing.decided, 1) for standing in field.standings.values()
    }
    match_counts = {
        standing.number: max(match_count(standing, field), 1)
        for standing in field.standings.values()
    }
    denominator = math.lcm(*decided_counts.values(), *match_counts.values())
    per_match_field = replace(
        field,
        wins={
            number: wins * denominator // decided_counts[number]
            for number, wins in field.wins.items()
        },
        points={
            number: points * denominator // match_counts[number]
            for number, points in field.points.items()
        },
    )
    return {
        number: value / denominator
        for number, value in _match_averages(per_match_field, tiebreak).items()
    }


def _match_averages(field: StandingsField, tiebreak: Tiebreak) -> Mapping[int, Fraction]:
    """Return each entrant's value divided by `tiebreak.divisor`; 0 if the divisor is 0."""
    averages = {}
    for entry in field.entries:
        divisor = tiebreak.divisor(entry, field)
        averages[entry.number] = Fraction(tiebreak.value(entry, field), max(divisor, 1)) * (
            divisor > 0
        )
    return averages
