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

    `couple_prices[a][b]` is the price of a and b at one table, stored in both directions.
    `odd_prices[a]` is the price of a at a table that is not of `usual_size`. Each table pays the
    highest minus the lowest of `scores`. A person is a number.
    """

    couple_prices: Mapping[int, Mapping[int, int]]
    odd_prices: Mapping[int, int] = field(default_factory=dict)
    scores: Mapping[int, int] = field(default_factory=dict)
    usual_size: int = 0

    def table_cost(self, table: Sequence[int]) -> int:
        """Return the cost of one table."""
        return self.company_cost(table) + self.odd_cost(table) + self.spread_cost(table)

    def company_cost(self, table: Sequence[int]) -> int:
        total = 0
        for chair, person in enumerate(table):
            own_prices = self.couple_prices.get(person)
            if own_prices and not own_prices.keys().isdisjoint(table):  # most tables cost nothing
                total += sum(own_prices.get(other, 0) for other in table[chair + 1 :])
        return total

    def odd_cost(self, table: Sequence[int]) -> int:
        if len(table) == self.usual_size:
            return 0
        return sum(self.odd_prices.get(person, 0) for person in table)

    def spread_cost(self, table: Sequence[int]) -> int:
        if not self.scores:
            return 0
        scores = [self.scores.get(person, 0) for person in table]
        return max(scores) - min(scores)

    def add_group_price(self, groups: Iterable[Sequence[int]], price: int) -> "SeatingPrices":
        """Return the prices with `price` added for every two people of the same group."""
        couple_prices = {
            person: dict(own_prices) for person, own_prices in self.couple_prices.items()
        }
        for group in groups:
            for person_a, person_b in permutations(group, 2):
                own_prices = couple_prices.setdefault(person_a, {})
                own_prices[person_b] = own_prices.get(person_b, 0) + price
        return replace(self, couple_prices=couple_prices)

    def total_cost(self, tables: Sequence[Sequence[int]]) -> int:
        """Return the total cost of the tables."""
        return sum(map(self.table_cost, tables))


# --- Start ----------------------------------------------------------------------------------------
# A search starts with everybody in a chair. People with the fewest turns at an odd table sit at the
# odd tables.
def seat_in_order(
    order: Sequence[int], sizes: Sequence[int], usual_size: int, odd_prices: Mapping[int, int]
) -> Tables:
    """Return the tables, filled one after another with the people of `order`.

    An odd table is not of `usual_size`. The seats at odd tables go to the people who pay least for
    them; `odd_prices` has the price of each person, 0 if missing. Among equal prices the first
    person of `order` gets the seat. All other people fill the usual tables.

    >>> seat_in_order([5, 3, 4, 1, 2], [3, 2], 3, {5: 1})
    [[5, 1, 2], [3, 4]]
    """
    seats = sum(size for size in sizes if size != usual_size)
    people_at_odd_tables = set(
        sorted(order, key=lambda person: odd_prices.get(person, 0))[:seats] if seats else ()
    )
    usual_people = iter([person for person in order if person not in people_at_odd_tables])
    odd_people = iter([person for person in order if person in people_at_odd_tables])
    return [
        [next(usual_people if size == usual_size else odd_people) for _chair in range(size)]
        for size in sizes
    ]


def fill_by_rank(
    ranking: Sequence[int], sizes: Sequence[int], usual_size: int, odd_prices: Mapping[int, int]
) -> Tables:
    """Return the tables, filled down the ranking, with odd tables where they cost least.

    Among equal costs, an odd table is as far down as possible.

    >>> fill_by_rank([5, 3, 4, 1, 2], [3, 2], 3, {1: 1})
    [[5, 3], [4, 1, 2]]
    """
    price_sums = [0]
    for person in ranking:
        price_sums.append(price_sums[-1] + odd_prices.get(person, 0))

    def oddity(sizes: Sequence[int]) -> int:
        total, start = 0, 0
        for size in sizes:
            if size != usual_size:
                total += price_sums[start + size] - price_sums[start]
            start += size
        return total

    table_sizes = [size for size in sizes if size == usual_size]
    for size in sizes:
        if size != usual_size:
            # Look at the last table first, so that it wins among equals.
            ways = [
                [*table_sizes[:index], size, *table_sizes[index:]]
                for index in range(len(table_sizes), -1, -1)
            ]
            table_sizes = min(ways, key=oddity)
    tables, start = [], 0
    for size in table_sizes:
        tables.append(list(ranking[start : start + size]))
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
CLOSED_STEPS = 6
# Approximate number of changes weighed per step. A change exchanges one mover with any person, so
# this limits the movers.
CHANGES_WEIGHED = 6_000


def improve_seating(tables: Tables, prices: SeatingPrices) -> Tables:
    """Return the cheapest seating found by the search.

    It ends at cost 0, or after PATIENCE steps without an improvement.
    """
    hall = _Hall(tables, prices)
    best_places = hall.places.copy()
    cheapest = hall.cost
    idle = 0
    while cheapest and idle < PATIENCE:
        if not hall.step(cheapest):
            break
        idle += 1
        if hall.cost < cheapest:
            best_places = hall.places.copy()
            cheapest = hall.cost
            idle = 0
    people = hall.people[best_places].tolist()
    new_tables, start = [], 0
    for table in tables:
        new_tables.append(people[start : start + len(table)])
        start += len(table)
    return new_tables


class _Hall:
    """The seating as arrays; a place is a chair of the hall, counted table by table."""

    def __init__(self, tables: Tables, prices: SeatingPrices) -> None:
        people = [person for table in tables for person in table]
        count = len(people)
        self.people: Array = np.array(people)
        self.places: Array = np.arange(count)  # the person (by index) at each place
        self.table: Array = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
        self.odd_table = np.repeat(
            [len(table) != prices.usual_size for table in tables], [len(table) for table in tables]
        ).astype(np.int64)
        self.starts = np.cumsum([0, *(len(table) for table in tables)])
        # The price of every couple at a table, by index.
        index = {person: place for place, person in enumerate(people)}
        self.together: Array = np.zeros((count, count), np.int64)
        for person, own_prices in prices.couple_prices.items():
            if person in index:
                rivals = [rival for rival in own_prices if rival in index]
                columns = [index[rival] for rival in rivals]
                self.together[index[person], columns] = [own_prices[rival] for rival in rivals]
        self.odd: Array = np.array([prices.odd_prices.get(person, 0) for person in people])
        self.scores: Array = np.array([prices.scores.get(person, 0) for person in people])
        # company[table, person]: the cost of seating the person with everybody at the table.
        self.company: Array = np.stack(
            [self.together[start:end].sum(axis=0) for start, end in pairwise(self.starts)]
        )
        self.cost = prices.total_cost(tables)
        # closed[table, person]: the step until which the person may not return to the table.
        self.closed: Array = np.zeros((len(tables), count), np.int64)
        self.steps = 0
        self.lowest: Array = np.zeros(count, np.int64)
        self.highest: Array = np.zeros(count, np.int64)
        for number in range(len(tables)):
            self._update_score_limits(number)

    def _update_score_limits(self, number: int) -> None:
        """Compute, for each place of table `number`, the lowest and highest score at the others."""
        start, end = self.starts[number], self.starts[number + 1]
        scores = self.scores[self.places[start:end]].tolist()
        for chair in range(end - start):
            other_scores = scores[:chair] + scores[chair + 1 :]
            self.lowest[start + chair] = min(other_scores)
            self.highest[start + chair] = max(other_scores)

    def step(self, cheapest: int) -> bool:
        """Make the exchange that adds the least cost, between a person with a cost and any other.

        An exchange must be open, or bring the total cost below `cheapest`; if there is none, nobody
        moves in this step. Return False if nobody has a cost.
        """
        movers = self._movers()
        if not len(movers):
            return False
        added_costs = self._differences(movers)
        mover_places, all_places = self.places[movers], self.places
        is_closed = self.closed[self.table[movers]][:, all_places] > self.steps
        is_closed |= (self.closed[:, mover_places][self.table] > self.steps).T
        added_costs[is_closed & (added_costs + self.cost >= cheapest)] = NEVER
        best_index = int(added_costs.argmin())
        mover, other = movers[best_index // len(all_places)], best_index % len(all_places)
        change = added_costs.flat[best_index]
        self.steps += 1
        if change >= NEVER:
            return True  # every exchange is closed at this step; some open again later
        self._exchange(int(mover), int(other))
        self.cost += int(change)
        return True

    def _movers(self) -> Array:
        """Return the places of people with a cost; of many, a part that changes with each step."""
        places = self.places
        costs = self.company[self.table, places] + self.odd[places] * self.odd_table
        costs += self._spreads() - (self.highest - self.lowest)
        movers = np.flatnonzero(costs)
        most_movers = max(8, CHANGES_WEIGHED // len(places))
        if len(movers) > most_movers:
            movers = np.roll(movers, -self.steps * most_movers)[:most_movers]
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
        own_costs = self.company[table, places]
        # Take whole rows first: the movers are few, the columns many.
        change: Array = (self.company[table[movers]] - 2 * self.together[mover_places])[:, places]
        change += self.company[:, mover_places].T[:, table]
        change -= own_costs[movers][:, None] + own_costs
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
        """Exchange the people of two places; neither may return to his table for CLOSED_STEPS."""
        first, second = self.places[first_place], self.places[second_place]
        first_table, second_table = self.table[first_place], self.table[second_place]
        change = self.together[second] - self.together[first]
        self.company[first_table] += change
        self.company[second_table] -= change
        self.places[first_place], self.places[second_place] = second, first
        self.closed[first_table, first] = self.closed[second_table, second] = (
            self.steps + CLOSED_STEPS
        )
        self._update_score_limits(int(first_table))
        self._update_score_limits(int(second_table))


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
    >>> seat_apart(lambda k: [4, 1, 3, 2], [2, 2], SeatingPrices(known, usual_size=2))
    [[3, 1], [4, 2]]
    """

    def start(people: Sequence[int]) -> Tables:
        tables = seat_in_order(people, sizes, prices.usual_size, prices.odd_prices)
        repair(tables, prices)
        return tables

    return _cheapest_seating(order, sum(sizes), prices, start)


def seat_by_rank(order: Order, sizes: Sequence[int], prices: SeatingPrices) -> Tables:
    """Return tables of these sizes with close scores at each table, searched from the ranking."""

    def start(people: Sequence[int]) -> Tables:
        ranking = sorted(people, key=lambda person: -prices.scores.get(person, 0))
        return fill_by_rank(ranking, sizes, prices.usual_size, prices.odd_prices)

    return _cheapest_seating(order, sum(sizes), prices, start)


def _cheapest_seating(
    order: Order, people_count: int, prices: SeatingPrices, start: Callable[[Sequence[int]], Tables]
) -> Tables:
    """Return the cheapest result of several starting points, the first among equals."""
    best_tables: Tables = []
    cheapest = -1
    for start_number in range(min(STARTING_POINTS, max(1, MOST_SEATED // max(1, people_count)))):
        tables = start(order(start_number))
        cost = prices.total_cost(tables)
        if cost and len(tables) > 1 and people_count <= SEARCHED_UP_TO:
            tables = improve_seating(tables, prices)
            cost = prices.total_cost(tables)
        if cheapest < 0 or cost < cheapest:
            best_tables, cheapest = tables, cost
        if not cheapest:
            break
    return best_tables


def meeting_weight(scores: Sequence[int]) -> int:
    """Return the weight of a repeated meeting relative to the spread of scores at a table.

    It is 1.5 times the standard deviation of the scores, rounded down, but at least 1.

    >>> meeting_weight([0, 20, 40, 60])
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
    for own_table, table in enumerate(tables):
        if not prices.company_cost(table):
            continue
        for chair, person in enumerate(table):
            cost_now = _cost_of_company(person, table, person, prices)
            if cost_now and (change := _best_change(tables, own_table, chair, cost_now, prices)):
                target, seat = change
                tables[target][seat], table[chair] = person, tables[target][seat]


def _best_change(
    tables: Tables, own_table: int, chair: int, cost_now: int, prices: SeatingPrices
) -> tuple[int, int] | None:
    """Return the table and chair with which the person at `chair` of `own_table` should change.

    Return None if no change saves anything. `cost_now` is what the person pays now.
    """
    table, person = tables[own_table], tables[own_table][chair]
    most_saved, best_seat = 0, None
    for step in range(1, len(tables)):
        target = (own_table + step) % len(tables)
        other_table = tables[target]
        for seat, rival in enumerate(other_table):
            if len(other_table) != len(table) and prices.odd_prices.get(
                rival, 0
            ) != prices.odd_prices.get(person, 0):
                continue
            cost_then = _cost_of_company(person, other_table, rival, prices) + _cost_of_company(
                rival, table, person, prices
            )
            saving = cost_now + _cost_of_company(rival, other_table, rival, prices) - cost_then
            if saving > 0 and not cost_then:
                return target, seat
            if saving > most_saved:
                most_saved, best_seat = saving, (target, seat)
    return best_seat


def _cost_of_company(
    person: int, table: Sequence[int], ignored_person: int, prices: SeatingPrices
) -> int:
    """Return the price that `person` pays for the company of a table, without `ignored_person`."""
    own_prices = prices.couple_prices.get(person)
    if not own_prices or own_prices.keys().isdisjoint(table):
        return 0
    return sum(own_prices.get(other, 0) for other in table if other != ignored_person)
