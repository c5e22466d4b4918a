"""Tie-breaks that look at who is tied with whom."""

import numpy as np

from scoring.standings.columns import Bools, Ints, refined, sums
from scoring.standings.field import Field
from tournaments.pairing.draw import shuffled

LOT_LABEL = "lot"


def head_to_head(field: Field, who: Ints, tied: Ints) -> Ints:
    """Matches won against the other one, when exactly two are tied; otherwise 0."""
    values = np.zeros(len(who), dtype=np.int64)
    two = np.flatnonzero(_sizes(who, tied) == 2)
    if len(two):
        some = who[two]
        won = field.results.won[field.slots[some]]
        values[two] = sums(_among(field, some, tied) & won)
    return values


def mini_league(field: Field, who: Ints, tied: Ints) -> Ints:
    """How many of those tied it leaves below, looking only at the matches among them: points, then
    difference, then what is counted in favour. A group that is split starts again, each part among
    its own, until nothing more is split."""
    values = np.zeros(len(who), dtype=np.int64)
    several = np.flatnonzero(_sizes(who, tied) > 1)
    if not len(several):
        return values
    some = who[several]
    first = np.unique(tied[some], return_inverse=True)[1]
    groups = first
    while True:
        split = _split_among(field, some, groups)
        if split.max() == groups.max():
            break
        groups = split
    values[several] = _below(first, groups)
    return values


def lot(field: Field, who: Ints, tied: Ints) -> Ints:
    """Balls drawn from the seed among the tied: the first one out has the highest value."""
    values = np.zeros(len(who), dtype=np.int64)
    several = np.flatnonzero(_sizes(who, tied) > 1)
    if not len(several):
        return values
    numbers, groups = field.numbers[who[several]], tied[who[several]]
    balls = {number: place for place, number in enumerate(_balls(field, numbers))}
    out = np.fromiter((balls[one] for one in numbers.tolist()), np.int64, len(numbers))
    values[several] = _below(groups, refined(groups, -out)) + 1
    return values


def _balls(field: Field, numbers: Ints) -> tuple[int, ...]:
    """Return a ball for each, whoever else is tied, so that one draw does for every group."""
    return shuffled(numbers.tolist(), field.seed, LOT_LABEL)


def _split_among(field: Field, some: Ints, groups: Ints) -> Ints:
    """The groups after looking once at the matches that each has among its own."""
    tied = np.full(field.nobody + 1, -1, dtype=np.int64)
    tied[some] = groups
    among = _among(field, some, tied)
    favour = sums(np.where(among, field.own(some), 0))
    difference = sums(np.where(among, field.difference(some), 0))
    points = sums(np.where(among, field.row_points[field.slots[some]], 0))
    return refined(groups, points, difference, favour)


def _among(field: Field, some: Ints, tied: Ints) -> Bools:
    """Which matches of each were against somebody of his own group."""
    met = field.rival[field.slots[some]]
    mine = tied[some][:, None, None]
    among: Bools = ((tied[met] == mine) & (met != some[:, None, None])).any(axis=2)
    return among


def _sizes(who: Ints, tied: Ints) -> Ints:
    """How many are tied with each of them, himself included."""
    groups = tied[who]
    return np.bincount(groups, minlength=1)[groups]


def _below(first: Ints, groups: Ints) -> Ints:
    """How many of each one's first group have ended in a lower one. Groups count from the best,
    and those of one first group are together."""
    many = np.bincount(groups)
    up_to = np.cumsum(many)
    end = np.zeros(int(first.max(initial=0)) + 1, dtype=np.int64)
    np.maximum.at(end, first, up_to[groups])
    return np.asarray(end[first] - up_to[groups])
