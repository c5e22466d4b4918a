"""Finite fields, small: their elements are 0 to order − 1, written in base p as polynomials."""

from collections.abc import Iterator
from functools import cache
from itertools import product


def prime_powers(number: int) -> tuple[int, ...]:
    """The highest power of each prime that divides it.

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


class Field:
    """The field of `order` elements, a prime power.

    The digits of an element in base p are a polynomial's coefficients, the units first; products
    are modulo the first irreducible one of the degree.
    """

    def __init__(self, order: int) -> None:
        self.order = order
        self.prime = next(prime for prime in range(2, order + 1) if not order % prime)
        self.degree = 0
        while self.prime**self.degree < order:
            self.degree += 1

    def add(self, one: int, other: int) -> int:
        if self.degree == 1:
            return (one + other) % self.prime
        digits = zip(self._digits(one), self._digits(other), strict=True)
        return self._number((here + there) % self.prime for here, there in digits)

    def multiply(self, one: int, other: int) -> int:
        """As polynomials, modulo the field's.

        >>> [Field(4).multiply(2, element) for element in range(4)]
        [0, 2, 3, 1]
        """
        if self.degree == 1:
            return one * other % self.prime
        return self._number(
            _remainder(
                _product(self._digits(one), self._digits(other), self.prime),
                irreducible(self.prime, self.degree),
                self.prime,
            )
        )

    def _digits(self, element: int) -> list[int]:
        digits = []
        for _place in range(self.degree):
            element, digit = divmod(element, self.prime)
            digits.append(digit)
        return digits

    def _number(self, digits: Iterator[int] | list[int]) -> int:
        return sum(digit * self.prime**place for place, digit in enumerate(digits))


@cache
def irreducible(prime: int, degree: int) -> tuple[int, ...]:
    """The first polynomial with leading coefficient 1 that no one of lower degree divides,
    the constant term first.

    >>> irreducible(2, 2), irreducible(3, 2)
    ((1, 1, 1), (1, 0, 1))
    """
    return next(
        polynomial
        for polynomial in _monic(prime, degree)
        if all(
            any(_remainder(list(polynomial), divisor, prime))
            for lower in range(1, degree // 2 + 1)
            for divisor in _monic(prime, lower)
        )
    )


def _monic(prime: int, degree: int) -> Iterator[tuple[int, ...]]:
    """In order of their number: the constant term changes first."""
    for digits in product(range(prime), repeat=degree):
        yield (*reversed(digits), 1)


def _product(one: list[int], other: list[int], prime: int) -> list[int]:
    product = [0] * (len(one) + len(other) - 1)
    for here, a in enumerate(one):
        for there, b in enumerate(other):
            product[here + there] = (product[here + there] + a * b) % prime
    return product


def _remainder(digits: list[int], divisor: tuple[int, ...], prime: int) -> list[int]:
    """Of a division by a polynomial with leading coefficient 1."""
    left, degree = list(digits), len(divisor) - 1
    while len(left) > degree:
        top = left.pop()
        for place in range(degree):
            at = len(left) - degree + place
            left[at] = (left[at] - top * divisor[place]) % prime
    return left
