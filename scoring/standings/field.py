"""Everybody's matches as arrays: what every tie-break starts from.

Entrants go by their place in `numbers`, ascending. One place more than there are entrants stands
for nobody: every sum has a 0 there, so that a rival who does not exist adds nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from scoring.standings.columns import BYE, Bools, Columns, Ints, sums
from scoring.standings.counting import (
    Counting,
    Results,
    Tally,
    points_of,
    results_of,
    rivals_of,
    tally_of,
)


@dataclass(frozen=True, slots=True)
class Extras:
    """Input of standings besides the matches.

    `penalties`: points taken away, by entry. `carried`: what each brings from the stage before,
    by tie-break and entry. `order`: the entries as the format itself puts them, first the best, in
    groups of those it holds level. `places`: the same, of the places that brackets have decided.
    `alive`: who is not out yet, where the format puts people out. `last`: who goes below
    everybody else, whatever was played. `undrawn`: who is entered and sits nowhere, though there
    is a draw. `beside`: a tally that is told with each line and orders nothing; "" for none.
    """

    penalties: Mapping[int, int] = field(default_factory=dict)
    carried: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    order: Sequence[Sequence[int]] = ()
    places: Sequence[Sequence[int]] = ()
    alive: frozenset[int] | None = None
    last: frozenset[int] = frozenset()
    undrawn: frozenset[int] = frozenset()
    beside: str = ""


@dataclass(slots=True)
class Field:
    """Everything the tie-breaks may look at.

    `who` are the places of those entered: who only appears in the matches has no line, but counts
    as a rival. `slots[place]` are the rows of each, 0 to fill up; `row_…` arrays go by row,
    `rival` by row too, the places of its rivals (oneself, in a bye or against a guest). `tallies`
    has each tally by row. `wins` and `points` are sums by place.
    """

    numbers: Ints
    who: Ints
    active: Bools
    slots: Ints
    rival: Ints
    row_points: Ints
    row_round: Ints
    row_bye: Bools
    row_purpose: Ints
    results: Results
    tallies: Mapping[str, Tally]
    wins: Ints
    points: Ints
    last_round: int
    seed: str
    counted: str
    best: int
    extras: Extras

    @property
    def nobody(self) -> int:
        return len(self.numbers)

    def own(self, who: Ints, tally: str = "") -> Ints:
        """Return what each of them added up in each of his matches: one line each, 0 to fill up."""
        return self.tallies[tally or self.counted].own[self.slots[who]]

    def against(self, who: Ints, tally: str = "") -> Ints:
        """The same of what the other sides of each match added up."""
        return self.tallies[tally or self.counted].against[self.slots[who]]

    def difference(self, who: Ints, tally: str = "") -> Ints:
        """The same of the differences that count."""
        return self.tallies[tally or self.counted].difference[self.slots[who]]

    def carried(self, key: str, who: Ints) -> Ints | int:
        """Return what they bring to this tie-break from the stage before."""
        brought = self.extras.carried.get(key)
        return by_number(brought, self.numbers[who]) if brought else 0

    def that_count(self, who: Ints) -> Ints:
        """The matches in each one's sums: decided, or rests that bring something; the best."""
        rows = self.slots[who]
        found = sums((rows > 0) & ~self.results.idle[rows])
        return np.minimum(found, self.best) if self.best else found

    def best_of(self, values: Ints, who: Ints) -> Ints:
        """The sum of each one's best matches and byes; of all where the stage counts all."""
        if not self.best:
            return sums(values)
        rows = self.slots[who]
        real = (rows > 0) & ~self.results.idle[rows]
        least = np.iinfo(np.int64).min
        kept = -np.sort(-np.where(real, values, least + 1), axis=1)[:, : self.best]
        return sums(np.where(kept > least + 1, kept, 0))


def arrange(
    known: Ints,
    playing: Bools,
    columns: Columns,
    seed: str,
    counted: str,
    counting: Counting,
    extras: Extras,
) -> Field:
    """Gather by entrant what is in the columns; `known` are the numbers entered, and `playing`
    whether each of them has not withdrawn. Neither order matters.

    Numbers are looked up in a table as long as the highest of them.
    """
    most = int(max(columns.number.max(), known.max(initial=0)))
    seen = np.zeros(most + 1, dtype=np.bool_)
    seen[known] = seen[columns.number] = True
    seen[0] = False
    numbers = np.flatnonzero(seen)
    places = np.full(most + 1, len(numbers), dtype=np.int64)
    places[numbers] = np.arange(len(numbers))
    place, who = places[columns.number], np.sort(places[known])
    active = np.zeros(len(numbers) + 1, dtype=np.bool_)
    active[places[known]] = playing
    rivals, results = rivals_of(columns), results_of(columns, counting)
    found = {
        tally: tally_of(columns, rivals, counting, tally, tally == counted) for tally in columns.own
    }
    arranged = Field(
        numbers=numbers,
        who=who,
        active=active,
        slots=_slots(place, len(numbers)),
        rival=_rival(columns, rivals, place),
        row_points=points_of(columns, rivals, results, counting, found[counted].own),
        row_round=columns.round,
        row_bye=columns.kind == BYE,
        row_purpose=columns.purpose,
        results=results,
        tallies=found,
        wins=np.zeros(len(numbers) + 1, dtype=np.int64),
        points=np.zeros(len(numbers) + 1, dtype=np.int64),
        last_round=int(columns.round.max()),
        seed=seed,
        counted=counted,
        best=counting.best,
        extras=extras,
    )
    who, rows = np.arange(len(numbers)), arranged.slots[:-1]
    arranged.wins[:-1] = sums(results.won[rows]) + arranged.carried("wins", who)
    arranged.points[:-1] = arranged.best_of(arranged.row_points[rows], who)
    arranged.points[:-1] += arranged.carried("points", who)
    return arranged


def by_number(values: Mapping[int, int], numbers: Ints) -> Ints:
    """The values of these numbers, 0 for those that have none."""
    return np.fromiter((values.get(one, 0) for one in numbers.tolist()), np.int64, len(numbers))


def _slots(place: Ints, entrants: int) -> Ints:
    """The rows of each place, side by side; the line of nobody is empty."""
    rows = place[1:]
    order = np.argsort(rows.astype(np.uint16) if entrants < 2**16 else rows, kind="stable")
    counts = np.bincount(rows, minlength=entrants + 1)
    order = order[: len(rows) - counts[entrants]]  # nobody's, the last, are nobody's
    counts[entrants] = 0
    starts = np.cumsum(counts) - counts
    slots = np.zeros((entrants + 1, max(int(counts.max()), 1)), dtype=np.int64)
    owner = rows[order]
    slots[owner, np.arange(len(order)) - starts[owner]] = order + 1
    return slots


def _rival(columns: Columns, rivals: Ints, place: Ints) -> Ints:
    """The places of the rivals of each row; of whoever rests, or only caught up, himself."""
    found = place[rivals]
    guests = (rivals > 0) & (columns.number[rivals] == 0)
    alone = (columns.size <= columns.partners) | guests.any(axis=1)
    alone[0] = False
    found[alone, 0] = place[alone]
    return found
