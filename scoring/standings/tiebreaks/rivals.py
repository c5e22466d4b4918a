"""Tie-breaks that look at what the rivals have done, as it stands now.

A bye counts as a rival with as much as oneself: neither a prize nor a punishment for what the
draw decided. All but `buchholz` go by points; without draws they are twice the wins.
"""

import numpy as np

from scoring.standings.columns import Bools, Ints, sums
from scoring.standings.field import Field
from scoring.standings.tiebreaks.own import HUNDRED

MOST = np.iinfo(np.int64).max


def buchholz(field: Field, who: Ints, tied: Ints) -> Ints:
    """Sum of the wins of all rivals, each counted once a meeting."""
    return sums(field.wins[_meetings(field, who)])


def rivals_points(field: Field, who: Ints, tied: Ints) -> Ints:
    """The same with the points of the rivals, where there are draws."""
    return sums(field.points[_meetings(field, who)])


def buchholz_cut1(field: Field, who: Ints, tied: Ints) -> Ints:
    """The points of all rivals but the one with fewest; 0 before the second rival."""
    points, real = _points(field, who)
    least = np.where(real, points, MOST).min(axis=1)
    return np.where(sums(real) > 1, sums(points) - least, 0)


def median(field: Field, who: Ints, tied: Ints) -> Ints:
    """The points of all rivals but the best and the worst; 0 before the third."""
    points, real = _points(field, who)
    ends = np.where(real, points, MOST).min(axis=1) + np.where(real, points, -MOST).max(axis=1)
    return np.where(sums(real) > 2, sums(points) - ends, 0)


def sonneborn(field: Field, who: Ints, tied: Ints) -> Ints:
    """Twice the points of the rivals beaten, once those of the ones drawn with: in half points."""
    rows, results = field.slots[who], field.results
    worth = 2 * results.won[rows] + results.drawn[rows]
    return sums(worth * field.points[field.rival[rows]].sum(axis=2))


def rivals_percentage(field: Field, who: Ints, tied: Ints) -> Ints:
    """Return what part of all their matches the rivals have won, draws half, in millionths."""
    results = field.results
    halves = _sums(field, 2 * results.won + results.drawn)
    decided = _sums(field, results.won.astype(np.int64) + results.drawn + results.lost)
    meetings = _meetings(field, who)
    return HUNDRED * sums(halves[meetings]) // np.maximum(2 * sums(decided[meetings]), 1)


def wins_against_best(field: Field, who: Ints, tied: Ints) -> Ints:
    """Matches won against the best half of those entered, by points; who is level with the last
    of that half is in it."""
    points = np.sort(field.points[field.who])[::-1]
    best = np.zeros(field.nobody + 1, dtype=np.bool_)
    if len(points):
        bar = points[(len(points) - 1) // 2]
        best[field.who] = field.points[field.who] >= bar
    rows = field.slots[who]
    met = best[field.rival[rows]] & (field.rival[rows] != who[:, None, None])
    return sums(met.any(axis=2) & field.results.won[rows])


def _meetings(field: Field, who: Ints) -> Ints:
    """The places of all rivals, one line each, filled up with nobody."""
    rows = field.slots[who]
    return field.rival[rows].reshape(len(who), rows.shape[1] * field.rival.shape[1])


def _points(field: Field, who: Ints) -> tuple[Ints, Bools]:
    """The points of all rivals, and which of them there really are."""
    meetings = _meetings(field, who)
    return field.points[meetings], meetings < field.nobody


def _sums(field: Field, values: Ints) -> Ints:
    """The sum of a column by place."""
    return sums(values[field.slots])
