"""The simulated days: every match gets a length and takes the first free table."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from statistics import median, quantiles
from typing import Generic, NamedTuple, TypeVar

from rules.chance import Chance
from tournaments.forecast.plans import StagePlan

# The day is simulated FEWEST_DAYS times; then up to MOST_DAYS times, until MATCHES matches have
# been played in all.
FEWEST_DAYS, MOST_DAYS, MATCHES = 20, 100, 8_000
PAUSE = 5.0  # usual minutes between two rounds
CLOCK_MINUTES = 240  # minutes of a stage by the clock without a bell


Moment = TypeVar("Moment")


@dataclass(frozen=True, slots=True)
class Venue:
    """The tables and the hours of the day, in minutes.

    The simulation begins at `opens`. `pause` is the minutes between two rounds or, if rounds
    overlap, between two matches of an entry. Nothing starts within the `breaks` (from,
    until). Stages by the clock stop at the `bell`; without a bell they last CLOCK_MINUTES.
    """

    tables: int
    pause: float = PAUSE
    breaks: tuple[tuple[float, float], ...] = ()
    opens: float = 0.0
    bell: float | None = None

    def may_start(self, moment: float) -> float:
        """Return `moment`, or the end of the break that contains it."""
        for start, end in sorted(self.breaks):
            if start <= moment < end:
                moment = end
        return moment


class EventTimes(NamedTuple, Generic[Moment]):
    """When an event happens, and its minute in each of the simulated days.

    The event comes before `early` on one day in ten, before `likely` on five days in ten, and after
    `late` on one day in ten.
    """

    early: Moment
    likely: Moment
    late: Moment
    minutes: Sequence[float]

    def percent_by(self, minute: float) -> int:
        """Return the percentage of days in which the event comes by `minute`."""
        return round(100 * sum(end <= minute for end in self.minutes) / len(self.minutes))


def times(minutes: Sequence[float]) -> EventTimes[float]:
    """Return the times of an event simulated on at least two days.

    >>> times([10, 20, 30]).likely, times([10, 20, 30]).percent_by(20)
    (20.0, 67)
    """
    tenths = quantiles(minutes, n=10, method="inclusive")
    return EventTimes(tenths[0], tenths[4], tenths[8], minutes)


@dataclass(frozen=True, slots=True)
class RoundForecast(Generic[Moment]):
    """An unfinished round of a stage, or all calls until the bell (number 0).

    `matches` is the median number of unfinished matches; `percent` is the percentage of simulated
    days in which this round is played. `serial` is its number in the event, 0 if unknown. `name` is
    the name of the stage, "" if there is only one.
    """

    stage: int
    name: str
    number: int
    matches: int
    start: EventTimes[Moment]
    end: EventTimes[Moment]
    percent: int = 100
    serial: int = 0


def forecast(
    plans: Sequence[StagePlan], venue: Venue, seed: str = "planned"
) -> tuple[list[RoundForecast[float]], EventTimes[float]]:
    """Return the forecast of each remaining round, stage by stage, and when the day ends."""
    ends: list[float] = []
    rounds: dict[tuple[int, str, int], list[list[tuple[float, float]]]] = {}
    matches = 0
    while len(ends) < FEWEST_DAYS or (len(ends) < MOST_DAYS and matches < MATCHES):
        stages = _play_day(plans, venue, Chance(f"{seed}|{len(ends)}"), len(ends))
        ends.append(max(stage.end for stage in stages))
        for stage in stages:
            for number, match_times in stage.match_times.items():
                key = (stage.plan.stage, stage.plan.name, number)
                rounds.setdefault(key, []).append(match_times)
                matches += len(match_times)
    forecasts = [
        RoundForecast(
            *key,
            int(median(map(len, days))),
            times([min(start for start, _end in match_times) for match_times in days]),
            times([max(end for _start, end in match_times) for match_times in days]),
            round(100 * len(days) / len(ends)),
        )
        for key, days in sorted(rounds.items())
    ]
    return forecasts, times(ends)


def _play_day(
    plans: Sequence[StagePlan], venue: Venue, chance: Chance, day: int
) -> list["StageDay"]:
    """Return the stages after a simulated day in which all their rounds were played.

    The stage whose next round may begin first takes its tables first.
    """
    stages = [StageDay(plan, venue, chance, day) for plan in plans]
    tables = [end for stage in stages for end in stage.play_called_matches()]
    tables += [venue.opens] * max(venue.tables - len(tables), not tables)
    heapify(tables)
    while True:
        ready_stages: list[StageDay] = []
        for stage in stages:
            sources = [source for source in stages if source.plan.stage in stage.plan.source_stages]
            if stage.rounds and not any(source.rounds for source in sources):
                stage.gate = max([stage.gate, *(source.end + venue.pause for source in sources)])
                ready_stages.append(stage)
        if not ready_stages:
            return stages
        min(ready_stages, key=lambda stage: stage.gate).play_round(tables)


class StageDay:
    """A stage during a simulated day: its rounds still to play and the matches it has played.

    No match begins before `gate`. `free_from` has the minute from which an entry may play again.
    `match_times` has the start and the end of each match, by round.
    """

    def __init__(self, plan: StagePlan, venue: Venue, chance: Chance, day: int) -> None:
        self.plan = plan
        self.venue = venue
        self.chance = chance
        self.rounds = [*plan.drawn_rounds, *plan.outlines[day % len(plan.outlines)]]
        self.gate = self.end = venue.opens
        self.free_from: dict[int, float] = {}
        self.match_times: dict[int, list[tuple[float, float]]] = {}

    def play_called_matches(self) -> list[float]:
        """Play the matches that are at a table, whatever their round, and return their ends."""
        return [
            self._play(number, match.sides, match.called_at, self.venue.opens - match.called_at)
            for number, matches in self.rounds
            for match in matches
            if match.called_at is not None
        ]

    def play_round(self, tables: list[float]) -> None:
        """Play the next round; `tables` is a heap of the minutes from which each table is free."""
        number, matches = self.rounds.pop(0)
        # copied before the round, because the boards of a tie are simultaneous
        free_at_start = dict(self.free_from)
        for match in matches:
            if match.called_at is None:
                start = max(self.gate, tables[0])
                if self.plan.overlaps:
                    start = max([start, *(free_at_start.get(side, start) for side in match.sides)])
                start = self.venue.may_start(start)
                heapreplace(tables, self._play(number, match.sides, start))
        self._call_until_bell(tables)
        if not self.plan.overlaps and number in self.match_times:
            last_end = max(end for _start, end in self.match_times[number])
            self.gate = max(self.gate, last_end + self.venue.pause)

    def _call_until_bell(self, tables: list[float]) -> None:
        """Play a stage by the clock until the bell; the couple free the longest plays first."""
        free_minutes = [end + self.venue.pause for _start, end in self.match_times.get(0, ())]
        free_minutes += [self.gate] * (self.plan.couples - len(free_minutes))
        heapify(free_minutes)
        bell = self.gate + CLOCK_MINUTES if self.venue.bell is None else self.venue.bell
        while (
            free_minutes and (start := self.venue.may_start(max(tables[0], free_minutes[0]))) < bell
        ):
            end = self._play(0, (), start)
            heapreplace(tables, end)
            heapreplace(free_minutes, end + self.venue.pause)

    def _play(
        self, number: int, sides: Sequence[int], start: float, elapsed_minutes: float = 0.0
    ) -> float:
        """Play a match after its first `elapsed_minutes`, and return the minute of its end."""
        end = max(start, self.venue.opens) + self.plan.length.minutes(self.chance, elapsed_minutes)
        self.match_times.setdefault(number, []).append((start, end))
        for side in sides:
            self.free_from[side] = max(self.free_from.get(side, end), end + self.venue.pause)
        self.end = max(self.end, end)
        return end
