"""Tables as the balls come out, bettered: kept so that what it drew can be drawn again.

Two people change places while that saves a repeated meeting, from several beginnings.
"""

from collections.abc import Sequence

from tournaments.pairing.draw import shuffled
from tournaments.pairing.seating.prices import Prices, Tables
from tournaments.pairing.seating.start import as_they_come

# Beginnings tried while somebody meets again, and people weighed in all of them together.
BEGINNINGS = 24
WEIGHED = 400_000


def seat(
    order: Sequence[int], sizes: Sequence[int], prices: Prices, seed: str, label: str
) -> Tables:
    """The people of `order` in tables of these sizes, all the usual one, made as cheap as the
    search can.

    >>> known = {1: {4: 10}, 4: {1: 10}}
    >>> seat([4, 1, 3, 2], [2, 2], Prices(known, usual=2), "seed", "round")
    [[3, 1], [4, 2]]
    """
    best: Tables = []
    cheapest = -1
    for attempt in range(min(BEGINNINGS, max(1, WEIGHED // max(len(order), 1) ** 2))):
        balls = shuffled(order, seed, f"{label} {attempt}") if attempt else order
        tables = as_they_come(balls, sizes, prices.usual, prices.odd)
        cost = _improved(tables, prices)
        if cheapest < 0 or cost < cheapest:
            best, cheapest = tables, cost
        if not cheapest:
            break
    return best


def _improved(tables: Tables, prices: Prices) -> int:
    """Changes places while it saves something; answers what is left to pay."""
    if not prices.together:
        return prices.of(tables)
    while any(_improve(tables, table, prices) for table in tables if prices.of_table(table)):
        pass
    return prices.of(tables)


def _improve(tables: Tables, table: list[int], prices: Prices) -> bool:
    """Makes the change of two people that saves most, if any saves, with one of this table."""
    saving, change = 0, None
    for chair, person in enumerate(table):
        for other in tables:
            if other is table:
                continue
            for seat_there, rival in enumerate(other):
                now = _cost(person, table, person, prices) + _cost(rival, other, rival, prices)
                then = _cost(rival, table, person, prices) + _cost(person, other, rival, prices)
                if now - then > saving:
                    saving, change = now - then, (chair, other, seat_there)
    if change is None:
        return False
    chair, other, seat_there = change
    table[chair], other[seat_there] = other[seat_there], table[chair]
    return True


def _cost(person: int, table: list[int], without: int, prices: Prices) -> int:
    """Return what the company of a table costs somebody, but for one of them."""
    known = prices.together.get(person, {})
    return sum(known.get(other, 0) for other in table if other != without)
