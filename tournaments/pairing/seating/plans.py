"""Whole plans in which nobody meets twice, by arithmetic: round one, and the rounds after it.

With n = m·s people at m tables of s, chair k of table i in the first round goes in round r to table
i + a(k)·r. Two chairs meet again only if (a(k) − a(l))·r comes out the same in two rounds, so that
the rounds are good where every a(k) − a(l) can be divided by. The tables are numbered as the
elements of a product of finite fields, one for each prime power in m, when each has s elements or
more (m rounds); else as the whole numbers modulo m with a(k) = k, as many rounds as the least m /
gcd(d, m) for d below s. Where m is a multiple of s, those of the same chair then do the same among
themselves. In twos, all against all on a circle (`partners.circle`).
"""

from collections.abc import Sequence
from math import gcd

from tournaments.pairing.circle import circle
from tournaments.pairing.seating.fields import Field, prime_powers

Round = tuple[tuple[int, ...], ...]


def planned_length(people: int, size: int) -> int:
    """Return how many rounds the plan has, the first included.

    >>> [planned_length(*hall) for hall in ((16, 4), (9, 3), (25, 5), (64, 4), (60, 4), (8, 4))]
    [5, 4, 6, 21, 5, 1]
    """
    tables = people // size
    if size == 2:
        return people - 1
    rounds = _shifts(tables, size)
    if not tables % size:
        rounds += planned_length(tables, size)
    return rounds


def planned(first: Sequence[Sequence[int]], rounds: int) -> list[Round]:
    """The rounds after `first` (tables all of one size), so many in all or as many as there are."""
    tables, size = len(first), len(first[0])
    if size == 2:
        return list(circle([(one, other) for one, other in first])[: rounds - 1])
    powers = prime_powers(tables)
    fields = [Field(power) for power in powers] if min(powers, default=0) >= size else []
    plan: list[Round] = []
    for round in range(1, min(_shifts(tables, size), rounds)):
        seats: list[list[int]] = [[0] * size for _table in first]
        for table, people in enumerate(first):
            for chair, person in enumerate(people):
                there = _moved(fields, table, chair, round) % tables
                seats[there][chair] = person
        plan.append(tuple(map(tuple, seats)))
    left = rounds - 1 - len(plan)
    if left > 0 and not tables % size:
        rows = [[people[chair] for people in first] for chair in range(size)]
        starts = [[row[at : at + size] for at in range(0, tables, size)] for row in rows]
        plan.append(tuple(tuple(table) for start in starts for table in start))
        within = [planned(start, left) for start in starts]
        plan += [
            tuple(table for part in parts for table in part) for parts in zip(*within, strict=True)
        ]
    return plan


def _shifts(tables: int, size: int) -> int:
    """Return how many rounds moving the chairs gives, the first included."""
    if all(power >= size for power in prime_powers(tables)):
        return tables
    return min((tables // gcd(step, tables) for step in range(1, size)), default=1)


def _moved(fields: Sequence[Field], table: int, times: int, round: int) -> int:
    """table + times·round: with `times` the same in every field, or of whole numbers without."""
    if not fields:
        return table + times * round
    moved, unit = 0, 1
    for field in fields:
        (table, here), (round, step) = divmod(table, field.order), divmod(round, field.order)
        moved += unit * field.add(here, field.multiply(times, step))
        unit *= field.order
    return moved
