"""The simulated days: every match gets a length and takes the first free table."""

from collections.abc import Sequence
from heapq import heapify, heapreplace
from statistics import median
from typing import NamedTuple

from rules.chance import Chance
from tournaments.forecast.core import CLOCK_MINUTES, Ask, Forecast, Outline, RoundForecast, Times
from tournaments.forecast.outline import outlines
from tournaments.formats.history import active_set

# How often the day is simulated: more often if it has few matches.
FEWEST_DAYS, MOST_DAYS, MATCHES = 20, 200, 20_000


class OpenMatch(NamedTuple):
    """An unfinished match, with the time of its call (`since`) if it was called."""

    sides: tuple[int, ...]
    since: float | None = None


class PlayedRound(NamedTuple):
    """A round of a day: the start of its first match and the end of its last match."""

    number: int
    matches: int
    start: float
    end: float


Plan = list[tuple[int, list[OpenMatch]]]


def forecast(asks: Sequence[Ask]) -> Forecast:
    """Forecast the end of each remaining round, and of all; now, if nothing remains.

    All stages use the tables of the first stage. The stage whose next round may begin first takes
    its tables first. A stage begins after the stages that feed it.
    """
    ways = [((),) if ask.by_the_clock else ask.outlines or outlines(ask) for ask in asks]
    matches = sum(len(sides) for way in ways for sides in way[0])
    days = min(max(MATCHES // max(matches, 1), FEWEST_DAYS), MOST_DAYS)
    plans = [[_plan(ask, way) for way in each] for ask, each in zip(asks, ways, strict=True)]
    rounds: dict[tuple[int, int], list[PlayedRound]] = {}
    ends = []
    for day in range(days):
        runs = _play_day(asks, [each[day % len(each)] for each in plans], day)
        ends.append(max(run.end for run in runs))
        for place, run in enumerate(runs):
            for played in run.played:
                rounds.setdefault((place, played.number), []).append(played)
    return Forecast(
        tuple(
            RoundForecast(
                place,
                number,
                int(median(round.matches for round in played)),
                Times([round.start for round in played]),
                Times([round.end for round in played]),
                len(played) / days,
            )
            for (place, number), played in sorted(rounds.items())
        ),
        Times(ends),
    )


def _play_day(asks: Sequence[Ask], plans: Sequence[Plan], day: int) -> list["StageRun"]:
    runs = [
        StageRun(ask, plan, Chance(f"{ask.seed}|{day}"))
        for ask, plan in zip(asks, plans, strict=True)
    ]
    busy = [end for run in runs for end in run.ends.values()]
    tables = busy + [0.0] * max(asks[0].venue.tables - len(busy), not busy)
    heapify(tables)
    begun: set[int] = set()
    while True:
        over = {place for place in begun if not runs[place].left}
        for place, ask in enumerate(asks):
            if place not in begun and over.issuperset(ask.after):
                begun.add(place)
                before = [runs[source].end + ask.venue.pause for source in ask.after]
                runs[place].begin(max([0.0, *before]), tables)
                break
        else:
            playing = [runs[place] for place in sorted(begun - over)]
            if not playing:
                return runs
            min(playing, key=lambda run: run.gate).play_round(tables)


class StageRun:
    """A stage during a simulated day: when its people are free and its next round may begin."""

    def __init__(self, ask: Ask, plan: Plan, chance: Chance) -> None:
        self.ask, self.left, self.chance = ask, list(plan), chance
        self.gate = self.end = 0.0
        self.free: dict[int, float] = {}
        self.played: list[PlayedRound] = []
        # Matches at the tables keep their table, whatever their round.
        self.ends = {
            (number, at): ask.length.minutes(chance, -match.since)
            for number, matches in plan
            for at, match in enumerate(matches)
            if match.since is not None
        }

    def begin(self, gate: float, tables: list[float]) -> None:
        """Set the moment (`gate`) before which no match begins; matches at a table go on."""
        self.gate = self.end = self.ask.venue.may_start(gate)
        if self.ask.by_the_clock:
            self._play_until_bell()
            tables[:] = [max(free, self.end) for free in tables]

    def play_round(self, tables: list[float]) -> None:
        """Play the next round of the stage: matches start when earlier rounds are over.

        If rounds overlap, a match starts when its people are free.
        """
        venue, overlaps = self.ask.venue, self.ask.format.overlaps
        number, matches = self.left.pop(0)
        freed: dict[int, float] = {}
        starts = []
        for at, match in enumerate(matches):
            if match.since is not None:
                start, end = match.since, self.ends[number, at]
            else:
                own = [self.free[side] for side in match.sides if side in self.free]
                start = venue.may_start(max([tables[0], self.gate, *(own if overlaps else ())]))
                end = start + self.ask.length.minutes(self.chance)
                heapreplace(tables, end)
            starts.append(start)
            for side in match.sides:  # the boards of a tie are simultaneous
                freed[side] = max(freed.get(side, end), end)
        if not matches:
            return
        self.free |= {side: end + venue.pause for side, end in freed.items()}
        last = max(freed.values())
        self.end = max(self.end, last) if self.played else last
        self.played.append(PlayedRound(number, len(matches), min(starts), last))
        if not overlaps:
            self.gate = max(self.gate, last + venue.pause)

    def _play_until_bell(self) -> None:
        """Fill the tables until the bell; called matches are finished."""
        ask, self.left = self.ask, []
        bell = self.gate + CLOCK_MINUTES if ask.bell is None else ask.bell
        tables = len(active_set(ask.situation)) // ask.situation.sides
        idle = max(min(max(ask.venue.tables, 1), tables) - len(self.ends), 0)
        ends, called = [*self.ends.values()], len(self.ends)
        starts = [ask.venue.may_start(end + ask.venue.pause) for end in ends] + [self.gate] * idle
        for start in starts:
            while start < bell:
                ends.append(start + ask.length.minutes(self.chance))
                start, called = ask.venue.may_start(ends[-1] + ask.venue.pause), called + 1
        if ends:
            self.end = max(ends)
            self.played = [PlayedRound(0, called, self.gate, self.end)]


def _plan(ask: Ask, drawn: Outline) -> Plan:
    """Return the unfinished rounds, followed by one possible continuation of the stage."""
    plan: Plan = []
    for number, played in enumerate(ask.situation.rounds, start=1):
        left = [
            OpenMatch(match.sides, since)
            for match in played
            if not match.finished
            for since in ask.open_since.get((number, match.position), ())
        ]
        if left:
            plan.append((number, left))
    for number, matches in enumerate(drawn, start=len(ask.situation.rounds) + 1):
        plan.append((number, [OpenMatch(sides) for sides in matches]))
    return plan
