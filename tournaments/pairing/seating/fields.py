"""Small finite fields. An element is a number: its digits in base p are those of a polynomial."""

from functools import cache


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
    """The field of `order` elements, a prime power; products are modulo `irreducible`."""

    def __init__(self, order: int) -> None:
        self.order = order
        self.prime = next(prime for prime in range(2, order + 1) if not order % prime)
        self.modulus = irreducible(self.prime, order)

    def add(self, one: int, other: int) -> int:
        return _added(one, other, self.prime)

    def multiply(self, one: int, other: int) -> int:
        """As polynomials, modulo the field's.

        >>> [Field(4).multiply(2, element) for element in range(4)]
        [0, 2, 3, 1]
        """
        return _product(one, other, self.prime, self.order, self.modulus)


@cache
def irreducible(prime: int, order: int) -> int:
    """The lowest polynomial of the degree of `order`, with leading coefficient 1, that no two of
    lower degree make.

    >>> irreducible(2, 4), irreducible(3, 9)
    (7, 10)
    """
    made, low = set(), prime
    while low * low <= order:
        high = order // low
        made |= {
            _product(one, other, prime)
            for one in range(low, 2 * low)
            for other in range(high, 2 * high)
        }
        low *= prime
    return next(number for number in range(order, 2 * order) if number not in made)


def _added(one: int, other: int, prime: int) -> int:
    total, unit = 0, 1
    while one or other:
        total += (one + other) % prime * unit
        one, other, unit = one // prime, other // prime, unit * prime
    return total


def _product(one: int, other: int, prime: int, order: int = 0, modulus: int = 0) -> int:
    """The product of two polynomials, modulo `modulus` where the `order` of its degree is given."""
    if not one:
        return 0
    high, digit = divmod(one, prime)
    product = _product(high, other, prime, order, modulus) * prime
    while order and product >= order:  # adding it p times or less takes the highest digit away
        product = _added(product, modulus, prime)
    for _time in range(digit):
        product = _added(product, other, prime)
    return product
