"""Two people change places, over and over: the search under every seating.

A tabu search on one whole number: the prices of couples, of odd tables and of the spread of scores.
The cheapest change with somebody who costs something is made, also when it betters nothing, and who
has left a table may not come back for a while. Between equals, the first.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.seating.prices import Prices, Tables

Array = NDArray[np.int64]
NEVER = np.int64(1) << 60
# Steps without bettering the best before giving up, and how long a table stays closed.
PATIENCE = 100
CLOSED = 6
# Changes weighed at a step, about: of so many people as this holds, each with everybody.
WEIGHED = 6_000


class Company:
    """The cost of every two at a table, as arrays: the same for every beginning."""

    def __init__(self, people: Iterable[int], prices: Prices) -> None:
        self.row = {person: at for at, person in enumerate(sorted(people))}
        self.together: Array = np.zeros((len(self.row), len(self.row)), np.int64)
        for number, known in prices.together.items():
            if known and (row := self.row.get(number)) is not None:
                here = [other for other in known if other in self.row]
                columns = [self.row[other] for other in here]
                self.together[row, columns] = [known[other] for other in here]

    def among(self, people: Sequence[int]) -> Array:
        """Of these, in the order given."""
        rows = np.array([self.row[person] for person in people])
        return np.asarray(self.together[rows[:, None], rows], np.int64)


def exchanged(tables: Tables, prices: Prices, company: Company) -> Tables:
    """The cheapest seating on the way to PATIENCE, or to one that costs nothing; `tables` stay."""
    everybody = [person for table in tables for person in table]
    hall = _Hall(tables, prices, company.among(everybody))
    best, cheapest, idle = hall.places.copy(), hall.cost, 0
    while cheapest and idle < PATIENCE:
        if not hall.step(cheapest):
            break
        idle += 1
        if hall.cost < cheapest:
            best, cheapest, idle = hall.places.copy(), hall.cost, 0
    people = hall.people[best].tolist()
    changed, at = [], 0
    for table in tables:
        changed.append(people[at : at + len(table)])
        at += len(table)
    return changed


class _Hall:
    """The seating as arrays. A place is a chair of the hall, counted table after table."""

    def __init__(self, tables: Tables, prices: Prices, together: Array) -> None:
        people = [person for table in tables for person in table]
        count = len(people)
        self.people: Array = np.array(people)
        self.places: Array = np.arange(count)  # who (by index) sits at each place
        self.table: Array = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
        self.odd_table = np.repeat(
            [len(table) != prices.usual for table in tables], [len(table) for table in tables]
        ).astype(np.int64)
        self.starts = np.cumsum([0, *(len(table) for table in tables)])
        self.together = together
        self.odd: Array = np.array([prices.odd.get(person, 0) for person in people])
        self.scores: Array = np.array([prices.scores.get(person, 0) for person in people])
        # The cost to each person of the company of each table (row).
        self.company: Array = np.stack(
            [together[start:end].sum(axis=0) for start, end in pairwise(self.starts)]
        )
        self.cost = prices.of(tables)
        self.closed: Array = np.zeros((len(tables), count), np.int64)  # until that step
        self.steps = 0
        self.lowest: Array = np.zeros(count, np.int64)
        self.highest: Array = np.zeros(count, np.int64)
        for number in range(len(tables)):
            self._look(number)

    def _look(self, number: int) -> None:
        """The lowest and highest score of the others of that table, for each of its places."""
        start, end = self.starts[number], self.starts[number + 1]
        scores = self.scores[self.places[start:end]].tolist()
        for chair in range(end - start):
            others = scores[:chair] + scores[chair + 1 :]
            self.lowest[start + chair] = min(others)
            self.highest[start + chair] = max(others)

    def step(self, cheapest: int) -> bool:
        """Makes the cheapest open change, or one that beats `cheapest`; False for none."""
        movers = self._movers()
        if not len(movers):
            return False
        saved = self._differences(movers)
        here, there = self.places[movers], self.places
        shut = self.closed[self.table[movers]][:, there] > self.steps
        shut |= (self.closed[:, here][self.table] > self.steps).T
        saved[shut & (saved + self.cost >= cheapest)] = NEVER
        best = int(saved.argmin())
        mover, other = movers[best // len(there)], best % len(there)
        change = saved.flat[best]
        self.steps += 1
        if change >= NEVER:
            return True  # everything is closed: wait
        self._exchange(int(mover), int(other))
        self.cost += int(change)
        return True

    def _movers(self) -> Array:
        """The places of those who cost something; when many, some of them in turn."""
        who = self.places
        own = self.company[self.table, who] + self.odd[who] * self.odd_table
        own += self._spreads() - (self.highest - self.lowest)
        movers = np.flatnonzero(own)
        most = max(8, WEIGHED // len(who))
        if len(movers) > most:
            movers = np.roll(movers, -self.steps * most)[:most]
        return movers

    def _spreads(self) -> Array:
        """The spread of the table of each place."""
        score = self.scores[self.places]
        return np.maximum(self.highest, score) - np.minimum(self.lowest, score)

    def _differences(self, movers: Array) -> Array:
        """Return what each change of a mover (row) with a place (column) adds to the cost."""
        who, table = self.places, self.table
        here = who[movers]
        own = self.company[table, who]
        # Whole rows first: the rows of a mover and of his table are few, the columns many.
        change: Array = (self.company[table[movers]] - 2 * self.together[here])[:, who]
        change += self.company[:, here].T[:, table]
        change -= own[movers][:, None] + own
        if self.odd.any():
            oddity = self.odd[who] - self.odd[here][:, None]
            change += oddity * (self.odd_table[movers][:, None] - self.odd_table)
        if self.scores.any():
            score, spreads = self.scores[who], self._spreads()
            change += np.maximum(self.highest[movers][:, None], score)
            change -= np.minimum(self.lowest[movers][:, None], score)
            change += np.maximum(self.highest, score[movers][:, None])
            change -= np.minimum(self.lowest, score[movers][:, None])
            change -= spreads[movers][:, None] + spreads
        change[table[movers][:, None] == table] = NEVER
        return change

    def _exchange(self, one: int, other: int) -> None:
        """The people of two places change them; neither may come back for CLOSED steps."""
        first, second = self.places[one], self.places[other]
        here, there = self.table[one], self.table[other]
        change = self.together[second] - self.together[first]
        self.company[here] += change
        self.company[there] -= change
        self.places[one], self.places[other] = second, first
        self.closed[here, first] = self.closed[there, second] = self.steps + CLOSED
        self._look(int(here))
        self._look(int(there))
