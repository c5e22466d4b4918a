"""Turns at the odd tables: everybody sits at one before anybody sits there twice.

By the time the last few have their turn they have met too many of each other: so those to come are
put in groups, and those of a group are kept apart until their turn.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import chain, combinations, zip_longest

from tournaments.pairing.seating.search import Prices

# Beside a meeting repeated, 10: meeting now who will be met at an odd table, and an odd seat for
# somebody whose turn comes later.
TOO_SOON, OUT_OF_TURN = 10, 5

Group = list[int]


def odd_groups(
    first: Sequence[Sequence[int]], waiting: Collection[int], odd: Sequence[int], prices: Prices
) -> list[list[Group]]:
    """Those `waiting` for their turn as they will sit at the odd tables, of sizes `odd`, round
    after round; the last tables may be short of people.

    They stand in line chair by chair of the `first` round: all who sat in the first chair, table
    after table, then all in the second; who did not play it comes after, by number. A table is
    filled with the first in line, and then with the first that has met none of those who are at
    it already (by the prices of their company), or the first of all when there is none.

    >>> odd_groups([(1, 2), (3, 4), (5, 6, 7)], {1, 2, 3, 4, 8}, [3], Prices({3: {1: 10}}))
    [[[1, 2, 4]], [[3, 8]]]
    """
    chairs = chain.from_iterable(zip_longest(*first))
    seated = [person for person in chairs if person in waiting]
    line = [*seated, *sorted(set(waiting).difference(seated))]
    rounds: list[list[Group]] = []
    while line:
        rounds.append([_filled(line, size, prices) for size in odd if line])
    return rounds


def _filled(line: list[int], size: int, prices: Prices) -> Group:
    """The next table; its people leave the line."""
    table: Group = []
    while line and len(table) < size:
        fresh = (at for at, person in enumerate(line) if not _met(person, table, prices))
        table.append(line.pop(next(fresh, 0)))
    return table


def _met(person: int, table: Group, prices: Prices) -> bool:
    known = prices.together.get(person, {})
    return any(known.get(other) for other in table)


def slots_of(prices: Prices, rounds: Sequence[Sequence[Group]]) -> Prices:
    """The prices; a later group pays TOO_SOON to meet, OUT_OF_TURN for an odd seat."""
    together = {person: dict(known) for person, known in prices.together.items()}
    odd = dict(prices.odd)
    for group in chain.from_iterable(rounds[1:]):
        for person in group:
            odd[person] = odd.get(person, 0) + OUT_OF_TURN
        for one, other in combinations(group, 2):
            for here, there in ((one, other), (other, one)):
                known = together.setdefault(here, {})
                known[there] = known.get(there, 0) + TOO_SOON
    return replace(prices, together=together, odd=odd)
