"""«¿Acabamos a la hora?»: all the stages through the simulation, in times of the hall."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from hashlib import sha256

from django.utils import timezone

from scoring.selectors.forecast.stages import can_be_played, known_stages, left_to_play
from tournaments.forecast.core import CLOCK_MINUTES, Ask, Forecast, Quantiles, RoundForecast, Venue
from tournaments.forecast.day import outlines
from tournaments.forecast.lengths import Length, measured
from tournaments.forecast.stages import StageOfDay, forecast_stages
from tournaments.forecast.typical import typical
from tournaments.formats.core import Situation
from tournaments.formats.history import all_finished
from tournaments.kept import PAGES
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.selectors.rounds import date_of
from tournaments.wall_clock import later, time_between

KEPT_SECONDS = 900
PAUSE = 5
GRACE = timedelta(hours=6)
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The wishes of somebody about the day; None (or nothing) where the tournament says it.

    `start`: nothing starts before. `rounds`: how many more are played today. `bell`: when the last
    match is called, by the clock. `deadline`: when the hall closes. `entries`: how many will come,
    before the first draw. Clock times are those of the hall, the next ones from now (or from the
    beginning of the day, before it begins).
    """

    tables: int | None = None
    minutes: float | None = None
    pause: float | None = None
    start: time | None = None
    break_from: time | None = None
    break_until: time | None = None
    rounds: int | None = None
    entries: int | None = None
    bell: time | None = None
    deadline: time | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """`Quantiles`, as times of the hall."""

    early: datetime
    likely: datetime
    late: datetime


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """A round left to finish; number 0 is all that is called until the bell. `stage` is its number,
    and `stage_name` its name where there are several, "" elsewhere; `serial` is its number in the
    whole event, of those to come in the order in which they would begin."""

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
    """`state`: "few" (nobody to play yet), "over" (all its stages), "another_day" (what is left has
    later dates), "live" or "ahead" (nothing drawn).

    `entries`, `by_clock` and the lengths are of the stage looked at. `length` is the one used,
    `own_length` the one there would be if nobody had said another, from
    `measured` finished matches (0: the typical one). `percent` is the chance of being over by the
    deadline, None without one. Where rounds are dated after today, only those of today are in it:
    `next_day` is the first date that is left, `last_day` the last one.
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


@dataclass(frozen=True, slots=True)
class Clock:
    """Minutes for the simulation and times of the hall: minute 0 is `zero`.

    With the day begun, a clock time of the last `grace` is that of today, already past.
    """

    zero: datetime
    grace: timedelta = timedelta(0)

    def minute(self, moment: datetime) -> float:
        return time_between(self.zero, moment) / MINUTE

    def time(self, minute: float) -> datetime:
        """To the nearest minute, in the hall's time zone."""
        moment = later(self.zero, timedelta(minutes=minute) + MINUTE / 2)
        return moment.replace(second=0, microsecond=0)

    def next(self, clock: time) -> datetime:
        """The first moment, from minute 0 less the grace, at which a clock of the hall says so."""
        zero = later(self.zero, -self.grace).replace(second=0, microsecond=0)
        today = datetime.combine(zero.date(), clock)
        said = [today, today.replace(fold=1), today + timedelta(days=1)]  # some hours come twice
        moments = [timezone.make_aware(one) for one in said]
        return next(one for one in moments if time_between(zero, one) >= timedelta())

    def times(self, told: Quantiles) -> Times:
        return Times(self.time(told.early), self.time(told.likely), self.time(told.late))


def day_forecast(
    tournament: Tournament, wanted: Wanted, now: datetime, audience: Audience
) -> DayForecast:
    """When the tournament will be over, as known at `now`, with every stage still to come."""
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
    left = [one for one in stages if left_to_play(one, known[one.number])]
    played = [one for one in left if can_be_played(known[one.number])]
    if not played:
        return replace(base, state="few" if left else "over")
    days = {} if wanted.rounds else later_days(played, begins.date())
    if days:
        dated = sorted(at for dates in days.values() for at in dates.values())
        base = replace(base, next_day=dated[0], last_day=dated[-1])
    parts = _parts(stage, played, known, base, wanted, clock, days)
    if not parts:
        return replace(base, state="another_day")
    whole, told = forecast_stages(list(parts.values()))
    names = {one.number: one.label if len(stages) > 1 else "" for one in played}
    rounds = [
        _round(round, number, names[number], clock)
        for number, found in zip(parts, told, strict=True)
        for round in found.rounds
    ]
    return _told(base, whole, _numbered(tournament, rounds), clock)


Days = Mapping[Stage, Mapping[int, datetime]]


def later_days(stages: Sequence[Stage], today: date) -> Days:
    """Return, of each stage with rounds dated after today, when these are, by their numbers."""
    found = {}
    for stage in stages:
        dates = ((number, date_of(stage, number)) for number in range(1, len(stage.dates) + 1))
        later = {number: at for number, at in dates if at and timezone.localtime(at).date() > today}
        if later and not stage.by_calls:
            found[stage] = later
    return found


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


def _parts(
    looked_at: Stage,
    stages: Sequence[Stage],
    known: Mapping[int, Situation],
    base: DayForecast,
    wanted: Wanted,
    clock: Clock,
    days: Days,
) -> dict[int, StageOfDay]:
    """Return what is simulated of each stage, by number; nothing after the rounds of today, nor of
    a stage that waits for one with rounds of other days."""
    venue, pace = venue_of(base, wanted, clock), _pace(looked_at, base.length)
    bell = clock.next(wanted.bell) if wanted.bell else base.deadline
    found: dict[int, StageOfDay] = {}
    drawn: dict[int, int] = {}  # rounds up to the end of each
    for stage in stages:
        sources = [quota["stage"] for quota in stage.intake if quota["stage"] in drawn]
        before = drawn[stage.number] = max((drawn[source] for source in sources), default=0)
        if wanted.rounds and before >= wanted.rounds:
            continue
        if any(quota["stage"] == one.number for quota in stage.intake for one in days):
            continue
        situation, rounds = known[stage.number], wanted.rounds - before if wanted.rounds else 0
        begun = bool(situation.rounds)
        if stage in days:
            until = min(days[stage]) - 1
            situation = replace(situation, rounds=situation.rounds[:until])
            rounds = until - len(situation.rounds)
            if not rounds and all_finished(situation):
                continue
        if bell is None and not sources:
            bell = later(base.begins, timedelta(minutes=CLOCK_MINUTES))
        ask = _with_outlines(
            Ask(
                stage.system,
                stage.format_rules(),
                situation,
                base.length if stage == looked_at else _length(stage, pace),
                venue,
                playing=_playing(stage, clock) if begun else {},
                boards=_boards(stage, clock) if begun and stage.boards() else {},
                rounds=rounds,
                bell=None if bell is None else clock.minute(bell),
                seed=stage.seed,
                outlines=((),) if stage in days and not rounds else (),
            )
        )
        drawn[stage.number] += max(map(len, ask.outlines), default=0)
        places = {number: place for place, number in enumerate(found)}
        found[stage.number] = StageOfDay(ask, tuple(sorted({places[one] for one in sources})))
    return found


def _pace(stage: Stage, length: Length) -> float:
    """How many times as long as usual matches take today."""
    return length.median / typical(stage.tournament.rules, stage.game_rules()).median


def _length(stage: Stage, pace: float) -> Length:
    """Of another stage than the one looked at: measured, or the usual at today's pace."""
    found, matches = match_length(stage)
    return found if matches else Length(found.median * pace, found.spread)


def match_length(stage: Stage) -> tuple[Length, int]:
    """How long a match takes: measured, with how many say so; or typical, and 0."""
    lasted = minutes_played(stage)
    if (found := measured(lasted)) is not None:
        return found, len(lasted)
    return typical(stage.tournament.rules, stage.game_rules()), 0


def minutes_played(stage: Stage) -> list[float]:
    """How long each played match of the stage took, from the call to its end."""
    matches = Match.objects.filter(
        round__stage=stage,
        state=Match.State.FINISHED,
        called_at__isnull=False,
        finished_at__isnull=False,
    ).exclude(result__forfeit=True)
    return [
        (finished - called) / MINUTE
        for called, finished in matches.order_by("pk").values_list("called_at", "finished_at")
    ]


def venue_of(base: DayForecast, wanted: Wanted, clock: Clock) -> Venue:
    """The hall as the simulation wants it. A break that has begun already goes on."""
    breaks: list[tuple[float, float]] = []
    if wanted.break_from and wanted.break_until:
        start, end = clock.next(wanted.break_from), clock.next(wanted.break_until)
        breaks = [(clock.minute(start) if start < end else 0.0, clock.minute(end))]
    opens = clock.minute(clock.next(wanted.start)) if wanted.start else 0.0
    pause = float(PAUSE if wanted.pause is None else wanted.pause)
    return Venue(base.tables, pause, tuple(breaks), opens)


def _begins(tournament: Tournament, wanted: Wanted, now: datetime) -> datetime:
    """When the first match of a day that has not begun is called: not before now."""
    begins = tournament.starts_at
    if wanted.start:
        day = timezone.localtime(max(begins, now)).date()
        begins = timezone.make_aware(datetime.combine(day, wanted.start))
    return max(begins, now)


def _playing(stage: Stage, clock: Clock) -> dict[tuple[int, int], float]:
    """Since when each match at a table is there."""
    matches = Match.objects.filter(
        round__stage=stage, round__state=Round.State.PUBLISHED, state=Match.State.PLAYING
    )
    return {
        (number, position): clock.minute(called) if called else 0.0
        for number, position, called in matches.values_list(
            "round__number", "position", "called_at"
        )
    }


def _boards(stage: Stage, clock: Clock) -> dict[tuple[int, int], list[float | None]]:
    """Of each tie, since when its boards left are at tables, None while they wait."""
    matches = Match.objects.filter(
        round__stage=stage,
        round__state=Round.State.PUBLISHED,
        board__gt=0,
        state__in=Match.UNFINISHED,
    ).order_by("number")
    found: dict[tuple[int, int], list[float | None]] = {}
    for number, position, called in matches.values_list("round__number", "position", "called_at"):
        since = None if called is None else clock.minute(called)
        found.setdefault((number, position), []).append(since)
    return found


def _with_outlines(ask: Ask) -> Ask:
    """Keep the outlines, the slowest part, until somebody comes or goes or a round ends."""
    if ask.format.by_calls or ask.outlines:
        return ask
    drawn = [
        ([match.sides for match in matches], all(match.finished for match in matches))
        for matches in ask.situation.rounds
    ]
    people = [
        (entrant.number, entrant.active, entrant.seed, entrant.tags)
        for entrant in ask.situation.entrants
    ]
    known = (ask.format.key, ask.options, ask.seed, ask.rounds, people, drawn)
    key = f"outlines-{sha256(repr(known).encode()).hexdigest()}"
    found = PAGES.get_or_set(key, lambda: outlines(ask), KEPT_SECONDS)
    return replace(ask, outlines=found)


def _round(one: RoundForecast, stage: int, name: str, clock: Clock) -> RoundTimes:
    return RoundTimes(
        one.number,
        one.matches,
        clock.times(one.start),
        clock.times(one.end),
        round(100 * one.share),
        stage,
        name,
    )


def _told(
    base: DayForecast, found: Forecast, rounds: Sequence[RoundTimes], clock: Clock
) -> DayForecast:
    percent = None
    if base.deadline is not None:
        percent = round(100 * found.chance_by(clock.minute(base.deadline)))
    return replace(base, rounds=rounds, end=clock.times(found.end), percent=percent)
