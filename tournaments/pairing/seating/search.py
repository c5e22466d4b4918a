"""Tables of three, four or five for a whole hall: who sits with whom.

A search, for the best cannot be proven: from the balls, each who meets somebody again changes
places with the first that mends it; then `exchange`, from several beginnings.
"""

from collections.abc import Callable, Sequence
from functools import cache
from math import isqrt

from tournaments.pairing.seating.exchange import Company, exchanged
from tournaments.pairing.seating.prices import Prices, Tables
from tournaments.pairing.seating.start import as_they_come, by_rank

# Beginnings tried while the seating costs more than it has to; fewer in a hall of more than a
# thousand, so that all of them together hold about so many people.
BEGINNINGS = 4
BEGUN = 4_000
# The search of `exchange` holds every two people of the hall in memory.
SEARCHED_UP_TO = 2_000

Order = Callable[[int], Sequence[int]]


def seat_apart(order: Order, sizes: Sequence[int], prices: Prices) -> Tables:
    """The people in tables of these sizes, so that those who have met sit together least.

    `order(k)` has them as they come out for beginning k, from 0.

    >>> known = {1: {4: 10}, 4: {1: 10}}
    >>> seat_apart(lambda k: [4, 1, 3, 2], [2, 2], Prices(known, usual=2))
    [[3, 1], [4, 2]]
    """
    company = cache(lambda: Company(order(0), prices))  # only if a search is needed
    best: Tables = []
    cheapest = -1
    for beginning in range(_beginnings(sizes)):
        tables = as_they_come(order(beginning), sizes, prices.usual, prices.odd)
        mend(tables, prices)
        changed, cost = _searched(tables, prices, company)
        if cheapest < 0 or cost < cheapest:
            best, cheapest = changed, cost
        if not cheapest:
            break
    return best


def seat_by_rank(order: Order, sizes: Sequence[int], prices: Prices) -> Tables:
    """The people in tables of these sizes, with scores as near as can be; by the ranking."""
    company = cache(lambda: Company(order(0), prices))  # only if a search is needed
    best: Tables = []
    cheapest = -1
    for beginning in range(_beginnings(sizes)):
        ranked = sorted(order(beginning), key=lambda person: -prices.scores.get(person, 0))
        tables = by_rank(ranked, sizes, prices.usual, prices.odd)
        changed, cost = _searched(tables, prices, company)
        if cheapest < 0 or cost < cheapest:
            best, cheapest = changed, cost
        if not cheapest:
            break
    return best


def scatter(scores: Sequence[int]) -> int:
    """One and a half times their standard deviation, a whole number, 1 at least: what a repeated
    meeting weighs beside the spread of the scores at a table.

    >>> scatter([0, 20, 40, 60])
    33
    """
    count = len(scores)
    squares = count * sum(score * score for score in scores) - sum(scores) ** 2
    return max(1, isqrt(9 * squares // (4 * count * count)))


def mend(tables: Tables, prices: Prices) -> None:
    """Changes places, table after table, for whoever pays for his company; never for worse.

    With the first person with whom both would pay nothing; else the one that saves most, if any.
    """
    for here, table in enumerate(tables):
        if not prices.company(table):
            continue
        for chair, person in enumerate(table):
            now = _with(person, table, person, prices)
            if now and (change := _cure(tables, here, chair, now, prices)):
                there, seat = change
                tables[there][seat], table[chair] = person, tables[there][seat]


def _cure(
    tables: Tables, here: int, chair: int, now: int, prices: Prices
) -> tuple[int, int] | None:
    """The table and chair to change with; `now` is what the person there pays."""
    table, person = tables[here], tables[here][chair]
    most, best = 0, None
    for step in range(1, len(tables)):
        there = (here + step) % len(tables)
        other = tables[there]
        for seat, rival in enumerate(other):
            if len(other) != len(table) and prices.odd.get(rival, 0) != prices.odd.get(person, 0):
                continue
            then = _with(person, other, rival, prices) + _with(rival, table, person, prices)
            saved = now + _with(rival, other, rival, prices) - then
            if saved > 0 and not then:
                return there, seat
            if saved > most:
                most, best = saved, (there, seat)
    return best


def _with(person: int, table: Sequence[int], without: int, prices: Prices) -> int:
    """Return what the company of a table costs somebody, but for one of them."""
    known = prices.together.get(person)
    if not known or known.keys().isdisjoint(table):
        return 0
    return sum(known.get(other, 0) for other in table if other != without)


def _beginnings(sizes: Sequence[int]) -> int:
    return min(BEGINNINGS, max(1, BEGUN // max(1, sum(sizes))))


def _searched(tables: Tables, prices: Prices, company: Callable[[], Company]) -> tuple[Tables, int]:
    """The tables after the search of `exchange`, where it is needed and fits, and their cost."""
    cost = prices.of(tables)
    if not cost or len(tables) < 2 or sum(map(len, tables)) > SEARCHED_UP_TO:
        return tables, cost
    changed = exchanged(tables, prices, company())
    return changed, prices.of(changed)
