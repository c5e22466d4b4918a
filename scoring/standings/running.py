"""Standings that follow a tournament result by result, without counting the others again.

A result changes the values of those who played it, of their rivals where the chain looks at
rivals, and of whoever is tied with any of them where it looks at who is tied. Only those are
counted again and put in their new place.
"""

from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from scoring.standings.columns import Ints, columns_of
from scoring.standings.counting import Counting
from scoring.standings.credit import (
    IS_BYE,
    Results,
    Tally,
    points_of,
    results_of,
    rivals_of,
    tally_of,
)
from scoring.standings.field import Field, add_up
from scoring.standings.outcome import Outcome
from scoring.standings.table import Line, lines_of, placed
from scoring.standings.tiebreaks import RIVALS, SCOPES, TIED, WHOLE, tiebreak
from tournaments.formats.core import MEAN

ROOM = 512  # rows, and never fewer than there already are once they are full
COLUMNS = 8
FEW = 64

Number = TypeVar("Number", bound=np.generic)
Key = tuple[int, ...]  # every value of the chain below nought, and the number


def can_run(chain: Sequence[str], counting: Counting) -> bool:
    """Whether a result is felt only near who played it: no tie-break looks at everybody, and no
    bye is worth the mean of its round."""
    return counting.bye != MEAN and all(_scope(key) != WHOLE for key in chain)


class Running:
    """The order of a field by a chain, as results come in. The field becomes its own."""

    def __init__(self, field: Field, chain: Sequence[str], counting: Counting) -> None:
        """Raises ValueError for a chain and a counting that cannot be followed (`can_run`)."""
        if not can_run(chain, counting):
            raise ValueError(f"a result may move everybody by {', '.join(chain)}")
        self.field, self.chain, self.counting = field, tuple(chain), counting
        self.own = [at for at, key in enumerate(chain) if _scope(key) != TIED]
        self.tied = [at for at, key in enumerate(chain) if _scope(key) == TIED]
        self.looks_at_rivals = any(_scope(key) == RIVALS for key in chain)
        self.rows = len(field.row_round)
        self.counts = np.count_nonzero(field.slots, axis=1)
        self.place_of = {number: at for at, number in enumerate(field.numbers.tolist())}
        self.entered = frozenset(field.who.tolist())
        self.begins = np.full(field.nobody + 1, -1, dtype=np.int64)
        self.begins[field.who] = np.isin(field.numbers[field.who], list(field.extras.last))
        _, _, values, _ = placed(field, chain)
        self.values = np.zeros((field.nobody + 1, len(self.chain)), dtype=np.int64)
        self.values[field.who] = values
        self.keys = {place: self._key(place) for place in field.who.tolist()}
        self.ordered = sorted(self.keys.values())

    def order(self) -> list[int]:
        """The numbers entered, from the first place down; those who share one, lower first."""
        return [key[-1] for key in self.ordered]

    def place(self, number: int) -> int:
        """The place of an entry, shared or not."""
        return bisect_left(self.ordered, self.keys[self.place_of[number]][:-1]) + 1

    def lines(self) -> tuple[Line, ...]:
        """The standings as they are now, as `standings` tells them."""
        who = np.array([self.place_of[key[-1]] for key in self.ordered], dtype=np.int64)
        values, begins = self.values[who], self.begins[who]
        differs = (values[1:] != values[:-1]).any(axis=1) | (begins[1:] != begins[:-1])
        groups = np.concatenate((np.zeros(min(len(who), 1), dtype=np.int64), np.cumsum(differs)))
        return lines_of(self.field, self.chain, who, groups, values, begins)

    def add(self, outcome: Outcome) -> None:
        """One result more. Raises KeyError for a number that the field has not."""
        who = self._places(outcome)
        rows = self._append(outcome)
        if max(int(self.counts[place]) for place in who) >= self.field.slots.shape[1]:
            self.field.slots = _wider(self.field.slots)
        for place, row in self._of_somebody(who, rows):
            self.field.slots[place, self.counts[place]] = row
            self.counts[place] += 1
        self.field.last_round = max(self.field.last_round, outcome.round)
        self._follow(who)

    def remove(self, outcome: Outcome) -> None:
        """Take a result back, as when it is corrected: `add` comes next. Raises KeyError when
        there is no such match."""
        who = self._places(outcome)
        rows = self._rows_of(outcome, who)
        met = self._met(who)
        for place, row in self._of_somebody(who, rows):
            slots = self.field.slots[place]
            last = self.counts[place] - 1
            slots[slots == row] = slots[last]
            slots[last] = 0
            self.counts[place] = last
        self._follow(who, met)

    # --- The rows -------------------------------------------------------------------------------
    def _places(self, outcome: Outcome) -> list[int]:
        return [self.place_of[number] if number else self.field.nobody for number in outcome.sides]

    def _of_somebody(self, who: Sequence[int], rows: Iterable[int]) -> list[tuple[int, int]]:
        """The place and the row of each, guests apart."""
        found = zip(who, rows, strict=True)
        return [(place, row) for place, row in found if place != self.field.nobody]

    def _append(self, outcome: Outcome) -> range:
        """The rows of the outcome, written after all others."""
        field, counting = self.field, self.counting
        columns = columns_of([outcome], list(field.tallies))
        rivals, results = rivals_of(columns), results_of(columns, counting)
        tallies = {
            tally: tally_of(columns, rivals, counting, tally, tally == field.counted)
            for tally in field.tallies
        }
        points = points_of(columns, rivals, results, counting, tallies[field.counted].own)
        rows = range(self.rows, self.rows + columns.rows - 1)
        while rows.stop > len(field.row_round):
            self._grow()
        self.rows = rows.stop
        at = slice(rows.start, rows.stop)
        places = np.array([field.nobody, *self._places(outcome)])
        met = places[rivals[1:]]
        if _alone(outcome):
            met[:, 0] = places[1:]
        if met.shape[1] > field.rival.shape[1]:
            field.rival = _with_rivals(field.rival, met.shape[1], field.nobody)
        field.rival[at] = field.nobody
        field.rival[at, : met.shape[1]] = met
        field.row_points[at], field.row_round[at] = points[1:], columns.round[1:]
        field.row_purpose[at], field.row_order[at] = columns.purpose[1:], columns.order[1:]
        field.row_bye[at] = columns.kind[1:] == IS_BYE
        for one in fields(Results):
            getattr(field.results, one.name)[at] = getattr(results, one.name)[1:]
        for tally, found in tallies.items():
            for column, numbers in zip(field.tallies[tally], found, strict=True):
                column[at] = numbers[1:]
        return rows

    def _grow(self) -> None:
        """Room for as many rows again."""
        field = self.field
        more = max(ROOM, len(field.row_round))
        field.rival = _longer(field.rival, more)
        for name in ("row_points", "row_round", "row_bye", "row_purpose", "row_order"):
            setattr(field, name, _longer(getattr(field, name), more))
        field.results = Results(
            *(_longer(getattr(field.results, one.name), more) for one in fields(Results))
        )
        field.tallies = {
            tally: Tally(*(_longer(column, more) for column in columns))
            for tally, columns in field.tallies.items()
        }

    def _rows_of(self, outcome: Outcome, who: Sequence[int]) -> list[int]:
        """The row of each of those who played it: in that round, against the same."""
        found, resting = [], _alone(outcome)
        for number, place in zip(outcome.sides, who, strict=True):
            if place == self.field.nobody:
                found.append(0)
                continue
            met = {place} if resting else set(who) - {place}
            for row in self.field.slots[place, : self.counts[place]].tolist():
                rivals = set(self.field.rival[row].tolist()) - {self.field.nobody}
                if self.field.row_round[row] == outcome.round and rivals and rivals <= met:
                    found.append(row)
                    break
            else:
                raise KeyError(f"{number} has no such match in round {outcome.round}")
        return found

    # --- The order ------------------------------------------------------------------------------
    def _met(self, who: Sequence[int]) -> set[int]:
        """Those entered who have met any of them, themselves included."""
        met = self.field.rival[self.field.slots[list(who)]]
        return {*who, *np.unique(met).tolist()} if self.looks_at_rivals else set(who)

    def _follow(self, who: Sequence[int], before: Iterable[int] = ()) -> None:
        """Count again whoever feels that these have a match more or less, and place them."""
        add_up(self.field, np.array(who))
        changed = sorted((self._met(who) | set(before)) & self.entered)
        if not changed:
            return
        places, nobody = np.array(changed), np.zeros(self.field.nobody + 1, dtype=np.int64)
        for at in self.own:
            self.values[places, at] = tiebreak(self.chain[at])(self.field, places, nobody)
        fresh = {place: self._key(place) for place in changed}
        for at in self.tied:
            self._tie(at, fresh, who)
        for place in fresh:
            old = self.keys[place]
            del self.ordered[bisect_left(self.ordered, old)]
        for place, key in fresh.items():
            self.keys[place] = key
            insort(self.ordered, key)

    def _tie(self, at: int, fresh: dict[int, Key], played: Collection[int]) -> None:
        """The values of a tie-break that looks at who is tied, in every group that somebody has
        left or joined; who gets another value is placed anew too."""
        until = at + 1  # the key begins with who goes last
        groups = set()
        for place, key in fresh.items():
            left, joined = self.keys[place][:until], key[:until]
            if left != joined or place in played:
                groups |= {left, joined}
        together = [self._members(group, fresh) for group in groups]
        tied = np.full(self.field.nobody + 1, -1, dtype=np.int64)
        for number, places in enumerate(together):
            tied[places] = number
        if not together:
            return  # whoever played it has no line
        who = np.concatenate(together)
        found = tiebreak(self.chain[at])(self.field, who, tied)
        moved = who[self.values[who, at] != found].tolist()
        self.values[who, at] = found
        for place in {*moved, *fresh}:
            fresh[place] = self._key(place)

    def _members(self, group: Key, fresh: dict[int, Key]) -> Ints:
        """The places of those whose key begins so: by their keys when they are few, by the values
        of everybody when they are many."""
        start = bisect_left(self.ordered, group)
        end = bisect_left(self.ordered, (*group[:-1], group[-1] + 1))
        if end - start > FEW:
            here = self.begins == group[0]
            for at, value in enumerate(group[1:]):
                here &= self.values[:, at] == -value
            return np.flatnonzero(here)
        before = (self.place_of[key[-1]] for key in self.ordered[start:end])
        now = (place for place, key in fresh.items() if key[: len(group)] == group)
        places = [*(place for place in before if place not in fresh), *now]
        return np.array(places, dtype=np.int64)

    def _key(self, place: int) -> Key:
        number = int(self.field.numbers[place])
        return (int(self.begins[place]), *(-self.values[place]).tolist(), number)


def _alone(outcome: Outcome) -> bool:
    """Whether who plays it has met nobody: he rests, or it counts for him alone."""
    return len(outcome.sides) <= outcome.partners or 0 in outcome.sides


def _scope(key: str) -> str:
    return SCOPES.get(key, "own")


def _longer(rows: NDArray[Number], more: int) -> NDArray[Number]:
    longer: NDArray[Number] = np.concatenate(
        (rows, np.zeros((more, *rows.shape[1:]), dtype=rows.dtype))
    )
    return longer


def _wider(slots: Ints) -> Ints:
    return np.concatenate((slots, np.zeros((len(slots), COLUMNS), dtype=np.int64)), axis=1)


def _with_rivals(rival: Ints, most: int, nobody: int) -> Ints:
    more = np.full((len(rival), most - rival.shape[1]), nobody, dtype=np.int64)
    return np.concatenate((rival, more), axis=1)
