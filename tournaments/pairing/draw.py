"""A draw that anybody can repeat: SHA-256 of a published seed, without random numbers."""

from collections.abc import Iterable
from hashlib import sha256


def ball(seed: str, label: str, number: int | str) -> str:
    """Return the 64 hex digits drawn for a number: SHA-256 of `seed|label|number` in UTF-8.

    >>> ball("Regumiel 2024", "knockout", 1)[:16]
    '97cb0fd63febdde5'
    """
    return sha256(f"{seed}|{label}|{number}".encode()).hexdigest()


def ball_order(numbers: Iterable[int], seed: str, label: str) -> tuple[int, ...]:
    """Return the numbers in the order of their balls, lowest digits first.

    The order of `numbers` does not matter, and an additional number does not change the relative
    order of the rest.

    >>> ball_order(range(1, 9), "Regumiel 2024", "knockout")
    (6, 8, 2, 1, 5, 4, 7, 3)
    """
    # Bytes sort in the same order as their hex digits, and faster for ten thousand balls.
    prefix = f"{seed}|{label}|".encode()
    balls = [(sha256(b"%b%d" % (prefix, number)).digest(), number) for number in numbers]
    return tuple(number for _ball, number in sorted(balls))
