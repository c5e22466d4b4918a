"""Tables of three, four or five: who sits with whom, and in which chair.

Nobody should meet the same rival twice while the numbers allow it, nor always deal first. The
best seating of a whole hall cannot be searched to the end: this one starts from the balls as they
came out and changes two people's places while that saves a repeated meeting, from several
beginnings; the same seed gives the same tables on every machine.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

from tournaments.pairing.draw import shuffled

Tables = list[list[int]]
# Beginnings tried while somebody meets again, and people weighed in all of them together.
BEGINNINGS = 24
WEIGHED = 400_000


def seat(
    order: Sequence[int], size: int, met: Mapping[tuple[int, int], int], seed: str, label: str
) -> tuple[tuple[int, ...], ...]:
    """The people of `order`, a multiple of `size`, in tables of `size`.

    `met` counts the earlier meetings of each two, lower number first; their sum over the tables
    is made as small as the search can. Tables are in the order of their first ball.

    >>> seat([4, 1, 3, 2], 2, {(1, 4): 1}, "seed", "round")
    ((4, 3), (1, 2))
    """
    drawn = {number: place for place, number in enumerate(order)}
    best: Tables = []
    fewest = -1
    for attempt in range(min(BEGINNINGS, max(1, WEIGHED // max(len(order), 1) ** 2))):
        balls = shuffled(order, seed, f"{label} {attempt}") if attempt else order
        tables = [list(balls[start : start + size]) for start in range(0, len(balls), size)]
        repeated = _improved(tables, met)
        if fewest < 0 or repeated < fewest:
            best, fewest = tables, repeated
        if not fewest:
            break
    ranked = [sorted(table, key=drawn.__getitem__) for table in best]
    return tuple(tuple(table) for table in sorted(ranked, key=lambda table: drawn[table[0]]))


def chairs(table: Sequence[int], sat: Mapping[tuple[int, int], int]) -> tuple[int, ...]:
    """The people of a table in chairs, from 0 on, that they have had least.

    `sat` counts how often a person had a chair, by (person, chair); between equals the order
    given stays.

    >>> chairs([7, 8, 9], {(7, 0): 1, (8, 1): 1})
    (8, 7, 9)
    """

    def repeated(places: Sequence[int]) -> int:
        return sum(sat.get((person, chair), 0) ** 2 for chair, person in enumerate(places))

    return min(permutations(table), key=repeated)


def _improved(tables: Tables, met: Mapping[tuple[int, int], int]) -> int:
    """Changes places while it saves a meeting; answers how many repeated ones are left."""
    if not met:
        return 0
    while any(_improve(tables, table, met) for table in tables if _repeated(table, met)):
        pass
    return sum(_repeated(table, met) for table in tables)


def _improve(tables: Tables, table: list[int], met: Mapping[tuple[int, int], int]) -> bool:
    """Makes the change of two people that saves most, if any saves, with one of this table."""
    saving, change = 0, None
    for chair, person in enumerate(table):
        for other in tables:
            if other is table:
                continue
            for seat_there, rival in enumerate(other):
                now = _with(person, table, person, met) + _with(rival, other, rival, met)
                then = _with(rival, table, person, met) + _with(person, other, rival, met)
                if now - then > saving:
                    saving, change = now - then, (chair, other, seat_there)
    if change is None:
        return False
    chair, other, seat_there = change
    table[chair], other[seat_there] = other[seat_there], table[chair]
    return True


def _with(person: int, table: list[int], without: int, met: Mapping[tuple[int, int], int]) -> int:
    """How often somebody has met those of a table, but for one of them."""
    return sum(
        met.get((person, other) if person < other else (other, person), 0)
        for other in table
        if other != without
    )


def _repeated(table: list[int], met: Mapping[tuple[int, int], int]) -> int:
    return sum(met.get(couple, 0) for couple in combinations(sorted(table), 2))
