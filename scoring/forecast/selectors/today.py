"""The part of each stage played today: open matches, and rounds to draw."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from tournaments.formats.core import DrawError, Situation
from tournaments.formats.round_robin import RoundRobin
from tournaments.models import Match, Stage, Tournament
from tournaments.rounds.selectors.rounds import date_of
from tournaments.site.wall_clock import time_between

# Play that goes on through the night is of one day; a rest longer than this ends the day of play.
LONGEST_REST = timedelta(hours=6)
LONGEST_DAY = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class PlayDay:
    """The day of play that a moment belongs to.

    `began` is midnight, or an earlier hour if play has not rested from that hour until midnight.
    `called` is whether a round was published or a match called since `began`.
    """

    began: datetime
    called: bool = False

    @property
    def date(self) -> date:
        return timezone.localtime(self.began).date()

    def is_later(self, moment: datetime | None) -> bool:
        return moment is not None and timezone.localtime(moment).date() > self.date


@dataclass(slots=True)
class StageToday:
    """The part of a stage that is played today.

    `open_since` has the unfinished pairings, by round and position: for each board, when it was
    called to a table, None if it waits. `rounds` is how many rounds may still be drawn today, None
    for all. `dates` are the dates of the rounds of other days; `undated` is whether a calendar
    begun on an earlier day has rounds without a date.
    """

    open_since: dict[tuple[int, int], list[datetime | None]] = field(default_factory=dict)
    rounds: int | None = None
    dates: list[datetime] = field(default_factory=list)
    undated: bool = False

    @property
    def has_other_days(self) -> bool:
        return bool(self.dates) or self.undated


class DayMatch(NamedTuple):
    """A published match, with its stage and the fields that decide whether it is for today."""

    stage: int
    round: int
    position: int
    state: str
    published_at: datetime | None
    called_at: datetime | None
    postponed_to: datetime | None


def recent_matches(tournament: Tournament, now: datetime) -> list[DayMatch]:
    """Return the matches called in the last days and the unfinished matches, by number."""
    recent = Q(called_at__gt=now - LONGEST_DAY) | Q(state__in=Match.UNFINISHED)
    matches = Match.objects.filter(recent, tournament=tournament).exclude(state=Match.State.PLANNED)
    fields = ("position", "state", "round__published_at", "called_at", "postponed_to")
    rows = matches.order_by("number").values_list("round__stage", "round__number", *fields)
    return [DayMatch(*row) for row in rows]


def play_day(tournament: Tournament, matches: Iterable[DayMatch], now: datetime) -> PlayDay:
    """Return the day of play at `now`, from the times when the matches were published and called.

    A time before the start of the tournament counts as the start.
    """
    moments = [at for match in matches for at in (match.called_at, match.published_at)]
    calls = sorted((max(at, tournament.starts_at) for at in moments if at), reverse=True)
    without_rest = now
    for moment in calls:
        if time_between(moment, without_rest) > LONGEST_REST:
            break
        without_rest = moment
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    began = min(midnight, without_rest)
    return PlayDay(began, any(call >= began for call in calls))


def stages_today(
    known: Mapping[Stage, Situation], matches: Iterable[DayMatch], day: PlayDay
) -> dict[Stage, StageToday]:
    """Return the part of each stage for today, with its open matches."""
    earlier = {
        stage
        for stage, situation in known.items()
        if stage.has_calendar and situation.rounds and _begun_before(stage, day)
    }
    today = {stage: _rounds_today(stage, known[stage], day, stage in earlier) for stage in known}
    stages = {stage.pk: stage for stage in known}
    for match in matches:
        if match.state in Match.UNFINISHED and (stage := stages.get(match.stage)):
            _add_match(match, stage, today[stage], day, stage in earlier)
    return today


def _begun_before(stage: Stage, day: PlayDay) -> bool:
    first = stage.rounds.filter(published_at__isnull=False).order_by("number").first()
    if first is None or first.published_at is None:
        return False
    return max(first.published_at, stage.tournament.starts_at) < day.began


def _rounds_today(stage: Stage, situation: Situation, day: PlayDay, earlier: bool) -> StageToday:
    """Return today's part: how many rounds may be drawn, up to the first with a later date.

    In a calendar begun on an `earlier` day, a round without a date is not for today either.
    """
    if stage.by_calls:
        return StageToday()
    drawn = len(situation.rounds)
    dates = [date_of(stage, number) for number in range(1, len(stage.dates) + 1)]
    if earlier:
        dates += [None] * (drawn + _rounds_ahead(stage, situation) - len(dates))
    others = [
        place
        for place, at in enumerate(dates)
        if day.is_later(at) or (earlier and at is None and place >= drawn)
    ]
    return StageToday(
        rounds=max(others[0] - drawn, 0) if others else None,
        dates=[at for at in dates if at is not None and day.is_later(at)],
        undated=earlier and None in dates[drawn:],
    )


def _rounds_ahead(stage: Stage, situation: Situation) -> int:
    league = stage.system
    assert isinstance(league, RoundRobin)
    try:
        return len(league.calendar(situation, stage.options_for(league), f"{stage.seed}/1"))
    except DrawError:
        return 0


def _add_match(
    match: DayMatch, stage: Stage, today: StageToday, day: PlayDay, earlier: bool
) -> None:
    """Add an open match to the matches of today, if it is for today.

    It is not if it is postponed to another day or without a date, or if its round has a later date.
    In a calendar begun on an `earlier` day, a match of a round not dated today must also have been
    called today or, if it was never called, play must have begun today.
    """
    at, called = date_of(stage, match.round), match.called_at
    if match.state == Match.State.POSTPONED:
        at = match.postponed_to
        if at is None or day.is_later(at):
            today.dates += [at] if at else []
            return
    elif day.is_later(at):
        return
    is_dated_today = at is not None and timezone.localtime(at).date() == day.date
    if earlier and not is_dated_today and not (called >= day.began if called else day.called):
        return
    today.open_since.setdefault((match.round, match.position), []).append(called)
