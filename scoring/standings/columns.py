"""Results in columns: one row for each entrant in each match, the rows of a match together.

Row 0 is nobody's: all its numbers are 0, so that whatever has no row points at it and adds nothing.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tournaments.formats.core import FINAL, THIRD_PLACE

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

PLAYED, BYE, FORFEIT = range(3)  # the kinds of a match
ALL_LOST = -2  # the winner of a match that every side has lost
PURPOSES = ("", FINAL, THIRD_PLACE)  # any other counts as an ordinary match


@dataclass(frozen=True, slots=True)
class Columns:
    """All arrays have one number for each row, row 0 included.

    `number` is of the entry, 0 for who only sat down so that another might catch up; `match` counts
    from 1; `seat` is the place in the match, from 0, and `team` the side it belongs to; `winner` is
    the team that won, −1 when none did, ALL_LOST when every one lost; `kind` is PLAYED, BYE or
    FORFEIT, `purpose` a place in PURPOSES and `group` a number, 0 for none; `size` is how many
    seats the match has. `own` has, by tally, what the row's side added up. `partners` seats, one
    after another, make a side.
    """

    number: Ints
    match: Ints
    round: Ints
    seat: Ints
    team: Ints
    winner: Ints
    kind: Ints
    purpose: Ints
    group: Ints
    size: Ints
    own: Mapping[str, Ints]
    partners: int

    @property
    def rows(self) -> int:
        return len(self.number)

    def only(self, rows: Bools) -> "Columns":
        """Return the columns with those rows alone, and row 0."""
        kept = np.append(0, np.flatnonzero(rows[1:]) + 1)
        names = [one.name for one in fields(self) if one.name not in ("own", "partners")]
        return replace(
            self,
            own={tally: numbers[kept] for tally, numbers in self.own.items()},
            **{name: getattr(self, name)[kept] for name in names},
        )

    def in_match(self, rows: Bools) -> Bools:
        """Return which rows belong to a match that has any of those."""
        return (np.bincount(self.match, weights=rows) > 0)[self.match]


def columns_of(
    sizes: Ints,
    number: Ints,
    *,
    round: Ints,
    winner: Ints,
    kind: Ints,
    purpose: Ints,
    group: Ints,
    own: Mapping[str, Ints],
    partners: int,
) -> Columns:
    """Return the columns of matches of those `sizes`, whose seats have these `number`s; the others
    have one number a match, and each of `own` one line a side."""
    rows = np.append(1, sizes)
    match = np.repeat(np.arange(len(rows)), rows)
    seat = np.arange(len(match)) - (np.cumsum(rows) - rows)[match]
    team = seat // partners if partners > 1 else seat
    return Columns(
        number=_after_nobody(number),
        match=match,
        round=_after_nobody(round)[match],
        seat=seat,
        team=team,
        winner=_after_nobody(winner)[match],
        kind=_after_nobody(kind)[match],
        purpose=_after_nobody(purpose)[match],
        group=_after_nobody(group)[match],
        size=_after_nobody(sizes)[match],
        own={tally: _after_nobody(lines)[team, match] for tally, lines in own.items()},
        partners=partners,
    )


def without(columns: Columns, numbers: Collection[int]) -> Columns:
    """Return what counts once everything of these entries is void.

    Their matches against one other side are left out, whoever won. At a table of three sides or
    more what the others did stands.
    """
    if not numbers:
        return columns
    void = columns.in_match(np.isin(columns.number, list(numbers)))
    return columns.only(~void | (columns.size > 2 * columns.partners))


def in_group(columns: Columns, group: int, numbers: Collection[int]) -> Columns:
    """Return what counts in the table of a group: the matches played in it by its members alone.

    A match that somebody catches up counts for him, wherever those who helped come from.
    """
    strangers = columns.in_match(~np.isin(columns.number, [0, *numbers]))
    return columns.only((columns.group == group) & ~strangers)


def sums(lines: NDArray[Any]) -> Ints:
    """Return the sum of each line of a table of numbers or of yes-or-no."""
    return np.asarray(lines.sum(axis=1), dtype=np.int64)


def refined(groups: Ints, *values: Ints) -> Ints:
    """Return the groups split by the values, the first of them before the second, highest first.

    Groups are numbers from 0, the best first, and stay in their order.

    >>> refined(np.array([0, 0, 1, 0]), np.array([5, 7, 9, 5])).tolist()
    [1, 0, 2, 1]
    """
    if not len(groups):
        return groups
    keys = [groups, *(-value for value in values)]
    order = np.lexsort(keys[::-1])
    new = np.zeros(len(groups), dtype=np.bool_)
    for key in keys:
        ordered = key[order]
        new[1:] |= ordered[1:] != ordered[:-1]
    split = np.empty(len(groups), dtype=np.int64)
    split[order] = np.cumsum(new)
    return split


def _after_nobody(numbers: Ints) -> Ints:
    """Prepend what is nobody's, 0, to each line of numbers."""
    nobody = np.zeros((*numbers.shape[:-1], 1), dtype=np.int64)
    return np.concatenate((nobody, numbers), axis=-1)
