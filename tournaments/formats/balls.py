"""The first round as the balls of a bag: for the formats in which each ball alone says who is next.

They offer `BALLS`, the label with which everybody is shuffled before it (docs/draw.md). Later
rounds, and formats that weigh couples before drawing lots, have no such order.
"""

from collections.abc import Iterable

from tournaments.formats import FORMATS
from tournaments.pairing.draw import shuffled


def ball_label(format: str, round: int) -> str:
    """The label of the balls of a round; "" when it is not drawn ball by ball."""
    return getattr(FORMATS.get(format), "BALLS", "") if round == 1 else ""


def in_order_of_balls(
    numbers: Iterable[int], format: str, round: int, seed: str
) -> tuple[int, ...]:
    """The numbers as their balls come out; nobody when the round is not drawn ball by ball.

    >>> in_order_of_balls(range(1, 6), "knockout", 1, "Regumiel 2024")
    (2, 1, 5, 4, 3)
    """
    label = ball_label(format, round)
    return shuffled(numbers, seed, label) if label else ()
