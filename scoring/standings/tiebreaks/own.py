"""Tie-breaks that look only at the entrant's own matches."""

from collections.abc import Callable, Mapping

import numpy as np

from scoring.standings.columns import Ints, sums
from scoring.standings.field import Field, by_number

PERCENT = 10_000  # of a unit: percentages go by ten-thousandths of one per cent
HUNDRED = 100 * PERCENT


def wins(field: Field, who: Ints, tied: Ints) -> Ints:
    """Matches won; byes and forfeits received are won matches."""
    return field.wins[who]


def points(field: Field, who: Ints, tied: Ints) -> Ints:
    """Points by the stage's counting, in its units: unless it says otherwise two for a match won
    and one for a draw."""
    return field.points[who]


def wins_per_match(field: Field, who: Ints, tied: Ints) -> Ints:
    """Return what part of his matches he has won, a draw half a win, in millionths; 0 without
    any."""
    rows, results = field.slots[who], field.results
    halves = sums(2 * results.won[rows] + results.drawn[rows])
    return HUNDRED * halves // np.maximum(2 * _decided(field, rows), 1)


def played(field: Field, who: Ints, tied: Ints) -> Ints:
    """Matches decided: forfeits too, and byes where they are won or drawn."""
    return _decided(field, field.slots[who])


def drawn(field: Field, who: Ints, tied: Ints) -> Ints:
    return sums(field.results.drawn[field.slots[who]])


def lost(field: Field, who: Ints, tied: Ints) -> Ints:
    """Matches lost, below nought: the fewer the better."""
    return -sums(field.results.lost[field.slots[who]])


def counted_won(field: Field, who: Ints, tied: Ints) -> Ints:
    """Return what the game counts (partidas, chicos), won in all the matches, lost ones
    included."""
    return field.best_of(field.own(who), who) + field.carried("counted_won", who)


def counted_lost(field: Field, who: Ints, tied: Ints) -> Ints:
    """The same against, below nought: the fewer the better."""
    return -sums(field.against(who)) + field.carried("counted_lost", who)


def counted_diff(field: Field, who: Ints, tied: Ints) -> Ints:
    """The same, won less lost."""
    return field.best_of(field.difference(who), who) + field.carried("counted_diff", who)


def best_round(field: Field, who: Ints, tied: Ints) -> Ints:
    """The most he has added up in one match, byes apart; 0 before any."""
    rows = field.slots[who]
    real = (rows > 0) & ~field.row_bye[rows]
    least = np.iinfo(np.int64).min
    most = np.where(real, field.own(who), least).max(axis=1)
    return np.where(real.any(axis=1), most, 0)


def penalties(field: Field, who: Ints, tied: Ints) -> Ints:
    """Penalties, below nought: the fewer the better."""
    return -by_number(field.extras.penalties, field.numbers[who])


def progressive(field: Field, who: Ints, tied: Ints) -> Ints:
    """The points he had after each round, all added up: who won early has more."""
    rows = field.slots[who]
    still = field.last_round + 1 - field.row_round[rows]
    return sums(field.row_points[rows] * still)


def first_there(field: Field, who: Ints, tied: Ints) -> Ints:
    """When he got to the points he has, below nought: the round of the last match that brought
    any."""
    rows = field.slots[who]
    last: Ints = np.where(field.row_points[rows] > 0, field.row_round[rows], 0).max(axis=1)
    return -last


def _decided(field: Field, rows: Ints) -> Ints:
    return sums((rows > 0) & ~field.results.rest[rows])


# --- Any tally of the game --------------------------------------------------------------------
def _for(tally: str) -> Callable[[Field, Ints, Ints], Ints]:
    return lambda field, who, tied: sums(field.own(who, tally))


def _against(tally: str) -> Callable[[Field, Ints, Ints], Ints]:
    """Below nought: the fewer the better."""
    return lambda field, who, tied: -sums(field.against(who, tally))


def _diff(tally: str) -> Callable[[Field, Ints, Ints], Ints]:
    return lambda field, who, tied: sums(field.difference(who, tally))


PARTS: Mapping[str, Callable[[str], Callable[[Field, Ints, Ints], Ints]]] = {
    "for": _for,
    "against": _against,
    "diff": _diff,
}
