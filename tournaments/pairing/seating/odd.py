"""Turns at the odd tables: everybody sits at one before anybody sits there twice.

If nothing were planned, the last people to have their turn would have met each other too often. So
the future groups are fixed in advance, and the members of a group stay apart until their turn.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from tournaments.pairing.seating.search import SeatingPrices

# Prices of a seating now; a repeated meeting costs 10. TOO_SOON: two people who will share a later
# odd table meet now. OUT_OF_TURN: a person who will sit at a later odd table sits at one now.
TOO_SOON, OUT_OF_TURN = 10, 5

Group = list[int]


def odd_groups(
    first_tables: Sequence[Sequence[int]],
    waiting_people: Collection[int],
    odd_sizes: Sequence[int],
    prices: SeatingPrices,
) -> list[list[Group]]:
    """Return the `waiting_people` by their future odd tables, of `odd_sizes`, round by round.

    The last tables may be short of people. The people queue by their chair at `first_tables`, the
    tables of the first round: all people in the first chair, table by table, then all in the second
    chair; people who did not play that round come last, by number. A table takes the first person
    in the queue. Each further person is the first in the queue who has met nobody at the table
    (nobody with a price in `couple_prices`), or simply the first in the queue if everybody has met
    somebody.

    >>> odd_groups([(1, 2), (3, 4), (5, 6, 7)], {1, 2, 3, 4, 8}, [3], SeatingPrices({3: {1: 10}}))
    [[[1, 2, 4]], [[3, 8]]]
    """
    chairs = chain.from_iterable(zip_longest(*first_tables))
    seated_people = [person for person in chairs if person in waiting_people]
    queue = [*seated_people, *sorted(set(waiting_people).difference(seated_people))]
    rounds: list[list[Group]] = []
    while queue:
        rounds.append([_next_table(queue, size, prices) for size in odd_sizes if queue])
    return rounds


def _next_table(queue: list[int], size: int, prices: SeatingPrices) -> Group:
    """Return the people of the next table, taken out of the `queue`."""
    table: Group = []
    while queue and len(table) < size:
        places_of_strangers = (
            place for place, person in enumerate(queue) if not _has_met(person, table, prices)
        )
        table.append(queue.pop(next(places_of_strangers, 0)))
    return table


def _has_met(person: int, table: Group, prices: SeatingPrices) -> bool:
    own_prices = prices.couple_prices.get(person, {})
    return any(own_prices.get(other) for other in table)


def odd_table_prices(prices: SeatingPrices, rounds: Sequence[Sequence[Group]]) -> SeatingPrices:
    """Return the prices, plus the prices that keep later groups apart and off the odd tables.

    Two people of a later group pay TOO_SOON to meet now; each of them pays OUT_OF_TURN for an odd
    seat.
    """
    later_groups = list(chain.from_iterable(rounds[1:]))
    odd_prices = dict(prices.odd_prices)
    for person in chain.from_iterable(later_groups):
        odd_prices[person] = odd_prices.get(person, 0) + OUT_OF_TURN
    return replace(prices.add_group_price(later_groups, TOO_SOON), odd_prices=odd_prices)
