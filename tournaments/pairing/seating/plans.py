"""Table sizes for a number of people, and plans of rounds in which nobody meets twice."""

from collections.abc import Collection, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import gcd
from typing import NamedTuple

from tournaments.pairing.calendar import circle

SMALLER, LARGER = "smaller", "larger"


def table_sizes(
    people: int, usual_size: int, allowed_sizes: Collection[int] = (), prefer: str = SMALLER
) -> tuple[int, ...]:
    """Return the sizes of the tables, `usual_size` first; people left over rest.

    Other sizes come from `allowed_sizes`. First the fewest people rest, then the fewest tables are
    odd (not of `usual_size`). Then the number of tables is as high (`prefer` SMALLER) or as
    low (LARGER) as possible.

    >>> table_sizes(18, 4, (3, 4, 5)), table_sizes(18, 4, (3, 4, 5), LARGER)
    ((4, 4, 4, 3, 3), (4, 4, 5, 5))
    >>> table_sizes(18, 4)
    (4, 4, 4, 4)
    """
    odd_sizes = sorted(set(allowed_sizes) - {usual_size}, reverse=prefer == LARGER)
    sign = -1 if prefer == SMALLER else 1
    for seated_count in range(people, -1, -1):
        # `usual_size` or more odd tables are never needed: the people of some of them would exactly
        # fill tables of the usual size.
        for odd_count in range(usual_size):
            choices = [
                sizes
                for sizes in combinations_with_replacement(odd_sizes, odd_count)
                if sum(sizes) <= seated_count and not (seated_count - sum(sizes)) % usual_size
            ]
            if choices:
                best_sizes = min(choices, key=lambda sizes: (sign * -sum(sizes), sizes))
                return (usual_size,) * ((seated_count - sum(best_sizes)) // usual_size) + best_sizes
    return ()


# --- Fields ---------------------------------------------------------------------------------------
# Small finite fields. An element is a number: its digits in base p are the coefficients of a
# polynomial.
def prime_powers(number: int) -> tuple[int, ...]:
    """Return the prime powers whose product is `number`, one for each prime, lowest prime first.

    >>> prime_powers(60)
    (4, 3, 5)
    """
    powers, prime = [], 2
    while number > 1:
        power = 1
        while not number % prime:
            number //= prime
            power *= prime
        if power > 1:
            powers.append(power)
        prime += 1
    return tuple(powers)


class FiniteField(NamedTuple):
    """The field of `order` elements, a power of `prime`; products are modulo `modulus`.

    If `order` is 0, the product of two polynomials is not reduced.
    """

    prime: int
    order: int = 0
    modulus: int = 0

    def add(self, first: int, second: int) -> int:
        total, unit = 0, 1
        while first or second:
            total += (first + second) % self.prime * unit
            first = first // self.prime
            second = second // self.prime
            unit = unit * self.prime
        return total

    def multiply(self, first: int, second: int) -> int:
        """Return the product of two elements: polynomials, modulo the field's polynomial.

        >>> [field(4).multiply(2, element) for element in range(4)]
        [0, 2, 3, 1]
        """
        if not first:
            return 0
        high, digit = divmod(first, self.prime)
        product = self.multiply(high, second) * self.prime
        # Fewer than `prime` additions of `modulus` remove the highest digit.
        while self.order and product >= self.order:
            product = self.add(product, self.modulus)
        for _time in range(digit):
            product = self.add(product, second)
        return product


@cache
def field(order: int) -> FiniteField:
    """Return the field of a prime power, modulo its lowest irreducible monic polynomial.

    >>> field(4), field(9)
    (FiniteField(prime=2, order=4, modulus=7), FiniteField(prime=3, order=9, modulus=10))
    """
    prime = low = next(prime for prime in range(2, order + 1) if not order % prime)
    reducible = set()
    while low * low <= order:
        high = order // low
        reducible |= {
            FiniteField(prime).multiply(first, second)
            for first in range(low, 2 * low)
            for second in range(high, 2 * high)
        }
        low *= prime
    modulus = next(number for number in range(order, 2 * order) if number not in reducible)
    return FiniteField(prime, order, modulus)


# --- Plans ----------------------------------------------------------------------------------------
# Whole plans without a repeated meeting, by arithmetic: round 1, and the rounds after it.
#
# There are m tables of s people; tables, chairs and the people in them are numbered from 0. The
# person in chair k of table i in round 1 sits r rounds later at table i + k·r. The people of chairs
# k and l meet again only if (k − l)·r is equal in two rounds, so nobody meets twice if every k − l
# is invertible. The tables are the elements of a product of finite fields, one for each prime power
# in m, if each field has s elements or more, and k is element k of each; that gives m rounds.
# Otherwise the tables are the whole numbers modulo m, for as many rounds as the least m / gcd(d, m)
# for d below s. If m is a multiple of s, the people of each chair then follow a plan of the same
# kind among themselves. With tables of two, all people meet by the circle method
# (`calendar.circle`).
Round = tuple[tuple[int, ...], ...]


def plan_length(people: int, size: int) -> int:
    """Return the number of rounds of the plan, the first included.

    >>> [plan_length(*hall) for hall in ((16, 4), (9, 3), (25, 5), (64, 4), (60, 4), (8, 4))]
    [5, 4, 6, 21, 5, 1]
    """
    tables = people // size
    if size == 2:
        return people - 1
    rounds = _shifts(tables, size)
    if not tables % size:
        rounds += plan_length(tables, size)
    return rounds


def rounds_from_plan(first_round: Sequence[Sequence[int]], rounds: int) -> list[Round]:
    """Return the rounds of the plan after `first_round`, at most `rounds` with it.

    All tables of `first_round` have one size.
    """
    tables, size = len(first_round), len(first_round[0])
    if size == 2:
        return list(circle([(left, right) for left, right in first_round])[: rounds - 1])
    powers = prime_powers(tables)
    fields = [field(power) for power in powers] if min(powers, default=0) >= size else []
    plan: list[Round] = []
    for round in range(1, min(_shifts(tables, size), rounds)):
        seats: list[list[int]] = [[0] * size for _table in first_round]
        for table, people in enumerate(first_round):
            for chair, person in enumerate(people):
                new_table = _shifted_table(fields, table, chair, round) % tables
                seats[new_table][chair] = person
        plan.append(tuple(map(tuple, seats)))
    rounds_left = rounds - 1 - len(plan)
    if rounds_left > 0 and not tables % size:
        rows = [[people[chair] for people in first_round] for chair in range(size)]
        starts = [[row[place : place + size] for place in range(0, tables, size)] for row in rows]
        plan.append(tuple(tuple(table) for start in starts for table in start))
        sub_plans = [rounds_from_plan(start, rounds_left) for start in starts]
        plan += [
            tuple(table for part in parts for table in part)
            for parts in zip(*sub_plans, strict=True)
        ]
    return plan


def _shifts(tables: int, size: int) -> int:
    """Return the number of rounds that shifting the chairs gives, the first included."""
    if all(power >= size for power in prime_powers(tables)):
        return tables
    return min((tables // gcd(step, tables) for step in range(1, size)), default=1)


def _shifted_table(fields: Sequence[FiniteField], table: int, times: int, round: int) -> int:
    """Return table + times·round in these fields, or in whole numbers if there are none."""
    if not fields:
        return table + times * round
    new_table, unit = 0, 1
    for own_field in fields:
        (table, digit), (round, step) = (
            divmod(table, own_field.order),
            divmod(round, own_field.order),
        )
        new_table += unit * own_field.add(digit, own_field.multiply(times, step))
        unit *= own_field.order
    return new_table
