"""The day simulated: every match is given a length and takes the first table that frees."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy

from tournaments.forecast.chance import dice
from tournaments.forecast.core import (
    CLOCK_MINUTES,
    Ask,
    Forecast,
    Outlines,
    Quantiles,
    RoundForecast,
    Venue,
    quantiles,
)
from tournaments.forecast.lengths import Length, Minutes
from tournaments.forecast.outline import outline
from tournaments.formats.clock import CLOCK
from tournaments.formats.history import active_set
from tournaments.formats.teams import boards_of

# How often the format is played out at most; the more people, the fewer times.
MOST_DRY_RUNS = 8
PEOPLE_TO_DRAW = 500


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match still to finish, called at `since` if it was, with its own `length` if it has one."""

    sides: tuple[int, ...]
    since: float | None = None
    length: Length | None = None


OpenRound = tuple[int, tuple[OpenMatch, ...]]


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """A round in each of the days simulated: when its first match starts and its last one ends."""

    number: int
    matches: int
    starts: Minutes
    ends: Minutes


def forecast(ask: Ask) -> Forecast:
    """Forecast the end of each round left, and of the whole; now, with nothing left.

    Raises ValueError for a format by the clock that is not closed, without `bell`.
    """
    if ask.format is CLOCK and not ask.situation.closed:
        if ask.bell is None:
            raise ValueError("a format by the clock needs the minute of the bell")
        return gathered(ask, [until_bell(ask)])
    ways = ask.outlines or outlines(ask)
    runs = -(-ask.runs // len(ways))
    days = [
        simulate(ask, plan_of(ask, way), dice(ask.seed, f"lengths {number}"), runs)
        for number, way in enumerate(ways)
    ]
    return gathered(ask, days)


def timed(ask: Ask, rounds: Sequence[tuple[Length, Sequence[Sequence[int]]]]) -> Forecast:
    """The times of rounds numbered from 1, by the lengths and the sides of their matches."""
    plan = [
        (number, tuple(OpenMatch(tuple(sides), length=length) for sides in each))
        for number, (length, each) in enumerate(rounds, start=1)
    ]
    return gathered(ask, [simulate(ask, plan, dice(ask.seed, "timed"), ask.runs)])


def outlines(ask: Ask) -> Outlines:
    """Ways the format may go on: one where results change nothing, else some by its size."""
    times = 1
    if ask.format.by_results(ask.options):
        entrants = max(len(ask.situation.entrants), 1)
        times = min(MOST_DRY_RUNS, max(1, PEOPLE_TO_DRAW // entrants))
    return tuple(
        outline(ask.format, ask.options, ask.situation, f"{ask.seed} {number}", ask.rounds)
        for number in range(times)
    )


def simulate(
    ask: Ask, rounds: Sequence[OpenRound], chance: numpy.random.Generator, runs: int
) -> list[RoundTimes]:
    """Simulate so many days at once: each waiting match takes the first table that frees.

    A round starts when all before it are over; where rounds overlap, a match when its people are
    free.
    """
    tables = HallTables(ask.venue.tables, [rounds], ask.now, runs)
    stage_run = StageRun(ask, rounds, tables, chance, runs)
    stage_run.begin(numpy.full(runs, ask.now))
    while stage_run.left:
        stage_run.play_round()
    return stage_run.played


class StageRun:
    """A stage as its rounds are played: who is free when, and when its next round may begin."""

    def __init__(
        self,
        ask: Ask,
        rounds: Sequence[OpenRound],
        tables: "HallTables",
        chance: numpy.random.Generator,
        runs: int,
    ) -> None:
        self.ask, self.left, self.tables = ask, list(rounds), tables
        self.chance, self.runs = chance, runs
        self.gate = numpy.full(runs, ask.now)
        self.free: dict[int, Minutes] = {}
        self.played: list[RoundTimes] = []
        # Matches at the tables keep their table, whatever their round.
        self.ends = {
            id(match): tables.keep(ask.now + _left(ask, match, chance, runs))
            for _number, matches in rounds
            for match in matches
            if match.since is not None
        }

    @property
    def end(self) -> Minutes:
        """The end of all that has been played; its possible beginning, if nothing has."""
        last: Minutes = numpy.max([round.ends for round in self.played] or [self.gate], axis=0)
        return last

    def begin(self, gate: Minutes) -> None:
        """Set the moment before which nothing begins that is not at a table."""
        self.gate = self.ask.venue.may_start(gate)

    def play_round(self) -> None:
        """Play its next round."""
        ask, venue = self.ask, self.ask.venue
        number, matches = self.left.pop(0)
        starts, last = [], []
        freed: dict[int, Minutes] = {}
        for match in matches:
            if match.since is not None:
                start, end = numpy.full(self.runs, match.since), self.ends[id(match)]
            else:
                own = ask.format.overlaps
                ready = _ready(match, self.free, self.gate) if own else self.gate
                minutes = (match.length or ask.length).minutes(self.chance.random(self.runs))
                start, end = self.tables.play(ready, venue, minutes)
            starts.append(start)
            last.append(end)
            for side in match.sides:  # the boards of a tie are played at once
                freed[side] = numpy.maximum(freed.get(side, end), end)
        self.free |= {side: end + venue.pause for side, end in freed.items()}
        if not matches:
            return
        times = RoundTimes(number, len(matches), numpy.min(starts, axis=0), numpy.max(last, axis=0))
        self.played.append(times)
        if not ask.format.overlaps:
            self.gate = numpy.maximum(self.gate, times.ends + venue.pause)


class HallTables:
    """The moment each table is free, in each of the days; never fewer than matches being played."""

    def __init__(
        self, tables: int, plans: Iterable[Sequence[OpenRound]], now: float, runs: int
    ) -> None:
        matches = (match for plan in plans for _number, matches in plan for match in matches)
        called = sum(match.since is not None for match in matches)
        self.free = numpy.full((runs, max(tables, called, 1)), now)
        self.days = numpy.arange(runs)
        self.kept = 0

    def keep(self, end: Minutes) -> Minutes:
        """Take one table more until then."""
        self.free[:, self.kept] = end
        self.kept += 1
        return end

    def busy_until(self, moment: Minutes) -> None:
        """Keep every table taken until that moment."""
        self.free = numpy.maximum(self.free, moment[:, None])

    def play(self, ready: Minutes, venue: Venue, minutes: Minutes) -> tuple[Minutes, Minutes]:
        """Sit a match at the first table that frees; return when it starts and ends."""
        table = self.free.argmin(axis=1)
        start = venue.may_start(numpy.maximum(self.free[self.days, table], ready))
        end = start + minutes
        self.free[self.days, table] = end
        return start, end


def until_bell(ask: Ask, runs: int = 0, gate: Minutes | None = None) -> list[RoundTimes]:
    """Simulate a stage by the clock: the tables are filled again and again until the bell.

    `gate`: when it may begin, now unless given; without a bell it rings CLOCK_MINUTES later.
    """
    chance, venue, runs = dice(ask.seed, "bell"), ask.venue, runs or ask.runs
    begins = numpy.full(runs, ask.now) if gate is None else gate
    bell = begins + CLOCK_MINUTES if ask.bell is None else numpy.full(runs, ask.bell)
    called = [match for _number, matches in _unfinished(ask) for match in matches]
    tables = min(max(venue.tables, 1), len(active_set(ask.situation)) // ask.situation.sides)
    busy = [now_playing for now_playing in called if now_playing.since is not None]
    tables = max(tables, len(busy))
    if not tables:
        return []
    ends = numpy.repeat(begins[:, None], tables, axis=1)
    for place, match in enumerate(busy):
        ends[:, place] = ask.now + _left(ask, match, chance, runs)
    counted = numpy.full(runs, len(busy))
    first = venue.may_start(begins)
    starts = venue.may_start(
        numpy.where(ends > begins[:, None], ends + venue.pause, first[:, None])
    )
    while (going := starts < bell[:, None]).any():
        played = starts + ask.length.minutes(chance.random(starts.shape))
        ends = numpy.where(going, played, ends)
        counted = counted + going.sum(axis=1)
        starts = numpy.where(going, venue.may_start(played + venue.pause), starts)
    return [RoundTimes(0, int(numpy.median(counted)), first, ends.max(axis=1))]


# --- What there is to play ----------------------------------------------------------------------
def plan_of(ask: Ask, drawn: Sequence[Sequence[tuple[int, ...]]]) -> list[OpenRound]:
    """The rounds not finished, and then those of one way in which the others may come out."""
    rounds = _unfinished(ask)
    for number, sides in enumerate(drawn, start=len(ask.situation.rounds) + 1):
        boards = range(_boards(ask))
        rounds.append((number, tuple(OpenMatch(each) for each in sides for _board in boards)))
    return rounds


def _boards(ask: Ask) -> int:
    """Return how many matches each pairing is: more than one in a tie between teams."""
    return boards_of(ask.format, ask.options) or 1


def _unfinished(ask: Ask) -> list[OpenRound]:
    rounds: list[OpenRound] = []
    for number, matches in enumerate(ask.situation.rounds, start=1):
        left = tuple(
            OpenMatch(match.sides, since)
            for match in matches
            if not match.finished
            for since in _since(ask, (number, match.position))
        )
        if left:
            rounds.append((number, left))
    return rounds


def _since(ask: Ask, place: tuple[int, int]) -> Sequence[float | None]:
    """Since when what is left of a pairing is at the tables: its only match, or each board."""
    if place in ask.boards:
        return ask.boards[place]
    return (ask.playing.get(place),) * _boards(ask)


def _left(ask: Ask, match: OpenMatch, chance: numpy.random.Generator, runs: int) -> Minutes:
    assert match.since is not None
    return ask.length.left(chance.random(runs), ask.now - match.since)


def _ready(match: OpenMatch, free: dict[int, Minutes], gate: Minutes) -> Minutes:
    """Return the moment everybody of the match has finished the one before."""
    moments = [gate, *(free[number] for number in match.sides if number in free)]
    together: Minutes = numpy.max(moments, axis=0)
    return together


# --- The forecast -------------------------------------------------------------------------------
def gathered(ask: Ask, days: Sequence[Sequence[RoundTimes]]) -> Forecast:
    """The quantiles of each round over the days in which it is played, and of the end of all."""
    by_number: dict[int, list[RoundTimes]] = {}
    for times in (times for day in days for times in day):
        by_number.setdefault(times.number, []).append(times)
    rounds = tuple(
        RoundForecast(
            number,
            int(numpy.median([times.matches for times in played])),
            _over([times.starts for times in played]),
            _over([times.ends for times in played]),
            len(played) / len(days),
            in_order([times.ends for times in played]),
        )
        for number, played in sorted(by_number.items())
    )
    ends = [_end(ask, day) for day in days]
    together = in_order(ends)
    return Forecast(rounds, quantiles(together), together)


def _end(ask: Ask, day: Iterable[RoundTimes]) -> Minutes:
    ends = [times.ends for times in day]
    last: Minutes = numpy.max(ends, axis=0) if ends else numpy.array([ask.now])
    return last


def in_order(moments: Sequence[Minutes]) -> tuple[float, ...]:
    return tuple(float(moment) for moment in numpy.sort(numpy.concatenate(moments)))


def _over(moments: Sequence[Minutes]) -> Quantiles:
    return quantiles(numpy.concatenate(moments))
