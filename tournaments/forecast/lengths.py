"""The length of a match: a median, and the variation between tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import NormalDist, median, stdev

from rules.chance import Chance
from rules.core import AnyGame, GameOptions

# From this number of finished matches, their measured length replaces the usual length.
ENOUGH = 8
SHORTEST, LONGEST = 1.0, 24 * 60.0
LEAST_SPREAD, MOST_SPREAD = 0.02, 1.0
NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Length:
    """A match takes `median` minutes from the call to the end; half of all matches take longer.

    `spread` is the standard deviation of the logarithm of the minutes: with 0.25, two tables in
    three are within about a quarter of the median.
    """

    median: float
    spread: float = 0.25

    def minutes(self, chance: Chance, elapsed_minutes: float = 0) -> float:
        """Return the remaining minutes of a match that has lasted `elapsed_minutes`."""
        share_longer = (
            NORMAL.cdf(log(self.median / elapsed_minutes) / self.spread)
            if elapsed_minutes > 0
            else 1.0
        )
        # A share of 0 would mean a match without end.
        share = max(share_longer * (chance.below(9999) + 1) / 10_000, 1e-12)
        return max(
            self.median * exp(-self.spread * NORMAL.inv_cdf(share)) - max(elapsed_minutes, 0), 0.5
        )


# Length of a match that ends when its time is over (`GameOptions.by_time`).
TIMED_LENGTH = Length(50.0, 0.04)


def usual_length(game: AnyGame, options: GameOptions) -> Length:
    """Return the length of a match with these options, without measurements."""
    return TIMED_LENGTH if options.by_time else Length(game.usual_minutes(options))


def measured_length(minutes: Sequence[float]) -> Length | None:
    """Return the length measured in finished matches; None with fewer than ENOUGH matches.

    The length has the median of `minutes` and the standard deviation of their logarithms, within
    limits. Matches of less than a minute (a result typed afterwards) or of more than a day are left
    out.

    >>> measured_length([38, 40, 42, 40, 39, 41, 40, 44]).median
    40.0
    """
    logs = [log(length) for length in minutes if SHORTEST < length < LONGEST]
    if len(logs) < ENOUGH:
        return None
    spread = min(max(stdev(logs), LEAST_SPREAD), MOST_SPREAD)
    return Length(round(exp(median(logs)), 1), round(spread, 3))
