"""The first round as the balls of a bag: for the formats in which each ball alone says who is next.

Later rounds, and formats that weigh couples before drawing lots, have no such order.
"""

from collections.abc import Iterable

from tournaments.pairing.draw import shuffled

# The label with which each format shuffles everybody before its first round: see docs/draw.md.
FIRST_LABELS = {"knockout": "knockout", "swiss": "swiss 1", "totals": "totals 1"}


def ball_label(format: str, round: int) -> str:
    """The label of the balls of a round; "" when it is not drawn ball by ball."""
    return FIRST_LABELS.get(format, "") if round == 1 else ""


def in_order_of_balls(
    numbers: Iterable[int], format: str, round: int, seed: str
) -> tuple[int, ...]:
    """The numbers as their balls come out; nobody when the round is not drawn ball by ball.

    >>> in_order_of_balls(range(1, 6), "knockout", 1, "Regumiel 2024")
    (2, 1, 5, 4, 3)
    """
    label = ball_label(format, round)
    return shuffled(numbers, seed, label) if label else ()
