"""The clock of the hall: the time of the tables in play, seen all at once."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from scoring.models import RoundClock
from scoring.selectors.refereeing.clock import stage_refereeing
from tournaments.models import Match, Round, Stage
from tournaments.names.audience import Audience
from tournaments.selectors.rounds import published


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
