"""The seeded at different tables: in pots of one a table, the best ones in the first pot."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations

from tournaments.pairing.seating.search import Prices

# Two seeded of one pot at a table: more than wishes (9 each), less than a forbidden couple.
TOGETHER = 10_000


def pots(seeds: Sequence[int], tables: int) -> list[Sequence[int]]:
    """Return the pots, with as many in each as there are tables.

    >>> pots([7, 1, 4, 2, 9], 2)
    [[7, 1], [4, 2], [9]]
    """
    return [seeds[start : start + tables] for start in range(0, len(seeds), tables)]


def with_seeds_apart(prices: Prices, seeds: Sequence[int], tables: int) -> Prices:
    """The same prices, and two of one pot at a table cost TOGETHER more."""
    together = {person: dict(known) for person, known in prices.together.items()}
    for pot in pots(seeds, tables):
        for one, other in combinations(pot, 2):
            for here, there in ((one, other), (other, one)):
                known = together.setdefault(here, {})
                known[there] = known.get(there, 0) + TOGETHER
    return replace(prices, together=together)


def spread_over(
    balls: Sequence[int], seeds: Sequence[int], sizes: Sequence[int], usual: int
) -> list[int]:
    """The order in which `start.as_they_come` has nobody of one pot at a table with another.

    Chair by chair of all tables, first each pot as its balls come out, then the others. The seats
    of the odd tables are the first of the order.

    >>> spread_over([5, 3, 4, 1, 2], [3, 1], [3, 2], 3)
    [1, 4, 3, 5, 2]
    """
    drawn = {person: place for place, person in enumerate(balls)}
    dealt = [
        person for pot in pots(seeds, len(sizes)) for person in sorted(pot, key=drawn.__getitem__)
    ]
    seeded = frozenset(seeds)
    coming = iter([*dealt, *(person for person in balls if person not in seeded)])
    tables: list[list[int]] = [[] for _size in sizes]
    for chair in range(max(sizes)):
        for table, size in zip(tables, sizes, strict=True):
            if chair < size:
                table.append(next(coming))
    odd_first = sorted(zip(sizes, tables, strict=True), key=lambda sized: sized[0] == usual)
    return [person for _size, table in odd_first for person in table]


# --- Chairs ---------------------------------------------------------------------------------------
# The chair of each at a table: nobody always deals first.
def chairs(table: Sequence[int], sat: Mapping[tuple[int, int], int]) -> tuple[int, ...]:
    """The people of a table in chairs, from 0 on, that they have had least.

    `sat` counts how often a person had a chair, by (person, chair). The lowest sum of squares;
    between equals the first order, as `itertools.permutations` gives them.

    >>> chairs([7, 8, 9], {(7, 0): 1, (8, 1): 1})
    (8, 7, 9)
    """
    had = {
        person: [sat.get((person, chair), 0) ** 2 for chair in range(len(table))]
        for person in table
    }
    best: tuple[int, ...] = tuple(table)
    fewest = -1
    for places in permutations(table):
        repeated = 0
        for chair, person in enumerate(places):
            repeated += had[person][chair]
        if fewest < 0 or repeated < fewest:
            best, fewest = places, repeated
            if not fewest:
                break
    return best
