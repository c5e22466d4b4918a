"""Questions and answers of a forecast. Times are minutes since an origin of one's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy

from tournaments.forecast.lengths import Length, Minutes
from tournaments.formats.base import Format
from tournaments.formats.core import Situation

# Ways in which the rest of the stage may come out: rounds of matches of sides.
Outlines = tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]

RUNS = 200
CLOCK_MINUTES = 240  # by the clock, until somebody says when the bell is
# Rounds after which a format that is never over is given up.
MOST_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Venue:
    """The tables and the hours of the day.

    `pause`: minutes between rounds, or between two matches of the same people where there are no
    rounds. `breaks` are (from, until): nothing starts between them. `opens`: nothing starts before.
    """

    tables: int
    pause: float = 5.0
    breaks: tuple[tuple[float, float], ...] = ()
    opens: float = 0.0

    def may_start(self, moment: Minutes) -> Minutes:
        """Each moment, or the end of the break it falls in."""
        moment = numpy.maximum(moment, self.opens)
        for start, end in sorted(self.breaks):
            moment = numpy.where((moment >= start) & (moment < end), end, moment)
        return moment


@dataclass(frozen=True, slots=True)
class Ask:
    """A stage as it stands, and the hall.

    `open_since` has what is left of each pairing today, by (round, position): of its match, or of
    each board, since when it is at a table, None while it waits. `rounds`: how many
    more to draw today; 0 for all. `bell`: when the clock stops. `outlines`: those of
    `day.outlines`, kept from an earlier question.
    """

    format: Format[Any]
    options: Any
    situation: Situation
    length: Length
    venue: Venue
    now: float = 0.0
    open_since: Mapping[tuple[int, int], Sequence[float | None]] = field(default_factory=dict)
    rounds: int = 0
    bell: float | None = None
    seed: str = "forecast"
    runs: int = RUNS
    outlines: Outlines = ()


@dataclass(frozen=True, slots=True)
class Quantiles:
    """The time that one day in ten comes before, that half do, and that nine in ten do."""

    early: float
    likely: float
    late: float


@dataclass(frozen=True, slots=True)
class RoundForecast:
    """A round not finished yet, or all the calls until the bell (number 0).

    `matches` are those still to finish, the median; `share` is the part of the simulated days that
    has such a round; `ends` when it is over in each of those, in order.
    """

    number: int
    matches: int
    start: Quantiles
    end: Quantiles
    share: float = 1.0
    ends: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Forecast:
    """The rounds left and the end of all; `ends` has the end of every simulated day, in order."""

    rounds: tuple[RoundForecast, ...]
    end: Quantiles
    ends: tuple[float, ...]

    def chance_by(self, moment: float) -> float:
        """Return the chance that it is over by then, from 0 to 1.

        >>> Forecast((), Quantiles(1, 2, 3), (1.0, 2.0, 3.0, 4.0)).chance_by(3)
        0.75
        """
        return sum(end <= moment for end in self.ends) / len(self.ends)


def quantiles(moments: Minutes | Sequence[float]) -> Quantiles:
    early, likely, late = (float(moment) for moment in numpy.quantile(moments, (0.1, 0.5, 0.9)))
    return Quantiles(early, likely, late)
