"""The clock of the matches, and the tables that call a referee."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from rules.core import Score
from rules.lines import Stop
from scoring.actas.selectors.actas import Record
from scoring.models import RefereeCall, RoundClock
from scoring.refereeing.ladders import Refereeing, refereeing_of
from scoring.refereeing.words import on_time_up
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.places import sides
from tournaments.rounds.selectors.rounds import published


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a match: its end, the minutes left (below nought after it), those given;
    `stopped` while the clock of its round stands still, and then it ends later."""

    ends_at: datetime
    left: int
    extra: int
    stopped: bool = False

    @property
    def up(self) -> bool:
        return self.left <= 0

    @property
    def over(self) -> int:
        return max(-self.left, 0)


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call that nobody has answered, and the minutes it waits."""

    call: RefereeCall
    minutes: int


def stage_refereeing(stage: Stage) -> Refereeing:
    return refereeing_of(stage.refereeing)


def refereeing_at(match: Match) -> Refereeing:
    return stage_refereeing(match.round.stage)


def minutes_since(since: datetime | None, now: datetime) -> int | None:
    """Whole minutes, never below nought; None for a moment that has not come."""
    return None if since is None else max(int((now - since).total_seconds() // 60), 0)


def clock_of(match: Match, now: datetime) -> Clock | None:
    """The clock of a match that is being played; None without one."""
    options = refereeing_at(match)
    if not options.minutes or match.state != Match.State.PLAYING or match.called_at is None:
        return None
    ends = match.called_at + timedelta(minutes=options.minutes + match.extra_minutes)
    since = stopped_since(match.round)
    seconds = (ends - (max(since, match.called_at) if since else now)).total_seconds()
    left = int(seconds // 60) + (seconds % 60 > 0)
    return Clock(ends, left, match.extra_minutes, stopped=since is not None)


def stopped_since(round: Round) -> datetime | None:
    """The moment in which the clock of the round was stopped; None while it runs."""
    clock: RoundClock | None = getattr(round, "clock", None)
    return clock.stopped_at if clock else None


def time_up_said(match: Match, record: Record) -> str:
    """Return what the referee does at this table now that its time is up."""
    return on_time_up(
        refereeing_at(match),
        level=is_level(match, record.score),
        draws=match.round.stage.system.can_draw,
    )


def is_level(match: Match, score: Score[Any]) -> bool:
    """Whether the match would be drawn if it stopped with this score."""
    game, options = match.tournament.rules, match.game_rules()
    if score.over:
        return score.winner is None
    return game.play(score, Stop("·"), options).winner is None


def round_ends_at(round: Round) -> datetime | None:
    """When time is up at the last table in play; None without a clock, while it is stopped, or with
    nobody playing."""
    options = stage_refereeing(round.stage)
    if not options.minutes or stopped_since(round):
        return None
    playing = round.matches.filter(state=Match.State.PLAYING, called_at__isnull=False)
    ends = [
        called + timedelta(minutes=options.minutes + extra)
        for called, extra in playing.order_by().values_list("called_at", "extra_minutes")
    ]
    return max(ends, default=None)


def open_calls(tournament: Tournament, now: datetime) -> list[OpenCall]:
    """Those that nobody has answered, the oldest first."""
    found = RefereeCall.objects.filter(match__tournament=tournament, answered_at=None)
    found = found.select_related("match__round__stage", "match__tournament")
    found = found.defer("match__round__report")
    calls = found.prefetch_related(sides("match")).order_by("at", "pk")
    return [OpenCall(call, minutes_since(call.at, now) or 0) for call in calls]


def call_of(match: Match, now: datetime) -> OpenCall | None:
    call = match.referee_calls.filter(answered_at=None).order_by("pk").first()
    return OpenCall(call, minutes_since(call.at, now) or 0) if call else None


def out_of_time(matches: Sequence[Match], now: datetime) -> list[tuple[Match, Clock]]:
    """Those whose time is up, the longest first."""
    clocks = ((match, clock_of(match, now)) for match in matches)
    up = [(match, clock) for match, clock in clocks if clock is not None and clock.up]
    return sorted(up, key=lambda one: one[1].ends_at)


# --- Hall clock -----------------------------------------------------------------------------------
# The clock of the hall: the time of the tables in play, seen all at once.
@dataclass(frozen=True, slots=True)
class HallClock:
    """The time of most tables of a round: `ends_at`, and since when it is `stopped_at`, if it is.

    `minutes` are those of a match; `started_at` is the signal, None where each table began when it
    was called; `others` are the tables that end at another time, in order, with that time.
    """

    round: Round
    minutes: int
    ends_at: datetime
    playing: int
    started_at: datetime | None = None
    stopped_at: datetime | None = None
    others: tuple[tuple[int, datetime], ...] = ()

    def left(self, now: datetime) -> timedelta:
        """Return the time left at that moment, below nought once it is up."""
        return self.ends_at - (self.stopped_at or now)


def hall_clock(stage: Stage, audience: Audience) -> HallClock | None:
    """The clock of the last round of the stage with somebody at a table; None without one, and
    where who comes free is called at once, for there each table has its own."""
    minutes = stage_refereeing(stage).minutes
    if not minutes or stage.by_calls:
        return None
    playing = list(
        at_tables(stage, audience)
        .select_related("round")
        .defer("round__report")
        .order_by("-round__number", "table")
    )
    if not playing:
        return None
    round = playing[0].round
    round.stage = stage
    ends = {one.table or 0: _end(one, minutes) for one in playing if one.round_id == round.pk}
    many = Counter(ends.values())
    usual = max(many, key=lambda end: (many[end], end))
    clock = RoundClock.objects.filter(round=round).first()
    return HallClock(
        round,
        minutes,
        usual,
        len(ends),
        clock.started_at if clock else None,
        clock.stopped_at if clock else None,
        tuple((table, end) for table, end in ends.items() if end != usual),
    )


def at_tables(stage: Stage, audience: Audience) -> QuerySet[Match]:
    """The matches of the stage that are being played, with their moment of call."""
    return Match.objects.filter(
        published(audience, "round"),
        round__stage=stage,
        state=Match.State.PLAYING,
        called_at__isnull=False,
    )


def _end(match: Match, minutes: int) -> datetime:
    """When its time is up, to the second: tables called together end together."""
    assert match.called_at is not None
    end = match.called_at + timedelta(minutes=minutes + match.extra_minutes)
    return end.replace(microsecond=0)
