"""Announcement of a published round; before the announcement, only the team sees the round."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.halls.services import refuse_tables_taken
from tournaments.models import Announcing, Match, Round, Stage, Tournament
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.rounds import date_of, is_untouched
from tournaments.rounds.services.drafts import still_draft
from tournaments.rounds.services.tables import lock_tournament
from tournaments.setup.services.checks import sensible_moment
from tournaments.writer import Author


@transaction.atomic
def announce_round(*, round: Round, author: Author, at: datetime | None = None) -> Round:
    """Announce a silent round and earlier silent rounds of its stage, now or at the time `at`.

    If announced now, the clock of its matches without any line starts now. Raises Refused: 400
    `hour_past`; 409 `round_unpublished`, `already_announced`.
    """
    tournament = lock_tournament(round.stage.tournament)
    round = _published(round)
    if not round.is_silent:
        raise Conflict("already_announced", _("Esa ronda ya la ve todo el mundo."))
    now = timezone.now()
    if at is not None and sensible_moment(at) <= now:
        raise Refused("hour_past", _("Esa hora ya ha pasado."), field="at")
    shown = tournament.rounds.silent(now).filter(stage=round.stage_id, number__lte=round.number)
    if at is None:
        waiting = Match.objects.filter(round__in=list(shown), state=Match.State.PLAYING)
        waiting.filter(actas__isnull=True).update(called_at=now)
    shown.update(announced_at=at or now)
    _keep_hours(tournament, now)
    note(tournament, author, "announce_round", round, after=_told(at))
    round.announced_at = at or now
    return round


@transaction.atomic
def hide_round(*, round: Round, author: Author) -> Round:
    """Hide a round from the public again, also a round with a scheduled announcement.

    Raises Refused 409: `round_unpublished`; `announced_at_once` where the tournament announces
    rounds at once; `round_begun` once anything is written in it or a later round is published.
    """
    tournament = lock_tournament(round.stage.tournament)
    round = _published(round)
    if tournament.announcing != Announcing.BY_HAND:
        sentence = _("En este torneo las rondas se enseñan al publicarlas: cámbielo en «Ajustes».")
        raise Conflict("announced_at_once", sentence)
    if not is_untouched(round):
        sentence = _("Solo se oculta la última ronda, y si no hay nada apuntado en ella.")
        raise Conflict("round_begun", sentence)
    if round.announced_at is None:
        return round
    before, round.announced_at = _told(round.announced_at), None
    round.save(update_fields=["announced_at"])
    _keep_hours(tournament, timezone.now())
    note(tournament, author, "hide_round", round, before=before)
    return round


def refuse_silent(tournament: Tournament) -> None:
    """Raise Refused 409 `round_silent` while some round is not announced."""
    round = tournament.rounds.silent(timezone.now()).order_by("serial").first()
    if round is not None:
        sentence = _("La ronda %(round)s está sin anunciar: anúnciela antes de cambiar esto.")
        raise Conflict("round_silent", sentence, field="announcing", round=round.serial)


def _published(round: Round) -> Round:
    round = Round.objects.select_related("stage__tournament").get(pk=round.pk)
    refuse_unpublished_round(round)
    return round


def refuse_unpublished_round(round: Round) -> None:
    """Raise Refused 409 for a round that is not published yet."""
    if round.state != Round.State.PUBLISHED:
        raise Conflict("round_unpublished", _("Esta ronda todavía no se ha publicado."))


def _keep_hours(tournament: Tournament, now: datetime) -> None:
    """Store the scheduled announcement times; past times stay, because pages count them."""
    to_come = tournament.rounds.silent(now).exclude(announced_at=None).order_by("announced_at")
    hours = [*to_come.values_list("announced_at", flat=True).distinct()]
    struck = [one for one in tournament.announcement_hours if datetime.fromisoformat(one) <= now]
    tournament.announcement_hours = [*struck, *(hour.isoformat() for hour in hours if hour)]
    tournament.save(update_fields=["announcement_hours"])


def _told(at: datetime | None) -> dict[str, str] | None:
    return None if at is None else {"announced_at": at.isoformat()}


# --- Ceremony -------------------------------------------------------------------------------------
# The hall sees a draft ball by ball. `report["revealed"]` is the number of balls shown;
# `report["in_public"]` is whether the public pages show them too. A new draw clears both.
@transaction.atomic
def start_ceremony(*, round: Round, author: User | None, in_public: bool) -> Round:
    """Begin to show a draft, in public or on this screen. Raises Refused 409 if published."""
    tournament = lock_tournament(round.stage.tournament)
    round = still_draft(round)
    round.report = {"revealed": 0, **round.report, "in_public": in_public}
    round.save(update_fields=["report"])
    note(tournament, author, "start_ceremony", round, after={"in_public": in_public})
    return round


@transaction.atomic
def reveal(*, round: Round, balls: int) -> Round:
    """Show the first `balls` balls, one more or fewer than before. It writes no audit line.

    Raises Refused: 400 for more balls than there are, 409 before the ceremony or once published.
    """
    lock_tournament(round.stage.tournament)
    round = still_draft(round)
    if "revealed" not in round.report:
        raise Conflict("no_ceremony", _("La ceremonia no ha empezado."))
    last = round.sides.count()
    if not 0 <= balls <= last:
        raise Refused(
            "ball_unknown", _("Las bolas van de la 1 a la %(last)s."), field="bola", last=last
        )
    round.report["revealed"] = balls
    round.save(update_fields=["report"])
    return round


# --- Calendar -------------------------------------------------------------------------------------
MOST_DATES = 400


@transaction.atomic
def set_dates(*, stage: Stage, author: User | None, dates: Sequence[datetime | None]) -> Stage:
    """Set the date of each round, first round first; None for an unknown date.

    Drawn rounds are included. Raises Refused 400 for more than MOST_DATES or an invalid moment, and
    409 as `refuse_tables_taken` in a shared hall.
    """
    if len(dates) > MOST_DATES:
        raise Refused(
            "too_many_dates", _("No caben más de %(most)s fechas."), field="dates", most=MOST_DATES
        )
    moments = ["" if date is None else sensible_moment(date).isoformat() for date in dates]
    while moments and not moments[-1]:
        moments.pop()
    tournament = lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["dates"])
    before, stage.dates = stage.dates, moments
    if moments == before:
        return stage
    stage.save(update_fields=["dates"])
    refuse_tables_taken(tournament)
    rounds = list(stage.rounds.all())
    for round in rounds:
        round.scheduled_at = date_of(stage, round.number)
    Round.objects.bulk_update(rounds, ["scheduled_at"])
    note(
        tournament,
        author,
        "set_dates",
        stage.name,
        before={"dates": before},
        after={"dates": moments},
    )
    return stage
