"""The length of a match: a median, and how much tables differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import fmean, median
from typing import Any

import numpy
import scipy  # its parts are loaded when they are used
from numpy.typing import NDArray

from rules.core import Game

Minutes = NDArray[numpy.float64]

# Finished matches from which their length is used instead of the typical one.
ENOUGH = 8
SHORTEST, LONGEST = 1.0, 24 * 60.0
LEAST_SPREAD, MOST_SPREAD = 0.02, 1.0


@dataclass(frozen=True, slots=True)
class Length:
    """A match takes `median` minutes, from the call to the end, half the time more and half less.

    `spread` is the standard deviation of the logarithm of the minutes: with 0.25 two tables in
    three are within a quarter of the median, more or less. Both are brought within bounds.

    >>> Length(40).median, Length(0).median, Length(40, 9).spread
    (40, 1.0, 1.0)
    """

    median: float
    spread: float = 0.25

    def __post_init__(self) -> None:
        object.__setattr__(self, "median", min(max(self.median, SHORTEST), LONGEST))
        object.__setattr__(self, "spread", min(max(self.spread, LEAST_SPREAD), MOST_SPREAD))

    def minutes(self, chance: Minutes) -> Minutes:
        """Minutes for numbers drawn evenly between 0 and 1, in the same shape."""
        stretched: Minutes = self.median * numpy.exp(
            self.spread * scipy.special.ndtri(_open(chance))
        )
        return stretched

    def left(self, chance: Minutes, elapsed: float) -> Minutes:
        """Minutes still to go for matches played for `elapsed`: the longer the more."""
        if elapsed <= 0:
            return self.minutes(chance)
        over = float(scipy.special.ndtr(-(log(elapsed / self.median)) / self.spread))
        surviving = numpy.maximum(over * _open(chance), 1e-12)
        whole = self.median * numpy.exp(-self.spread * scipy.special.ndtri(surviving))
        remaining: Minutes = numpy.maximum(whole - elapsed, 0.5)
        return remaining


# Games that end when the time is over and do not say when.
BY_TIME = Length(50.0, 0.04)


def usual(game: Game, options: Any) -> Length:
    """The length of a match with these options where nobody has measured it."""
    return BY_TIME if options.by_time else Length(game.usual_minutes(options))


def measured(minutes: Sequence[float]) -> Length | None:
    """The length that finished matches show; None with fewer than ENOUGH of them.

    Their median, and the standard deviation of their logarithms. Matches of less than a minute
    (a result typed afterwards) or of more than a day say nothing and are left out.

    >>> measured([38, 40, 42, 40, 39, 41, 40, 44]).median
    40.0
    """
    logs = [log(length) for length in minutes if SHORTEST < length < LONGEST]
    if len(logs) < ENOUGH:
        return None
    mean = fmean(logs)
    spread = (sum((value - mean) ** 2 for value in logs) / (len(logs) - 1)) ** 0.5
    return Length(round(exp(median(logs)), 1), round(spread, 3))


def _open(chance: Minutes) -> Minutes:
    """Away from the ends, where a match would last nothing or for ever."""
    inside: Minutes = numpy.clip(chance, 1e-4, 1 - 1e-4)
    return inside
