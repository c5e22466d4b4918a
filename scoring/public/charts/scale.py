"""Scales: round numbers beside a picture, positions across it, labels that do not touch."""

from collections.abc import Sequence


def ticks(low: int, high: int, most: int = 5) -> list[int]:
    """Return about `most` round numbers from `low` to `high`, and always `low` itself.

    >>> ticks(1, 6), ticks(0, 120), ticks(1, 2000), ticks(3, 3)
    ([1, 3, 5], [0, 50, 100], [1, 500, 1000, 1500, 2000], [3])
    """
    step = next(
        size * 10**power
        for power in range(9)
        for size in (1, 2, 5)
        if (high - low) // (size * 10**power) < most
    )
    first = low if step <= 2 else low + -low % step
    found = list(range(first, high + 1, step))
    return found if first - low < step / 2 else [low, *found]


def across(place: int, many: int, left: float = 0, right: float = 100) -> float:
    """Return the position of item `place`, from 0, of `many` evenly spaced from left to right.

    >>> across(1, 3), across(0, 1)
    (50.0, 50.0)
    """
    return round(left + (right - left) * (place / (many - 1) if many > 1 else 0.5), 2)


def spread_heights(heights: Sequence[int], gap: int, top: int, floor: int) -> list[int]:
    """Return these heights moved so that each is `gap` from the next, in their order.

    If the heights do not fit between `top` and `floor`, the last heights go past `floor`.

    >>> spread_heights([50, 50, 90], 20, 0, 100)
    [40, 60, 90]
    """
    order = sorted(range(len(heights)), key=lambda one: (heights[one], one))
    found = [0] * len(heights)
    room = top - gap
    for turn, one in enumerate(order):
        together = sum(abs(heights[other] - heights[one]) < gap for other in order[turn + 1 :])
        found[one] = room = max(room + gap, heights[one] - together * gap // 2)
    room = max(floor, top + gap * (len(order) - 1)) + gap
    for one in reversed(order):
        found[one] = room = min(room - gap, found[one])
    return found
