"""Columns from what a database keeps apart: who sits where, what marks a match, and its result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.standings.columns import KINDS, PURPOSES, Bools, Columns, Ints, spread
from scoring.standings.outcome import BYE, FORFEIT, PLAYED

SPARSE = 32  # so many times as far apart as there are of them, keys are not worth a table


@dataclass(frozen=True, slots=True)
class Seats:
    """Every seat drawn, in any order: its match; a `key` that puts them in order, match by match;
    the number of the entry, 0 for a guest; and the round."""

    match: Ints
    key: Ints
    number: Ints
    round: Ints


@dataclass(frozen=True, slots=True)
class Marks:
    """The matches that are byes or have a purpose."""

    match: Ints
    bye: Bools
    purpose: Sequence[str]


@dataclass(frozen=True, slots=True)
class Endings:
    """The results: `winner` is the side that won, −1 nobody; `own` has, by tally, one line for each
    side."""

    match: Ints
    winner: Ints
    forfeit: Bools
    own: Mapping[str, Ints]


def columns_of_seats(
    seats: Seats,
    marks: Marks,
    endings: Endings,
    byes: Mapping[str, int],
    rest_wins: bool,
    partners: int,
) -> Columns:
    """The columns of what is decided, each match's seats together and in order.

    `byes` has what a bye brings of each tally, and `rest_wins` whether it counts as won;
    `partners` seats, one after another, make a side.
    """
    order = np.argsort(seats.key, kind="stable")
    match = seats.match[order]
    ending, mark = places_of(endings.match, match), places_of(marks.match, match)
    bye = np.append(marks.bye, False)[mark]
    kept = bye | (ending < len(endings.match))
    order, match, ending, mark, bye = order[kept], match[kept], ending[kept], mark[kept], bye[kept]
    begins = np.ones(len(match), dtype=np.bool_)
    begins[1:] = match[1:] != match[:-1]
    first = np.flatnonzero(begins)
    sizes = np.diff(first, append=len(match))
    team = (np.arange(len(match)) - np.repeat(first, sizes)) // partners
    winner = np.append(endings.winner, -1)[ending[first]]
    forfeit = np.append(endings.forfeit, False)[ending[first]]
    kind = np.where(forfeit, KINDS.index(FORFEIT), KINDS.index(PLAYED))
    rests = bye[first]
    purposes = [PURPOSES.index(one) if one in PURPOSES else 0 for one in marks.purpose]
    return spread(
        _led(sizes),
        number=_led(seats.number[order]),
        round=_led(seats.round[order[first]]),
        winner=_led(np.where(rests, 0 if rest_wins else -1, winner)),
        kind=_led(np.where(rests, KINDS.index(BYE), kind)),
        purpose=_led(np.array([*purposes, 0])[mark[first]]),
        partners=_led(np.full(len(first), partners)),
        order=np.zeros(len(first) + 1, dtype=np.int64),
        own={
            tally: _led(np.where(bye, byes[tally], _looked_up(own, team, ending)))
            for tally, own in endings.own.items()
        },
    )


def places_of(known: Ints, asked: Ints) -> Ints:
    """Where each of those asked is among those known; one past the end if it is not.

    In a table as long as the known are apart; by search where that is far longer than they are.
    """
    if not len(known):
        return np.zeros(len(asked), dtype=np.int64)
    lowest, many = int(known.min()), len(known)
    apart = int(known.max()) - lowest
    if apart > SPARSE * (many + len(asked)):
        return _searched(known, asked)
    table = np.full(apart + 2, many)
    table[known - lowest] = np.arange(many)
    there = asked - lowest
    return table[np.where((there < 0) | (there > apart), apart + 1, there)]


def _searched(known: Ints, asked: Ints) -> Ints:
    order = np.argsort(known)
    ordered = known[order]
    at = np.minimum(np.searchsorted(ordered, asked), len(known) - 1)
    return np.where(ordered[at] == asked, order[at], len(known))


def _looked_up(own: Ints, team: Ints, ending: Ints) -> Ints:
    """Return what each side has in its ending, 0 where there is none."""
    ended = np.minimum(ending, own.shape[1] - 1)
    return own[np.minimum(team, len(own) - 1), ended] if own.size else np.zeros_like(team)


def _led(numbers: Ints) -> Ints:
    """With nobody's 0 in front."""
    return np.concatenate((np.zeros(1, dtype=np.int64), numbers))
