"""Credit of each row by the stage's `Counting`: its result, its points, its tallies."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scoring.standings.columns import BYE, FORFEIT, Bools, Columns, Ints, sums
from scoring.standings.counting import Counting
from tournaments.formats.core import DRAW, MEAN, NOTHING, WIN


@dataclass(frozen=True, slots=True)
class Results:
    """How each row ended. `rest`: neither played, won nor lost; `idle`, when it brings nothing
    at all."""

    won: Bools
    drawn: Bools
    lost: Bools
    rest: Bools
    idle: Bools


class Tally(NamedTuple):
    """A tally by row: what its side added up, what the other sides of the match did, and the
    difference that counts."""

    own: Ints
    against: Ints
    difference: Ints


def rivals_of(columns: Columns) -> Ints:
    """The rows against which each row played, one column for each rival, 0 where there is none."""
    width = int(np.max(columns.size - columns.partners, initial=1))
    first = np.arange(columns.rows) - columns.seat
    here = (columns.team + 1) * columns.partners
    found = np.zeros((columns.rows, max(width, 1)), dtype=np.int64)
    for rival in range(width):
        seat = (here + rival) % np.maximum(columns.size, 1)
        found[:, rival] = np.where(rival < columns.size - columns.partners, first + seat, 0)
    return found


def results_of(columns: Columns, counting: Counting) -> Results:
    """Return who won, drew and lost; byes as the counting says, or else as the outcomes say."""
    bye, decided = columns.kind == BYE, columns.winner >= 0
    won = decided & (columns.winner == columns.team)
    rest = bye & ~decided
    lost = decided & ~won
    drawn = ~decided & ~bye
    drawn[0] = lost[0] = won[0] = rest[0] = False
    if counting.bye:
        nobody = np.zeros_like(bye)
        won = np.where(bye, bye if counting.bye == WIN else nobody, won)
        drawn = np.where(bye, bye if counting.bye == DRAW else nobody, drawn)
        rest = np.where(bye, bye if counting.bye in (MEAN, NOTHING) else nobody, rest)
    brings = counting.bye == MEAN or counting.bye_counted is not None
    return Results(won, drawn, lost, rest, rest & (not brings))


def tally_of(
    columns: Columns, rivals: Ints, counting: Counting, tally: str, counted: bool
) -> Tally:
    """Return what each row has of a tally.

    `counted` says that it is the tally that the stage counts: only it has what byes and forfeits
    bring by the counting. Nobody does anything against who rests: `against` of a bye is 0, also
    where the bye stays out of the difference. `cap` is on each side, `cap_difference` on the
    difference alone. Row 0 stays 0.
    """
    own = columns.own[tally]
    bye, forfeit = columns.kind == BYE, columns.kind == FORFEIT
    if counted and counting.forfeit_counted is not None:
        won = columns.winner == columns.team
        own = np.where(forfeit, np.where(won, counting.forfeit_counted, 0), own)
    if counting.bye in (DRAW, MEAN, NOTHING):
        own = np.where(bye, 0, own)  # only a match won is credited as one
    if counting.cap:
        own = np.minimum(own, counting.cap)
    against = sums(own[rivals]) // columns.partners
    if counted and bye.any():
        own = _bye_counted(columns, counting, own)
    difference = own - against
    if counted and not counting.bye_in_difference:
        difference = np.where(bye, 0, difference)
    elif counted and counting.bye == MEAN and counting.bye_counted is None:
        difference = np.where(bye, 0, difference)  # the mean of those of a round
    if counting.cap_difference:
        most = counting.cap_difference
        difference = np.clip(difference, -most, most)
    return Tally(own, against, difference)


def points_of(
    columns: Columns, rivals: Ints, results: Results, counting: Counting, own: Ints
) -> Ints:
    """The points of each row, in units. `own` is of the tally that the stage counts."""
    if counting.table:
        points = _table_points(columns, rivals, counting, own)
    else:
        points = (
            counting.win * results.won
            + counting.draw * results.drawn
            + counting.loss * results.lost
        )
        points = points.astype(np.int64)
    bye, forfeit = columns.kind == BYE, columns.kind == FORFEIT
    if counting.forfeit_win is not None:
        points = np.where(forfeit & results.won, counting.forfeit_win, points)
    if counting.forfeit_loss is not None:
        points = np.where(forfeit & results.lost, counting.forfeit_loss, points)
    if not bye.any():
        return points
    win = counting.table[0] if counting.table else counting.win
    brings = np.where(results.won, win, np.where(results.drawn, counting.draw, 0))
    if counting.bye == MEAN:
        brings = mean_of_round(columns, points)
    return np.where(bye, brings, points)


def mean_of_round(columns: Columns, values: Ints) -> Ints:
    """For each row, the mean of its round's rows that are no byes, to the nearest, halves up."""
    counts = (columns.kind != BYE) & (columns.number > 0)
    rounds = int(columns.round.max()) + 1
    sums = np.zeros(rounds, dtype=np.int64)
    np.add.at(sums, columns.round[counts], values[counts])
    rows = np.maximum(np.bincount(columns.round[counts], minlength=rounds), 1)
    means: Ints = (2 * sums + rows) // (2 * rows)
    return means[columns.round]


def _bye_counted(columns: Columns, counting: Counting, own: Ints) -> Ints:
    bye = columns.kind == BYE
    if counting.bye_counted is not None:
        return np.where(bye, counting.bye_counted, own)
    if counting.bye == MEAN:
        return np.where(bye, mean_of_round(columns, own), own)
    return own


def _table_points(columns: Columns, rivals: Ints, counting: Counting, own: Ints) -> Ints:
    """By the order at the table: those level share what their places bring."""
    is_rival = rivals > 0
    others = own[rivals]
    above = sums(is_rival & (others > own[:, None])) // columns.partners
    level = sums(is_rival & (others == own[:, None])) // columns.partners + 1
    most = int(columns.size.max(initial=0)) + 1
    places = np.array([*counting.table, *(0,) * most], dtype=np.int64)
    up_to = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(places)))
    shared: Ints = (up_to[above + level] - up_to[above]) // level
    shared[0] = 0
    return shared
