"""Requests and results of a forecast. Times are minutes from now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import quantiles

from tournaments.forecast.lengths import Length
from tournaments.formats.base import AnyFormat, FormatOptions
from tournaments.formats.clock import CLOCK
from tournaments.formats.core import Situation

# A possible continuation of a stage: rounds of matches, or boards, of sides.
Outline = tuple[tuple[tuple[int, ...], ...], ...]

CLOCK_MINUTES = 240  # for a stage by the clock without a set bell
# Rounds after which a format that never ends is given up.
MOST_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Venue:
    """The tables and the hours of the day.

    `pause`: minutes between rounds, or between two matches of the same people in formats without
    rounds. `breaks` are (from, until): nothing starts between them.
    """

    tables: int
    pause: float = 5.0
    breaks: tuple[tuple[float, float], ...] = ()

    def may_start(self, moment: float) -> float:
        """Return `moment`, or the end of the break that contains it."""
        for start, end in sorted(self.breaks):
            if start <= moment < end:
                moment = end
        return moment


@dataclass(frozen=True, slots=True)
class Ask:
    """A request to forecast one stage: its current situation and the hall.

    `open_since` has the unfinished matches or boards of each pairing today, by (round, position):
    the time since when each is at a table, or None while it waits. `rounds`: how many rounds to
    draw today; 0 for all. `bell`: when the clock of the stage stops. `outlines`: the possible
    continuations of the stage, if known. `after`: the places, from 0, of the stages that must end
    before this one.
    """

    format: AnyFormat
    options: FormatOptions
    situation: Situation
    length: Length
    venue: Venue
    open_since: Mapping[tuple[int, int], Sequence[float | None]] = field(default_factory=dict)
    rounds: int = 0
    bell: float | None = None
    seed: str = "forecast"
    outlines: tuple[Outline, ...] = ()
    after: tuple[int, ...] = ()

    @property
    def by_the_clock(self) -> bool:
        return self.format is CLOCK and not self.situation.closed


@dataclass(frozen=True, slots=True)
class Times:
    """The moment of one event in each of the simulated days, which are at least two."""

    moments: Sequence[float]

    def tenth(self, number: int) -> float:
        """Return the moment by which the event has happened in `number` of ten days.

        >>> Times([10, 20, 30]).tenth(5)
        20.0
        """
        return quantiles(self.moments, n=10, method="inclusive")[number - 1]

    @property
    def early(self) -> float:
        return self.tenth(1)

    @property
    def likely(self) -> float:
        return self.tenth(5)

    @property
    def late(self) -> float:
        return self.tenth(9)

    def chance_by(self, moment: float) -> float:
        """Return the share of days, from 0 to 1, in which the event comes by `moment`.

        >>> Times([1, 2, 3, 4]).chance_by(3)
        0.75
        """
        return sum(end <= moment for end in self.moments) / len(self.moments)


@dataclass(frozen=True, slots=True)
class RoundForecast:
    """An unfinished round of the stage at `place`, or all calls until the bell (number 0).

    `matches` is the median number of unfinished matches; `share` is the share of simulated days in
    which this round is played.
    """

    place: int
    number: int
    matches: int
    start: Times
    end: Times
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Forecast:
    """The remaining rounds, stage by stage, and the end of all."""

    rounds: tuple[RoundForecast, ...]
    end: Times
