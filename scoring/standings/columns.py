"""Results in columns: one row for each entrant in each match, the rows of a match together.

Row 0 is nobody's: all its numbers are 0, so that whatever has no row points at it and adds nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.standings.outcome import BYE, FORFEIT, PLAYED, Outcome
from tournaments.formats.core import FINAL, THIRD_PLACE

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

KINDS = (PLAYED, BYE, FORFEIT)
PURPOSES = ("", FINAL, THIRD_PLACE)  # any other counts as an ordinary match


@dataclass(frozen=True, slots=True)
class Columns:
    """All arrays have one number for each row, row 0 included.

    `number` is of the entry; `match` counts from 1; `seat` is the place in the match, from 0, and
    `team` the side it belongs to; `winner` is the team that won, −1 when none did; `kind` and
    `purpose` are places in KINDS and PURPOSES; `size` and `partners` are of the match.
    `own` has, by tally, what the row's side added up.
    """

    number: Ints
    match: Ints
    round: Ints
    seat: Ints
    team: Ints
    winner: Ints
    kind: Ints
    purpose: Ints
    size: Ints
    partners: Ints
    order: Ints
    own: Mapping[str, Ints] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        return len(self.number)


def columns_of(outcomes: Iterable[Outcome], tallies: Sequence[str]) -> Columns:
    """The columns of these outcomes, with these tallies; 0 where an outcome has not the tally."""
    found = list(outcomes)
    sizes = np.array([0, *(len(one.sides) for one in found)], dtype=np.int64)
    kinds = {kind: place for place, kind in enumerate(KINDS)}
    purposes = {purpose: place for place, purpose in enumerate(PURPOSES)}
    return spread(
        sizes,
        number=_ints(chain.from_iterable(one.sides for one in found)),
        round=_ints(one.round for one in found),
        winner=_ints(map(_winner, found)),
        kind=_ints(kinds[one.kind] for one in found),
        purpose=_ints(purposes.get(one.purpose, 0) for one in found),
        partners=_ints(one.partners for one in found),
        order=_ints(one.order for one in found),
        own={
            tally: _ints(chain.from_iterable(_own(one, tally) for one in found))
            for tally in tallies
        },
    )


def spread(
    sizes: Ints,
    *,
    number: Ints,
    round: Ints,
    winner: Ints,
    kind: Ints,
    purpose: Ints,
    partners: Ints,
    order: Ints,
    own: Mapping[str, Ints],
) -> Columns:
    """The columns, from numbers of each match (`round` to `order`) and of each row (`number` and
    `own`), all with their 0 in front; `sizes` says how many rows each match has, 0 the first."""
    match = np.repeat(np.arange(len(sizes)), sizes)
    match = np.concatenate((np.zeros(1, dtype=np.int64), match))
    seat = np.arange(len(match)) - (np.cumsum(sizes) - sizes + 1)[match]
    seat[0] = 0
    partners = np.maximum(partners, 1)
    return Columns(
        number=number,
        match=match,
        round=round[match],
        seat=seat,
        team=seat // partners[match],
        winner=winner[match],
        kind=kind[match],
        purpose=purpose[match],
        size=sizes[match],
        partners=partners[match],
        order=order[match],
        own=own,
    )


def sums(lines: NDArray[Any]) -> Ints:
    """The sum of each line of a table of numbers or of yes-or-no."""
    return np.asarray(lines.sum(axis=1), dtype=np.int64)


def _ints(numbers: Iterable[int]) -> Ints:
    return np.fromiter(chain((0,), numbers), dtype=np.int64)


def _winner(outcome: Outcome) -> int:
    if outcome.winner is None:
        return -1
    return outcome.sides.index(outcome.winner) // outcome.partners


def _own(outcome: Outcome, tally: str) -> Sequence[int]:
    """Return what the side of each number has, in the order of `sides`."""
    seats, numbers = len(outcome.sides), outcome.tallies.get(tally, ())
    if outcome.partners == 1 and len(numbers) >= seats:
        return numbers[:seats]
    teams = (seat // outcome.partners for seat in range(seats))
    return [numbers[team] if team < len(numbers) else 0 for team in teams]
