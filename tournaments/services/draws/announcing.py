"""Announcing a round that is published: until then only those who help see it."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Announcing, Match, Round, Tournament
from tournaments.refusal import Conflict, Refused
from tournaments.selectors.rounds import is_untouched
from tournaments.services.audit import note
from tournaments.services.setup.checks import sensible_moment
from tournaments.services.tables import lock_tournament
from tournaments.writer import Author


@transaction.atomic
def announce_round(*, round: Round, author: Author, at: datetime | None = None) -> Round:
    """Let everybody see a silent round, and those of its stage before it: now, or `at` that hour.

    Announced now, the time of the matches in which nothing is written begins now. Raises Refused:
    400 `hour_past`; 409 `round_unpublished`, `already_announced`.
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
    """Keep a round to those who help again, also from an hour that had been said.

    Raises Refused 409: `round_unpublished`; `announced_at_once` where the tournament keeps no
    round; `round_begun` once anything is written in it or another is published.
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
    """Raises Refused 409 `round_silent` while some round is not announced."""
    round = tournament.rounds.silent(timezone.now()).order_by("serial").first()
    if round is not None:
        sentence = _("La ronda %(round)s está sin anunciar: anúnciela antes de cambiar esto.")
        raise Conflict("round_silent", sentence, field="announcing", round=round.serial)


def _published(round: Round) -> Round:
    round = Round.objects.select_related("stage__tournament").get(pk=round.pk)
    if round.state != Round.State.PUBLISHED:
        raise Conflict("round_unpublished", _("Esta ronda todavía no se ha publicado."))
    return round


def _keep_hours(tournament: Tournament, now: datetime) -> None:
    """Write the hours to come again; those that have struck stay, for pages count them."""
    to_come = tournament.rounds.silent(now).exclude(announced_at=None).order_by("announced_at")
    hours = [*to_come.values_list("announced_at", flat=True).distinct()]
    struck = [one for one in tournament.announcement_hours if datetime.fromisoformat(one) <= now]
    tournament.announcement_hours = [*struck, *(hour.isoformat() for hour in hours)]
    tournament.save(update_fields=["announcement_hours"])


def _told(at: datetime | None) -> dict[str, str] | None:
    return None if at is None else {"announced_at": at.isoformat()}
