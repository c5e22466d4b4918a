"""The cost of a seating, in whole numbers, and the searches that lower it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, permutations
from math import isqrt

import numpy as np
from numpy.typing import NDArray

Tables = list[list[int]]


@dataclass(frozen=True, slots=True)
class SeatingPrices:
    """The prices of a seating: two people at a table, an odd table, and the spread of scores.

    `together[a][b]` is the price of a and b at one table, stored in both directions; `odd[a]` is
    the price of a at a table of another size than `usual`; each table pays the highest minus the
    lowest of `scores`. A person is a number.
    """

    together: Mapping[int, Mapping[int, int]]
    odd: Mapping[int, int] = field(default_factory=dict)
    scores: Mapping[int, int] = field(default_factory=dict)
    usual: int = 0

    def of_table(self, table: Sequence[int]) -> int:
        """Return the cost of one table."""
        return self.company(table) + self.oddity(table) + self.spread(table)

    def company(self, table: Sequence[int]) -> int:
        total = 0
        for at, person in enumerate(table):
            known = self.together.get(person)
            if known and not known.keys().isdisjoint(table):  # most tables cost nothing
                total += sum(known.get(other, 0) for other in table[at + 1 :])
        return total

    def oddity(self, table: Sequence[int]) -> int:
        if len(table) == self.usual:
            return 0
        return sum(self.odd.get(person, 0) for person in table)

    def spread(self, table: Sequence[int]) -> int:
        if not self.scores:
            return 0
        scores = [self.scores.get(person, 0) for person in table]
        return max(scores) - min(scores)

    def adding(self, groups: Iterable[Sequence[int]], price: int) -> "SeatingPrices":
        """Return the prices with `price` added for every two people of the same group."""
        together = {person: dict(known) for person, known in self.together.items()}
        for group in groups:
            for person_a, person_b in permutations(group, 2):
                known = together.setdefault(person_a, {})
                known[person_b] = known.get(person_b, 0) + price
        return replace(self, together=together)

    def of(self, tables: Sequence[Sequence[int]]) -> int:
        """Return the total cost of the tables."""
        return sum(map(self.of_table, tables))


# --- Start ----------------------------------------------------------------------------------------
# A search starts with everybody in a chair. People with the fewest turns at an odd table sit at the
# odd tables.
def seat_in_order(
    order: Sequence[int], sizes: Sequence[int], usual: int, odd: Mapping[int, int]
) -> Tables:
    """Return the tables, filled one after another with the people of `order`.

    An odd table has another size than `usual`. The seats at odd tables go to the people who pay
    least for them; `odd` has the price of each person, 0 if missing. Among equal prices the first
    person of `order` gets the seat. All other people fill the usual tables.

    >>> seat_in_order([5, 3, 4, 1, 2], [3, 2], 3, {5: 1})
    [[5, 1, 2], [3, 4]]
    """
    seats = sum(size for size in sizes if size != usual)
    apart = set(sorted(order, key=lambda person: odd.get(person, 0))[:seats] if seats else ())
    common = iter([person for person in order if person not in apart])
    oddly = iter([person for person in order if person in apart])
    return [[next(common if size == usual else oddly) for _chair in range(size)] for size in sizes]


def by_rank(
    ranked: Sequence[int], sizes: Sequence[int], usual: int, odd: Mapping[int, int]
) -> Tables:
    """Return the tables, filled down the ranking, with odd tables where they cost least.

    Among equal costs, an odd table is as far down as possible.

    >>> by_rank([5, 3, 4, 1, 2], [3, 2], 3, {1: 1})
    [[5, 3], [4, 1, 2]]
    """
    until = [0]
    for person in ranked:
        until.append(until[-1] + odd.get(person, 0))

    def oddity(places: Sequence[int]) -> int:
        total, start = 0, 0
        for size in places:
            if size != usual:
                total += until[start + size] - until[start]
            start += size
        return total

    placed = [size for size in sizes if size == usual]
    for size in sizes:
        if size != usual:
            # Look at the last table first, so that it wins among equals.
            ways = [[*placed[:at], size, *placed[at:]] for at in range(len(placed), -1, -1)]
            placed = min(ways, key=oddity)
    tables, start = [], 0
    for size in placed:
        tables.append(list(ranked[start : start + size]))
        start += size
    return tables


# --- Exchange -------------------------------------------------------------------------------------
# Exchanges of two people, repeated: the search behind every seating.
#
# A tabu search that lowers one whole number, the total of all prices: couples, odd tables, spread
# of scores. Each step makes the cheapest change with somebody who has a cost, even if nothing
# improves. A person who has left a table may not return for a while. Among equals, the first wins.
Array = NDArray[np.int64]
NEVER = np.int64(1) << 60
# Steps without an improvement before the search stops.
PATIENCE = 100
# Steps for which a table stays closed to a person who has left it.
CLOSED = 6
# Approximate number of changes weighed per step. A change exchanges one mover with any person, so
# this limits the movers.
WEIGHED = 6_000


def improve_seating(tables: Tables, prices: SeatingPrices) -> Tables:
    """Return the cheapest seating found by the search.

    It ends at cost 0, or after PATIENCE steps without an improvement.
    """
    hall = _Hall(tables, prices)
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
    """The seating as arrays; a place is a chair of the hall, counted table by table."""

    def __init__(self, tables: Tables, prices: SeatingPrices) -> None:
        people = [person for table in tables for person in table]
        count = len(people)
        self.people: Array = np.array(people)
        self.places: Array = np.arange(count)  # the person (by index) at each place
        self.table: Array = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
        self.odd_table = np.repeat(
            [len(table) != prices.usual for table in tables], [len(table) for table in tables]
        ).astype(np.int64)
        self.starts = np.cumsum([0, *(len(table) for table in tables)])
        # The price of every couple at a table, by index.
        index = {person: at for at, person in enumerate(people)}
        self.together: Array = np.zeros((count, count), np.int64)
        for person, known in prices.together.items():
            if person in index:
                rivals = [rival for rival in known if rival in index]
                columns = [index[rival] for rival in rivals]
                self.together[index[person], columns] = [known[rival] for rival in rivals]
        self.odd: Array = np.array([prices.odd.get(person, 0) for person in people])
        self.scores: Array = np.array([prices.scores.get(person, 0) for person in people])
        # company[table, person]: the cost of seating the person with everybody at the table.
        self.company: Array = np.stack(
            [self.together[start:end].sum(axis=0) for start, end in pairwise(self.starts)]
        )
        self.cost = prices.of(tables)
        # closed[table, person]: the step until which the person may not return to the table.
        self.closed: Array = np.zeros((len(tables), count), np.int64)
        self.steps = 0
        self.lowest: Array = np.zeros(count, np.int64)
        self.highest: Array = np.zeros(count, np.int64)
        for number in range(len(tables)):
            self._look(number)

    def _look(self, number: int) -> None:
        """Compute, for each place of table `number`, the lowest and highest score at the others."""
        start, end = self.starts[number], self.starts[number + 1]
        scores = self.scores[self.places[start:end]].tolist()
        for chair in range(end - start):
            others = scores[:chair] + scores[chair + 1 :]
            self.lowest[start + chair] = min(others)
            self.highest[start + chair] = max(others)

    def step(self, cheapest: int) -> bool:
        """Make the exchange that adds the least cost, between a person with a cost and any other.

        An exchange must be open, or bring the total cost below `cheapest`; if there is none, nobody
        moves in this step. Return False if nobody has a cost.
        """
        movers = self._movers()
        if not len(movers):
            return False
        saved = self._differences(movers)
        mover_places, all_places = self.places[movers], self.places
        shut = self.closed[self.table[movers]][:, all_places] > self.steps
        shut |= (self.closed[:, mover_places][self.table] > self.steps).T
        saved[shut & (saved + self.cost >= cheapest)] = NEVER
        best = int(saved.argmin())
        mover, other = movers[best // len(all_places)], best % len(all_places)
        change = saved.flat[best]
        self.steps += 1
        if change >= NEVER:
            return True  # every exchange is closed at this step; some open again later
        self._exchange(int(mover), int(other))
        self.cost += int(change)
        return True

    def _movers(self) -> Array:
        """Return the places of people with a cost; of many, a part that changes with each step."""
        places = self.places
        own = self.company[self.table, places] + self.odd[places] * self.odd_table
        own += self._spreads() - (self.highest - self.lowest)
        movers = np.flatnonzero(own)
        most = max(8, WEIGHED // len(places))
        if len(movers) > most:
            movers = np.roll(movers, -self.steps * most)[:most]
        return movers

    def _spreads(self) -> Array:
        """Return the spread of the table of each place."""
        score = self.scores[self.places]
        return np.maximum(self.highest, score) - np.minimum(self.lowest, score)

    def _differences(self, movers: Array) -> Array:
        """Return the cost that each exchange of a mover (row) with a place (column) adds.

        It is NEVER for two places of one table.
        """
        places, table = self.places, self.table
        mover_places = places[movers]
        own = self.company[table, places]
        # Take whole rows first: the movers are few, the columns many.
        change: Array = (self.company[table[movers]] - 2 * self.together[mover_places])[:, places]
        change += self.company[:, mover_places].T[:, table]
        change -= own[movers][:, None] + own
        if self.odd.any():
            oddity = self.odd[places] - self.odd[mover_places][:, None]
            change += oddity * (self.odd_table[movers][:, None] - self.odd_table)
        if self.scores.any():
            score, spreads = self.scores[places], self._spreads()
            change += np.maximum(self.highest[movers][:, None], score)
            change -= np.minimum(self.lowest[movers][:, None], score)
            change += np.maximum(self.highest, score[movers][:, None])
            change -= np.minimum(self.lowest, score[movers][:, None])
            change -= spreads[movers][:, None] + spreads
        change[table[movers][:, None] == table] = NEVER
        return change

    def _exchange(self, first_place: int, second_place: int) -> None:
        """Exchange the people of two places; neither may return to his table for CLOSED steps."""
        first, second = self.places[first_place], self.places[second_place]
        first_table, second_table = self.table[first_place], self.table[second_place]
        change = self.together[second] - self.together[first]
        self.company[first_table] += change
        self.company[second_table] -= change
        self.places[first_place], self.places[second_place] = second, first
        self.closed[first_table, first] = self.closed[second_table, second] = self.steps + CLOSED
        self._look(int(first_table))
        self._look(int(second_table))


# --- Search ---------------------------------------------------------------------------------------
# Tables of three, four or five for a whole hall: who sits with whom.
#
# The best seating cannot be proven, so this is a search. It starts from ball order: each person
# with a repeated meeting changes places with the first person whose exchange avoids it. Then
# `improve_seating` runs from several starting points.
#
# Starting points, tried until a seating costs 0. A hall of more than a thousand people gets fewer,
# so that they seat at most MOST_SEATED people together; one is always tried.
STARTING_POINTS = 4
MOST_SEATED = 4_000
# Most people for `improve_seating`, which keeps every couple of the hall in memory.
SEARCHED_UP_TO = 2_000

Order = Callable[[int], Sequence[int]]


def seat_apart(order: Order, sizes: Sequence[int], prices: SeatingPrices) -> Tables:
    """Return tables of these sizes in which people who have met sit together least.

    `order(k)` has the people in order for starting point k, from 0.

    >>> known = {1: {4: 10}, 4: {1: 10}}
    >>> seat_apart(lambda k: [4, 1, 3, 2], [2, 2], SeatingPrices(known, usual=2))
    [[3, 1], [4, 2]]
    """

    def start(people: Sequence[int]) -> Tables:
        tables = seat_in_order(people, sizes, prices.usual, prices.odd)
        repair(tables, prices)
        return tables

    return _cheapest(order, sum(sizes), prices, start)


def seat_by_rank(order: Order, sizes: Sequence[int], prices: SeatingPrices) -> Tables:
    """Return tables of these sizes with close scores at each table, searched from the ranking."""

    def start(people: Sequence[int]) -> Tables:
        ranked = sorted(people, key=lambda person: -prices.scores.get(person, 0))
        return by_rank(ranked, sizes, prices.usual, prices.odd)

    return _cheapest(order, sum(sizes), prices, start)


def _cheapest(
    order: Order, people: int, prices: SeatingPrices, start: Callable[[Sequence[int]], Tables]
) -> Tables:
    """Return the cheapest result of several starting points, the first among equals."""
    best: Tables = []
    cheapest = -1
    for start_number in range(min(STARTING_POINTS, max(1, MOST_SEATED // max(1, people)))):
        tables = start(order(start_number))
        cost = prices.of(tables)
        if cost and len(tables) > 1 and people <= SEARCHED_UP_TO:
            tables = improve_seating(tables, prices)
            cost = prices.of(tables)
        if cheapest < 0 or cost < cheapest:
            best, cheapest = tables, cost
        if not cheapest:
            break
    return best


def scatter(scores: Sequence[int]) -> int:
    """Return the weight of a repeated meeting relative to the spread of scores at a table.

    It is 1.5 times the standard deviation of the scores, rounded down, but at least 1.

    >>> scatter([0, 20, 40, 60])
    33
    """
    count = len(scores)
    squares = count * sum(score * score for score in scores) - sum(scores) ** 2
    return max(1, isqrt(9 * squares // (4 * count * count)))


def repair(tables: Tables, prices: SeatingPrices) -> None:
    """Exchange people between `tables`, in place, so that fewer people pay for their company.

    Table by table, each person who pays for somebody at his table changes seats with the first
    person such that both then pay nothing. Without such a person, the exchange that saves most is
    made, if one saves anything. No exchange raises what the two people pay together.
    """
    for own, table in enumerate(tables):
        if not prices.company(table):
            continue
        for chair, person in enumerate(table):
            now = _with(person, table, person, prices)
            if now and (change := _best_change(tables, own, chair, now, prices)):
                target, seat = change
                tables[target][seat], table[chair] = person, tables[target][seat]


def _best_change(
    tables: Tables, own: int, chair: int, now: int, prices: SeatingPrices
) -> tuple[int, int] | None:
    """Return the table and chair with which the person at `chair` of table `own` should change.

    Return None if no change saves anything. `now` is what the person pays now.
    """
    table, person = tables[own], tables[own][chair]
    most, best = 0, None
    for step in range(1, len(tables)):
        target = (own + step) % len(tables)
        other = tables[target]
        for seat, rival in enumerate(other):
            if len(other) != len(table) and prices.odd.get(rival, 0) != prices.odd.get(person, 0):
                continue
            then = _with(person, other, rival, prices) + _with(rival, table, person, prices)
            saved = now + _with(rival, other, rival, prices) - then
            if saved > 0 and not then:
                return target, seat
            if saved > most:
                most, best = saved, (target, seat)
    return best


def _with(person: int, table: Sequence[int], without: int, prices: SeatingPrices) -> int:
    """Return the cost of the company of a table to `person`, ignoring the person `without`."""
    known = prices.together.get(person)
    if not known or known.keys().isdisjoint(table):
        return 0
    return sum(known.get(other, 0) for other in table if other != without)
