"""The hall clock, for all its tables together: start, stop, resume, extra minutes."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models import RoundClock
from scoring.refereeing.selectors.clock import HallClock, hall_clock, timed_matches
from scoring.refereeing.services.acts import MOST_EXTRA
from tournaments.audit.services import note
from tournaments.models import Match, Stage
from tournaments.names.audience import EVERY_ROUND
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.tables import lock_tournament
from tournaments.writer import Author


@transaction.atomic
def start_clock(*, stage: Stage, author: Author) -> RoundClock:
    """Start the time of every table in play now.

    Raises Refused 409: `no_clock` in a stage without a hall clock, `nobody_plays` without matches
    in play.
    """
    clock = _clock_of(stage)
    now = timezone.now()
    _matches_in_play(stage, clock).update(called_at=now)
    row, _created = RoundClock.objects.update_or_create(
        round=clock.round, defaults={"started_at": now, "stopped_at": None}
    )
    old_values = {"ends": _time_text(clock.ends_at)}
    note(stage.tournament, author, "start_clock", clock.round, before=old_values)
    return row


@transaction.atomic
def stop_clock(*, stage: Stage, author: Author) -> RoundClock:
    """Stop the clock of the round in play.

    Raises the errors of `start_clock`, and Refused 409 `clock_stopped`.
    """
    clock = _clock_of(stage)
    if clock.stopped_at is not None:
        raise Conflict("clock_stopped", _("El reloj ya está parado."))
    row, _created = RoundClock.objects.update_or_create(
        round=clock.round, defaults={"stopped_at": timezone.now()}
    )
    note(stage.tournament, author, "stop_clock", clock.round)
    return row


@transaction.atomic
def resume_clock(*, stage: Stage, author: Author) -> RoundClock:
    """Resume the clock, with the time that each table had left.

    Raises the errors of `start_clock`, and Refused 409 `clock_runs`.
    """
    clock, now = _clock_of(stage), timezone.now()
    if clock.stopped_at is None:
        raise Conflict("clock_runs", _("El reloj no está parado."))
    matches = list(_matches_in_play(stage, clock))
    for match in matches:
        assert match.called_at is not None
        match.called_at += now - max(clock.stopped_at, match.called_at)
    Match.objects.bulk_update(matches, ["called_at"])
    row = RoundClock.objects.get(round=clock.round)
    row.stopped_at = None
    row.save(update_fields=["stopped_at"])
    note(stage.tournament, author, "resume_clock", clock.round)
    return row


@transaction.atomic
def add_minutes(*, stage: Stage, author: Author, minutes: int) -> int:
    """Add `minutes` to every table in play and return the number of tables.

    Negative `minutes` take back extra minutes. Raises Refused 400 `minutes_out_of_range`, and the
    errors of `start_clock`.
    """
    clock = _clock_of(stage)
    matches = list(_matches_in_play(stage, clock))
    highest = MOST_EXTRA - max(match.extra_minutes for match in matches)
    lowest = -min(match.extra_minutes for match in matches)
    if type(minutes) is not int or not lowest <= minutes <= highest or not minutes:
        raise Refused(
            "minutes_out_of_range",
            _("Los minutos van de %(least)s a %(most)s, y no pueden ser 0."),
            field="minutes",
            least=lowest,
            most=highest,
        )
    for match in matches:
        match.extra_minutes += minutes
    Match.objects.bulk_update(matches, ["extra_minutes"])
    note(stage.tournament, author, "add_minutes", clock.round, after={"minutes": minutes})
    return len(matches)


def _clock_of(stage: Stage) -> HallClock:
    """Lock the tournament and return the stage's clock. Raises the errors of `start_clock`."""
    lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["refereeing"])
    clock = hall_clock(stage, EVERY_ROUND)
    if clock is not None:
        return clock
    if stage.by_calls or not stage.refereeing.get("minutes"):
        raise Conflict("no_clock", _("En esta fase se juega sin reloj."))
    raise Conflict("nobody_plays", _("Ahora no hay ningún encuentro en las mesas."))


def _matches_in_play(stage: Stage, clock: HallClock) -> QuerySet[Match]:
    return timed_matches(stage, EVERY_ROUND).filter(round=clock.round)


def _time_text(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M}"
