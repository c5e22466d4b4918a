"""«¿Acabamos a la hora?»: the forecast from a simulation of all stages, in the hall's time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from datetime import time as clock_time

from django.utils import timezone

from scoring.forecast.selectors.stages import can_be_played, known_stages, left_to_play
from scoring.forecast.selectors.today import (
    PlayDay,
    StageToday,
    play_day,
    recent_matches,
    stages_today,
)
from tournaments.forecast import core
from tournaments.forecast.core import Ask, RoundForecast, Venue
from tournaments.forecast.day import forecast
from tournaments.forecast.lengths import Length, measured, usual
from tournaments.forecast.outline import outlines
from tournaments.formats.core import Situation
from tournaments.models import Match, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.site.wall_clock import later, time_between

PAUSE = 5
GRACE = timedelta(hours=6)
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Wishes about the day; None (or nothing) takes the tournament's value.

    - `start`: no match starts before this time.
    - `rounds`: how many more rounds are played today.
    - `bell`: by the clock, when the last match is called.
    - `deadline`: when the hall closes.
    - `entries`: before the first draw, how many entries will come.

    Times are local to the hall. Each time means its next moment from now on or, before the
    tournament begins, from its start.
    """

    tables: int | None = None
    minutes: float | None = None
    pause: float | None = None
    start: clock_time | None = None
    break_from: clock_time | None = None
    break_until: clock_time | None = None
    rounds: int | None = None
    entries: int | None = None
    bell: clock_time | None = None
    deadline: clock_time | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """A moment as times of the hall.

    It comes before `early` on one day in ten, and after `late` on one day in ten.
    """

    early: datetime
    likely: datetime
    late: datetime


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """A round that is still to be finished; number 0 means all calls until the bell.

    `stage` is the number of its stage, and `stage_name` the name, "" if there is only one stage.
    `serial` is the number of the round in the event. Rounds to come are numbered in the order in
    which they would begin.
    """

    number: int
    matches: int
    start: Times
    end: Times
    percent: int
    stage: int = 1
    stage_name: str = ""
    serial: int = 0


@dataclass(frozen=True, slots=True)
class DayForecast:
    """The forecast of a day.

    `state` is "few" (too few entries to play yet), "over" (all stages are over), "another_day" (no
    match is left for today), "live" (something is drawn) or "ahead" (nothing is drawn).

    `entries`, `by_clock` and the lengths of a match are of the selected stage. `length` is the
    length used, `own_length` the length without a wish. `measured` is how many finished matches
    gave `own_length`, 0 if it is the usual length. `percent` is the chance to be over by the
    deadline, None without a deadline.

    If rounds are dated after today, only today's rounds are included: `next_day` is the first
    later date, `last_day` the last date. `undated` is whether a calendar begun on an earlier day
    has rounds without a date, which are not included either.
    """

    state: str
    now: datetime
    begins: datetime
    entries: int
    tables: int
    length: Length
    own_length: Length
    measured: int
    by_clock: bool
    rounds: Sequence[RoundTimes] = ()
    end: Times | None = None
    deadline: datetime | None = None
    percent: int | None = None
    next_day: datetime | None = None
    last_day: datetime | None = None
    undated: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """Converts minutes of the simulation to times of the hall; minute 0 is `zero`.

    A clock time that has passed less than `grace` ago still means today, not tomorrow.
    """

    zero: datetime
    grace: timedelta = timedelta(0)

    def minute(self, moment: datetime) -> float:
        return time_between(self.zero, moment) / MINUTE

    def time(self, minute: float) -> datetime:
        """Return the time to the nearest minute, in the hall's time zone."""
        moment = later(self.zero, timedelta(minutes=minute) + MINUTE / 2)
        return moment.replace(second=0, microsecond=0)

    def next(self, clock: clock_time) -> datetime:
        """Return the first moment, from minute 0 less the grace, when the hall's clock shows it."""
        zero = later(self.zero, -self.grace).replace(second=0, microsecond=0)
        today = datetime.combine(zero.date(), clock)
        said = [today, today.replace(fold=1), today + timedelta(days=1)]  # some hours come twice
        moments = [timezone.make_aware(one) for one in said]
        return next(one for one in moments if time_between(zero, one) >= timedelta())

    def times(self, moment: core.Times) -> Times:
        return Times(self.time(moment.early), self.time(moment.likely), self.time(moment.late))


def day_forecast(
    tournament: Tournament, wanted: Wanted, now: datetime, audience: Audience
) -> DayForecast:
    """Return when the tournament will be over, as known at `now`, with every future stage."""
    stage = tournament.stage
    stages, known = known_stages(stage, wanted.entries, audience)
    live = any(situation.rounds for situation in known.values())
    begins = timezone.localtime(now if live else _begins(tournament, wanted, now))
    own, finished = match_length(stage)
    clock = Clock(begins, GRACE if live else timedelta(0))
    base = DayForecast(
        state="live" if live else "ahead",
        now=timezone.localtime(now),
        begins=begins,
        entries=sum(entrant.active for entrant in known[stage.number].entrants),
        tables=wanted.tables or len(tournament.tables_in_service),
        length=Length(wanted.minutes, own.spread) if wanted.minutes else own,
        own_length=own,
        measured=finished,
        by_clock=stage.by_calls,
        deadline=clock.next(wanted.deadline) if wanted.deadline else None,
    )
    left = [each for each in stages if left_to_play(each, known[each.number])]
    played = {each: known[each.number] for each in left if can_be_played(known[each.number])}
    if not played:
        return replace(base, state="few" if left else "over")
    matches = recent_matches(tournament, now) if live else []
    play = play_day(tournament, matches, now) if live else PlayDay(begins)
    today = stages_today(played, matches, play)
    if not wanted.rounds:
        dates = sorted(at for part in today.values() for at in part.dates)
        undated = any(part.undated for part in today.values())
        base = replace(base, undated=undated)
        if dates:
            base = replace(base, next_day=dates[0], last_day=dates[-1])
    asks = _asks(stage, played, base, wanted, clock, today)
    result = forecast([*asks.values()]) if asks else None
    if result is None or not result.rounds:
        return replace(base, state="another_day")
    rounds = [
        _round(round, [*asks][round.place], len(stages) > 1, clock) for round in result.rounds
    ]
    percent = None
    if base.deadline is not None:
        percent = round(100 * result.end.chance_by(clock.minute(base.deadline)))
    return replace(
        base, rounds=_numbered(tournament, rounds), end=clock.times(result.end), percent=percent
    )


def _round(left: RoundForecast, stage: Stage, named: bool, clock: Clock) -> RoundTimes:
    return RoundTimes(
        left.number,
        left.matches,
        clock.times(left.start),
        clock.times(left.end),
        round(100 * left.share),
        stage.number,
        stage.label if named else "",
    )


def _numbered(tournament: Tournament, rounds: Sequence[RoundTimes]) -> list[RoundTimes]:
    drawn = tournament.rounds.order_by().values_list("stage__number", "number", "serial")
    serials = {(stage, number): serial for stage, number, serial in drawn}
    to_come = [
        round for round in rounds if round.number and (round.stage, round.number) not in serials
    ]
    following = max(serials.values(), default=0) + 1
    for one in sorted(to_come, key=lambda one: (one.start.likely, one.stage, one.number)):
        serials[one.stage, one.number], following = following, following + 1
    return [replace(one, serial=serials.get((one.stage, one.number), 0)) for one in rounds]


def _asks(
    looked_at: Stage,
    played: Mapping[Stage, Situation],
    base: DayForecast,
    wanted: Wanted,
    clock: Clock,
    today: Mapping[Stage, StageToday],
) -> dict[Stage, Ask]:
    """Return the part of each stage to simulate.

    The parts exclude rounds of later days, and stages fed by a stage with rounds on other days.
    """
    venue, bell = venue_of(base, wanted, clock), base.deadline
    if wanted.bell:
        bell = clock.next(wanted.bell)
    other_days = {stage.number for stage, part in today.items() if part.has_other_days}
    asks: dict[Stage, Ask] = {}
    last: dict[int, int] = {}  # by stage, how many rounds are played until it ends
    for stage, part in today.items():
        intake = {quota["stage"] for quota in stage.intake}
        before = last[stage.number] = max(
            (last[source] for source in intake & last.keys()), default=0
        )
        rounds = wanted.rounds - before if wanted.rounds else part.rounds
        if not wanted.rounds and intake & other_days:
            continue
        draws = rounds is None or rounds > 0
        if not draws and not part.open_since:
            continue
        ask = Ask(
            stage.system,
            stage.format_rules(),
            played[stage],
            base.length if stage == looked_at else _length(stage, looked_at, base.length),
            venue,
            open_since={
                place: [clock.minute(since) if since else None for since in boards]
                for place, boards in part.open_since.items()
            },
            rounds=rounds or 0,
            bell=None if bell is None else clock.minute(bell),
            seed=stage.seed,
            after=tuple(at for at, source in enumerate(asks) if source.number in intake),
        )
        drawn = outlines(ask) if draws and not ask.by_the_clock else ((),)
        asks[stage] = replace(ask, outlines=drawn)
        last[stage.number] += max(map(len, drawn))
    return asks


def _length(stage: Stage, looked_at: Stage, length: Length) -> Length:
    """Return the length of a match in a stage other than `looked_at`.

    It is measured or, without finished matches, the usual length at the pace of `looked_at`.
    """
    here, matches = match_length(stage)
    pace = length.median / usual(stage.tournament.rules, looked_at.game_rules()).median
    return here if matches else Length(here.median * pace, here.spread)


def match_length(stage: Stage) -> tuple[Length, int]:
    """Return the length of a match, and how many matches it was measured from.

    With too few matches to measure, return the usual length and 0.
    """
    minutes = minutes_played(stage)
    if (length := measured(minutes)) is not None:
        return length, len(minutes)
    return usual(stage.tournament.rules, stage.game_rules()), 0


def minutes_played(stage: Stage) -> list[float]:
    """Return the minutes of each played match of the stage, from the call to its end."""
    matches = Match.objects.filter(
        round__stage=stage,
        state=Match.State.FINISHED,
        called_at__isnull=False,
        finished_at__isnull=False,
    ).exclude(result__forfeit=True)
    return [
        (finished - called) / MINUTE
        for called, finished in matches.order_by("pk").values_list("called_at", "finished_at")
        if called and finished
    ]


def venue_of(base: DayForecast, wanted: Wanted, clock: Clock) -> Venue:
    """Return the hall for these wishes. A break that has begun runs from minute 0."""
    breaks: list[tuple[float, float]] = []
    if wanted.start:
        breaks.append((0.0, clock.minute(clock.next(wanted.start))))
    if wanted.break_from and wanted.break_until:
        start, end = clock.next(wanted.break_from), clock.next(wanted.break_until)
        breaks.append((clock.minute(start) if start < end else 0.0, clock.minute(end)))
    pause = float(PAUSE if wanted.pause is None else wanted.pause)
    return Venue(base.tables, pause, tuple(breaks))


def _begins(tournament: Tournament, wanted: Wanted, now: datetime) -> datetime:
    """Return when the first match is called before anything is drawn; never before `now`."""
    begins = tournament.starts_at
    if wanted.start:
        day = timezone.localtime(max(begins, now)).date()
        begins = timezone.make_aware(datetime.combine(day, wanted.start))
    return max(begins, now)
