"""Seeds at different tables: pots of one seed per table, the best seeds in the first pot."""

from collections.abc import Mapping, Sequence
from itertools import permutations

# Cost of two seeds of one pot at a table: above wishes (9 each), below a forbidden couple.
SAME_POT_COST = 10_000


def seed_pots(seeds: Sequence[int], tables: int) -> list[Sequence[int]]:
    """Return the pots: a seed for each table in each pot; the last pot may have fewer.

    >>> seed_pots([7, 1, 4, 2, 9], 2)
    [[7, 1], [4, 2], [9]]
    """
    return [seeds[start : start + tables] for start in range(0, len(seeds), tables)]


def spread_seeds(
    balls: Sequence[int], seeds: Sequence[int], sizes: Sequence[int], usual_size: int
) -> list[int]:
    """Return an order that makes `search.seat_in_order` separate the seeds of each pot.

    The people fill the tables chair by chair: first the seeds of each pot in ball order, then all
    other people. The result lists the tables one after another, odd tables first.

    >>> spread_seeds([5, 3, 4, 1, 2], [3, 1], [3, 2], 3)
    [1, 4, 3, 5, 2]
    """
    ball_places = {person: place for place, person in enumerate(balls)}
    seeds_by_pot = [
        person
        for pot in seed_pots(seeds, len(sizes))
        for person in sorted(pot, key=ball_places.__getitem__)
    ]
    seed_set = frozenset(seeds)
    people_to_seat = iter([*seeds_by_pot, *(person for person in balls if person not in seed_set)])
    tables: list[list[int]] = [[] for _size in sizes]
    for chair in range(max(sizes)):
        for table, size in zip(tables, sizes, strict=True):
            if chair < size:
                table.append(next(people_to_seat))
    odd_first = sorted(
        zip(sizes, tables, strict=True), key=lambda size_and_table: size_and_table[0] == usual_size
    )
    return [person for _size, table in odd_first for person in table]


# --- Chairs ---------------------------------------------------------------------------------------
# The chair of each person at a table: nobody always deals first.
def chairs(table: Sequence[int], counts: Mapping[tuple[int, int], int]) -> tuple[int, ...]:
    """Return the people of a table by chair, from 0, in chairs that they have had least.

    `counts` has how often a person had a chair, by (person, chair). The lowest sum of squares wins;
    among equals, the first in the order of `itertools.permutations`.

    >>> chairs([7, 8, 9], {(7, 0): 1, (8, 1): 1})
    (8, 7, 9)
    """
    costs = {
        person: [counts.get((person, chair), 0) ** 2 for chair in range(len(table))]
        for person in table
    }
    best_places: tuple[int, ...] = tuple(table)
    least_cost = -1
    for places in permutations(table):
        cost = 0
        for chair, person in enumerate(places):
            cost += costs[person][chair]
        if least_cost < 0 or cost < least_cost:
            best_places, least_cost = places, cost
            if not least_cost:
                break
    return best_places
