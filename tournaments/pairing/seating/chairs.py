"""The chair of each at a table: nobody always deals first."""

from collections.abc import Mapping, Sequence
from itertools import permutations


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
