"""«¿Acabamos a la hora?»: the forecast of the day in the hall's time, by simulating all stages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from datetime import time as clock_time

from django.utils import timezone

from scoring.forecast.selectors.stages import (
    LONGEST_REST,
    StageToday,
    can_be_played,
    left_to_play,
    situation_by_stage,
    stages_today,
)
from tournaments.forecast.day import PAUSE, EventTimes, RoundForecast, Venue, forecast
from tournaments.forecast.lengths import Length, measured_length, usual_length
from tournaments.forecast.plans import MOST_ROUNDS, StagePlan, plan_stage
from tournaments.models import Match, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.site.wall_clock import local_time, local_time_after, minute


@dataclass(frozen=True, slots=True)
class DayWishes:
    """Wishes about the day; a missing wish takes the tournament's value.

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
class DayForecast:
    """The forecast of a day.

    `state` is "few" (too few entries to play yet), "over" (all stages are over), "another_day" (no
    match is left for today), "live" (something is drawn) or "ahead" (nothing is drawn).

    `entries` and the `length` of a match belong to the selected stage. `measured_matches` is the
    number of finished matches that gave the length, 0 if it is the usual length. `percent` is the
    chance to be over by the deadline, None without a deadline.

    If rounds are dated after today, only today's rounds are included: `next_day` is the first
    later date, `last_day` the last date. `undated` is whether a calendar begun on an earlier day
    has rounds without a date, which are not included either.
    """

    state: str
    wishes: DayWishes
    now: datetime
    begins: datetime
    deadline: datetime | None
    venue: Venue
    entries: int
    length: Length
    measured_matches: int
    rounds: Sequence[RoundForecast[datetime]] = ()
    end: EventTimes[datetime] | None = None
    percent: int | None = None
    next_day: datetime | None = None
    last_day: datetime | None = None
    undated: bool = False


def day_forecast(
    tournament: Tournament, wishes: DayWishes, now: datetime, audience: Audience
) -> DayForecast:
    """Return when the tournament will be over, as known at `now`, with every future stage."""
    stage = tournament.stage
    situations = situation_by_stage(stage, wishes.entries, audience)
    live = any(situation.rounds for situation in situations.values())
    begins = timezone.localtime(now if live else _first_call_time(tournament, wishes, now))
    # While a stage is in play, a time of day that has just passed still means today.
    earliest = local_time_after(begins, -LONGEST_REST) if live else begins
    length, measured_matches = match_length(stage)
    day = DayForecast(
        state="live" if live else "ahead",
        wishes=wishes,
        now=timezone.localtime(now),
        begins=begins,
        deadline=next_time(wishes.deadline, earliest) if wishes.deadline else None,
        venue=_venue(tournament, wishes, begins, earliest),
        entries=sum(entrant.active for entrant in situations[stage].entrants),
        length=Length(wishes.minutes, length.spread) if wishes.minutes else length,
        measured_matches=measured_matches,
    )
    unfinished_stages = {
        stage: situation
        for stage, situation in situations.items()
        if left_to_play(stage, situation)
    }
    playable_stages = {
        stage: situation
        for stage, situation in unfinished_stages.items()
        if can_be_played(situation)
    }
    if not playable_stages:
        return replace(day, state="few" if unfinished_stages else "over")
    parts = stages_today(tournament, playable_stages, begins, live=live)
    if not wishes.rounds:
        dates = sorted(date for part in parts for date in part.dates)
        day = replace(day, undated=any(part.undated for part in parts))
        if dates:
            day = replace(day, next_day=dates[0], last_day=dates[-1])
    plans = _plans(stage, day, parts, named=len(situations) > 1)
    rounds, end = forecast(plans, day.venue, stage.seed)
    if not rounds:
        return replace(day, state="another_day")
    percent = end.percent_by(minute(day.deadline)) if day.deadline else None
    rounds_of_hall = _rounds_in_hall_time(tournament, rounds)
    return replace(day, rounds=rounds_of_hall, end=hall_times(end), percent=percent)


def next_time(clock: time, earliest: datetime) -> datetime:
    """Return the first moment from the minute of `earliest` on when the hall's time is `clock`."""
    today = datetime.combine(timezone.localtime(earliest).date(), clock)
    # `fold`: an hour comes twice on the day when clocks go back.
    readings = [today, today.replace(fold=1), today + timedelta(days=1)]
    moments = [timezone.make_aware(reading) for reading in readings]
    return next(moment for moment in moments if minute(moment) > minute(earliest) - 1)


def _first_call_time(tournament: Tournament, wishes: DayWishes, now: datetime) -> datetime:
    """Return when the first match is called before anything is drawn; never before `now`."""
    begins = max(tournament.starts_at, now)
    if wishes.start:
        begins = timezone.make_aware(datetime.combine(timezone.localdate(begins), wishes.start))
    return max(begins, now)


def _venue(
    tournament: Tournament, wishes: DayWishes, begins: datetime, earliest: datetime
) -> Venue:
    """Return the hall for these wishes. A break that has already begun starts at minute 0."""

    def next_minute(clock: time) -> float:
        return minute(next_time(clock, earliest))

    breaks: list[tuple[float, float]] = []
    if wishes.start:
        breaks.append((0.0, next_minute(wishes.start)))
    if wishes.break_from and wishes.break_until:
        start, end = next_minute(wishes.break_from), next_minute(wishes.break_until)
        breaks.append((start if start < end else 0.0, end))
    bell = wishes.bell or wishes.deadline
    return Venue(
        wishes.tables or len(tournament.tables_in_service),
        PAUSE if wishes.pause is None else wishes.pause,
        tuple(breaks),
        opens=minute(begins),
        bell=next_minute(bell) if bell else None,
    )


def _plans(
    selected_stage: Stage, day: DayForecast, parts: Sequence[StageToday], *, named: bool
) -> list[StagePlan]:
    """Return the plan of each stage to simulate.

    A plan has no rounds of later days, and no new rounds if a source of its stage has rounds on
    other days.
    `named`: whether each plan has the name of its stage.
    """
    rules = selected_stage.tournament.rules
    pace = day.length.median / usual_length(rules, selected_stage.game_rules()).median
    plans: list[StagePlan] = []
    rounds_left: dict[int, int] = {}  # after each stage: the rounds that a later stage may draw
    for part in parts:
        stage = part.stage
        sources = frozenset(quota["stage"] for quota in stage.intake)
        round_limit = min(
            (rounds_left[source] for source in sources & rounds_left.keys()),
            default=day.wishes.rounds or MOST_ROUNDS,
        )
        plan = plan_stage(
            stage.system,
            stage.format_rules(),
            part.situation,
            Length(usual_length(rules, stage.game_rules()).median * pace, day.length.spread),
            seed=stage.seed,
            rounds=round_limit if day.wishes.rounds else min(round_limit, part.rounds),
            calls=part.calls,
        )
        name = stage.label if named else ""
        plans.append(replace(plan, stage=stage.number, name=name, source_stages=sources))
        has_other_days = (part.dates or part.undated) and not day.wishes.rounds
        outlined_rounds = max(map(len, plan.outlines))
        rounds_left[stage.number] = 0 if has_other_days else max(round_limit - outlined_rounds, 0)
    return plans


def hall_times(times: EventTimes[float]) -> EventTimes[datetime]:
    """Return the times by the hall's clock."""
    early, likely, late = map(local_time, times[:3])
    return EventTimes(early, likely, late, times.minutes)


def _rounds_in_hall_time(
    tournament: Tournament, rounds: Sequence[RoundForecast[float]]
) -> list[RoundForecast[datetime]]:
    """Return the rounds in the hall's time, with their numbers in the event.

    Future rounds are numbered in the order of their start.
    """
    rows = tournament.rounds.order_by().values_list("stage__number", "number", "serial")
    serials = {(stage, number): serial for stage, number, serial in rows}
    next_serial = max(serials.values(), default=0) + 1
    for round in sorted(rounds, key=lambda round: (round.start.likely, round.stage, round.number)):
        if round.number and (round.stage, round.number) not in serials:
            serials[round.stage, round.number], next_serial = next_serial, next_serial + 1
    return [
        RoundForecast(
            round.stage,
            round.name,
            round.number,
            round.matches,
            hall_times(round.start),
            hall_times(round.end),
            round.percent,
            serials.get((round.stage, round.number), 0),
        )
        for round in rounds
    ]


def match_length(stage: Stage) -> tuple[Length, int]:
    """Return the length of a match, and how many matches it was measured from.

    With too few matches to measure, return the usual length and 0. A match lasts from its call to
    its end.
    """
    matches = Match.objects.filter(
        round__stage=stage,
        state=Match.State.FINISHED,
        called_at__isnull=False,
        finished_at__isnull=False,
    ).exclude(result__forfeit=True)
    times = matches.order_by("pk").values_list("called_at", "finished_at")
    minutes = [
        minute(finished_at) - minute(called_at)
        for called_at, finished_at in times
        if called_at and finished_at
    ]
    if (length := measured_length(minutes)) is not None:
        return length, len(minutes)
    return usual_length(stage.tournament.rules, stage.game_rules()), 0
