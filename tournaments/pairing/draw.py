"""A draw anybody can repeat: SHA-256 of a published seed, never the machine's own dice."""

from collections.abc import Iterable
from hashlib import sha256


def ball(seed: str, label: str, number: int | str) -> str:
    """The 64 hexadecimal digits drawn for a number: SHA-256 of `seed|label|number` in UTF-8.

    >>> ball("Regumiel 2024", "knockout", 1)[:16]
    '97cb0fd63febdde5'
    """
    return sha256(f"{seed}|{label}|{number}".encode()).hexdigest()


def shuffled(numbers: Iterable[int], seed: str, label: str) -> tuple[int, ...]:
    """The numbers in the order their balls come out, lowest digits first.

    The order they are given in does not matter, and one more number does not change the order
    of the others.

    >>> shuffled(range(1, 9), "Regumiel 2024", "knockout")
    (6, 8, 2, 1, 5, 4, 7, 3)
    """
    # Digests sort as their digits do, and ten thousand of them sooner.
    before = f"{seed}|{label}|".encode()
    balls = [(sha256(b"%b%d" % (before, number)).digest(), number) for number in numbers]
    return tuple(number for _ball, number in sorted(balls))
