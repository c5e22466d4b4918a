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
    first: Sequence[Sequence[int]],
    waiting: Collection[int],
    odd: Sequence[int],
    prices: SeatingPrices,
) -> list[list[Group]]:
    """Return the `waiting` people by their future odd tables, of sizes `odd`, round by round.

    The last tables may be short of people. The people queue chair by chair of the `first` round:
    all people in the first chair, table by table, then all in the second chair; people who did not
    play it come last, by number. A table takes the first person in the queue. Each further person
    is the first in the queue who has met nobody at the table (nobody with a price in `together`),
    or simply the first in the queue if everybody has met somebody.

    >>> odd_groups([(1, 2), (3, 4), (5, 6, 7)], {1, 2, 3, 4, 8}, [3], SeatingPrices({3: {1: 10}}))
    [[[1, 2, 4]], [[3, 8]]]
    """
    chairs = chain.from_iterable(zip_longest(*first))
    seated = [person for person in chairs if person in waiting]
    line = [*seated, *sorted(set(waiting).difference(seated))]
    rounds: list[list[Group]] = []
    while line:
        rounds.append([_next_table(line, size, prices) for size in odd if line])
    return rounds


def _next_table(line: list[int], size: int, prices: SeatingPrices) -> Group:
    """Return the people of the next table, taken out of the queue `line`."""
    table: Group = []
    while line and len(table) < size:
        fresh = (at for at, person in enumerate(line) if not _met(person, table, prices))
        table.append(line.pop(next(fresh, 0)))
    return table


def _met(person: int, table: Group, prices: SeatingPrices) -> bool:
    known = prices.together.get(person, {})
    return any(known.get(other) for other in table)


def odd_table_prices(prices: SeatingPrices, rounds: Sequence[Sequence[Group]]) -> SeatingPrices:
    """Return the prices, plus the prices that keep later groups apart and off the odd tables.

    Two people of a later group pay TOO_SOON to meet now; each of them pays OUT_OF_TURN for an odd
    seat.
    """
    later = list(chain.from_iterable(rounds[1:]))
    odd = dict(prices.odd)
    for person in chain.from_iterable(later):
        odd[person] = odd.get(person, 0) + OUT_OF_TURN
    return replace(prices.adding(later, TOO_SOON), odd=odd)
