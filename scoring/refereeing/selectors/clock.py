"""Clocks of matches and of the hall, and the open referee calls."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from rules.core import Score
from rules.lines import Stop
from scoring.actas.selectors.actas import Record
from scoring.models import RefereeCall, RoundClock
from scoring.refereeing.ladders import Refereeing, refereeing_of
from scoring.refereeing.words import time_up_sentence
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.places import sides
from tournaments.rounds.selectors.rounds import published_rounds


@dataclass(frozen=True, slots=True)
class MatchClock:
    """The time of a match: when its time is up, the minutes left and the extra minutes.

    `minutes_left` is negative once time is up. While the round's clock is `stopped`, time will be
    up later than `ends_at`.
    """

    ends_at: datetime
    minutes_left: int
    extra: int
    stopped: bool = False

    @property
    def up(self) -> bool:
        return self.minutes_left <= 0

    @property
    def minutes_over(self) -> int:
        return max(-self.minutes_left, 0)


@dataclass(frozen=True, slots=True)
class OpenCall:
    """An unanswered call, and the minutes it has waited."""

    call: RefereeCall
    minutes: int


def stage_refereeing(stage: Stage) -> Refereeing:
    return refereeing_of(stage.refereeing)


def refereeing_at(match: Match) -> Refereeing:
    return stage_refereeing(match.round.stage)


def minutes_since(moment: datetime | None, now: datetime) -> int | None:
    """Return the whole minutes from `moment` to `now`, never negative; None if it is None."""
    return None if moment is None else max(int((now - moment).total_seconds() // 60), 0)


def clock_of(match: Match, now: datetime) -> MatchClock | None:
    """Return the clock of a match; None if the match is not in play or its stage has no clock."""
    options = refereeing_at(match)
    if not options.minutes or match.state != Match.State.PLAYING or match.called_at is None:
        return None
    ends_at = match.called_at + timedelta(minutes=options.minutes + match.extra_minutes)
    stopped_at = stopped_since(match.round)
    seconds = (ends_at - (max(stopped_at, match.called_at) if stopped_at else now)).total_seconds()
    minutes_left = int(seconds // 60) + (seconds % 60 > 0)
    return MatchClock(ends_at, minutes_left, match.extra_minutes, stopped=stopped_at is not None)


def stopped_since(round: Round) -> datetime | None:
    """Return when the round's clock was stopped; None while it runs."""
    clock: RoundClock | None = getattr(round, "clock", None)
    return clock.stopped_at if clock else None


def time_up_in_words(match: Match, record: Record) -> str:
    """Return the sentence that tells the referee his act at this table when time is up."""
    return time_up_sentence(
        refereeing_at(match),
        level=is_level(match, record.score),
        draws=match.round.stage.system.can_draw,
    )


def is_level(match: Match, score: Score[object]) -> bool:
    """Return whether the match would be drawn if it stopped with this score."""
    game, options = match.tournament.rules, match.game_rules()
    if score.over:
        return score.winner is None
    return game.play(score, Stop("·"), options).winner is None


def round_ends_at(round: Round) -> datetime | None:
    """Return when time is up at the last table in play, or None.

    Return None without a clock, while the clock is stopped, or without matches in play.
    """
    options = stage_refereeing(round.stage)
    if not options.minutes or stopped_since(round):
        return None
    matches_in_play = round.matches.filter(state=Match.State.PLAYING, called_at__isnull=False)
    ends = [
        called_at + timedelta(minutes=options.minutes + extra)
        for called_at, extra in matches_in_play.order_by().values_list("called_at", "extra_minutes")
        if called_at
    ]
    return max(ends, default=None)


def open_calls(tournament: Tournament, now: datetime) -> list[OpenCall]:
    """Return the unanswered calls, oldest first."""
    calls = RefereeCall.objects.filter(match__tournament=tournament, answered_at=None)
    calls = calls.select_related("match__round__stage", "match__tournament")
    calls = calls.defer("match__round__report").prefetch_related(sides("match"))
    calls = calls.order_by("at", "pk")
    return [OpenCall(call, minutes_since(call.at, now) or 0) for call in calls]


def call_of(match: Match, now: datetime) -> OpenCall | None:
    call = match.referee_calls.filter(answered_at=None).order_by("pk").first()
    return OpenCall(call, minutes_since(call.at, now) or 0) if call else None


def matches_out_of_time(matches: Sequence[Match], now: datetime) -> list[tuple[Match, MatchClock]]:
    """Return the matches whose time is up, with their clocks, the earliest end first."""
    clocks = ((match, clock_of(match, now)) for match in matches)
    late_matches = [(match, clock) for match, clock in clocks if clock is not None and clock.up]
    return sorted(late_matches, key=lambda match_and_clock: match_and_clock[1].ends_at)


# --- Hall clock -----------------------------------------------------------------------------------
# One clock for the hall: the time of most tables in play.
@dataclass(frozen=True, slots=True)
class HallClock:
    """The time of most tables of a round.

    `ends_at`: when the time of these tables is up.
    `stopped_at`: when the clock was stopped; None while it runs.
    `minutes`: the minutes of a match.
    `playing`: the number of tables in play.
    `started_at`: when the start signal was given; None if each table started at its own call.
    `other_ends`: (table, end) for each table whose time is up at another moment, by table.
    """

    round: Round
    minutes: int
    ends_at: datetime
    playing: int
    started_at: datetime | None = None
    stopped_at: datetime | None = None
    other_ends: tuple[tuple[int, datetime], ...] = ()


def hall_clock(stage: Stage, audience: Audience) -> HallClock | None:
    """Return the clock of the stage's last round with a match in play, or None.

    Return None without a clock. Also return None in a stage that calls free entries immediately,
    since each table there has its own clock.
    """
    minutes = stage_refereeing(stage).minutes
    if not minutes or stage.by_calls:
        return None
    matches_in_play = list(
        timed_matches(stage, audience)
        .select_related("round")
        .defer("round__report")
        .order_by("-round__number", "table")
    )
    if not matches_in_play:
        return None
    round = matches_in_play[0].round
    round.stage = stage
    ends_by_table = {
        match.table or 0: _end_of_match(match, minutes)
        for match in matches_in_play
        if match.round_id == round.pk
    }
    table_counts = Counter(ends_by_table.values())
    usual_end = max(table_counts, key=lambda end: (table_counts[end], end))
    clock = RoundClock.objects.filter(round=round).first()
    return HallClock(
        round,
        minutes,
        usual_end,
        len(ends_by_table),
        clock.started_at if clock else None,
        clock.stopped_at if clock else None,
        tuple((table, end) for table, end in ends_by_table.items() if end != usual_end),
    )


def timed_matches(stage: Stage, audience: Audience) -> QuerySet[Match]:
    """Return the stage's matches in play that have a call time."""
    return Match.objects.filter(
        published_rounds(audience, "round"),
        round__stage=stage,
        state=Match.State.PLAYING,
        called_at__isnull=False,
    )


def _end_of_match(match: Match, minutes: int) -> datetime:
    """Return when time is up, to the second, so that tables called together end together."""
    assert match.called_at is not None
    end = match.called_at + timedelta(minutes=minutes + match.extra_minutes)
    return end.replace(microsecond=0)
