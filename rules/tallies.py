"""Tallies: one number for each side, A first."""

from collections.abc import Sequence
from operator import add
from typing import Any

from rules.reading import Side

Tally = tuple[int, ...]


def added(first: Sequence[int], second: Sequence[int]) -> Tally:
    """Return the sum of two tallies, side by side."""
    return tuple(map(add, first, second))


def plus(tally: Tally, side: Side, number: int) -> Tally:
    """Return the tally with `number` added to one side."""
    return (*tally[:side], tally[side] + number, *tally[side + 1 :])


def dashed(tally: Sequence[int]) -> str:
    """Return the tally as text, «40-32»."""
    return "-".join(map(str, tally))


def leaders(places: Sequence[Any], out: Side | None = None) -> list[Side]:
    """Return the sides with the highest value, several if level; the side `out` does not count.

    >>> leaders((3, 5, 5)), leaders((3, 5, 5), out=1)
    ([1, 2], [2])
    """
    best = max(place for side, place in enumerate(places) if side != out)
    return [side for side, place in enumerate(places) if side != out and place == best]


def leader(places: Sequence[Any], out: Side | None = None) -> Side | None:
    """Return the side higher than all others; None if the highest are level."""
    ahead = leaders(places, out)
    return ahead[0] if len(ahead) == 1 else None
