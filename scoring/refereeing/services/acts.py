"""Acts of a referee, except rulings: calls, time, replays, and the options of a stage."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.actas.services import correct_acta
from scoring.actas.services.results import lock_match
from scoring.models import Acta, RefereeCall
from scoring.refereeing.ladders import RefereeingError, refereeing_of
from scoring.refereeing.words import refereeing_refusal, refusal_values
from tournaments.audit.services import note
from tournaments.models import Match, Stage
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.tables import lock_tournament
from tournaments.writer import Author, writer_of

MOST_EXTRA = 240
REASON_LENGTH = 150


def call_referee(*, match: Match, author: Author, side: int | None = None) -> RefereeCall:
    """Call the referee to a table; if the table has an open call, return that call.

    Raises Refused 409 if the match is neither in play nor waiting, 400 for an unknown `side`.
    """
    if match.state not in (Match.State.PLAYING, Match.State.WAITING):
        raise Conflict("nothing_to_judge", _("Ese encuentro no se está jugando ahora."))
    if side is not None and side not in {row.side for row in match.sides.all()}:
        raise Refused("not_a_side", _("Ese encuentro no tiene ese bando."), field="side")
    try:
        with transaction.atomic():
            call = RefereeCall.objects.create(
                match=match,
                side=side,
                author=writer_of(author).user,
                author_name=writer_of(author).title,
            )
            note(match.tournament, author, "call_referee", match)
            return call
    except IntegrityError:
        return match.referee_calls.filter(answered_at=None).latest("pk")


@transaction.atomic
def answer_call(*, call: RefereeCall, author: Author) -> RefereeCall:
    """Answer a call: a referee is at the table. Raises Refused 409 if it is already answered."""
    call = (
        RefereeCall.objects.select_for_update(of=("self",))
        .select_related("match__tournament")
        .get(pk=call.pk)
    )
    if call.answered_at is not None:
        raise Conflict(
            "call_answered", _("Ya acudió %(name)s."), name=call.answered_name or _("alguien")
        )
    call.answered_at, call.answered_by = timezone.now(), writer_of(author).user
    call.answered_name = writer_of(author).title
    call.save(update_fields=["answered_at", "answered_by", "answered_name"])
    note(call.match.tournament, author, "answer_call", call.match)
    return call


@transaction.atomic
def give_time(*, match: Match, author: Author, minutes: int, reason: str) -> Match:
    """Set the total of extra minutes of this table.

    Raises Refused 400 if `minutes` is not from 0 to MOST_EXTRA or `reason` is empty, 409 for a
    match neither in play nor waiting, or a stage without a clock.
    """
    lock_tournament(match.tournament)
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    if type(minutes) is not int or not 0 <= minutes <= MOST_EXTRA:
        raise Refused(
            "minutes_out_of_range",
            _("Los minutos de más van de 0 a %(most)s."),
            field="minutes",
            most=MOST_EXTRA,
        )
    match = lock_match(match)
    if match.state not in (Match.State.PLAYING, Match.State.WAITING):
        raise Conflict("nothing_to_judge", _("Ese encuentro no se está jugando ahora."))
    if not refereeing_of(match.round.stage.refereeing).minutes:
        raise Conflict("no_clock", _("En esta fase se juega sin reloj."))
    old_minutes = match.extra_minutes
    match.extra_minutes = minutes
    match.save(update_fields=["extra_minutes"])
    note(
        match.tournament,
        author,
        "give_time",
        match,
        before={"minutes": old_minutes},
        after={"minutes": minutes},
        reason=reason,
    )
    return match


@transaction.atomic
def replay_match(*, match: Match, author: Author, reason: str) -> Acta:
    """Restart the match and its clock; return the new, blank version of the acta.

    The old version stays readable. Raises the errors of `correct_acta`.
    """
    acta = correct_acta(match=match, author=author, lines=[], reason=reason)
    matches = Match.objects.filter(pk=match.pk)
    matches.filter(state=Match.State.PLAYING).update(called_at=timezone.now())
    matches.update(extra_minutes=0)
    note(match.tournament, author, "replay_match", match, reason=acta.reason)
    return acta


@transaction.atomic
def set_refereeing(*, stage: Stage, author: Author, options: Mapping[str, Any]) -> Stage:
    """Set the `Refereeing` options of a stage; omitted options take their defaults.

    Raises Refused 400 for an unknown name or an impossible value.
    """
    tournament = lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["refereeing"])
    try:
        new_options = refereeing_of(options).as_json()
    except RefereeingError as error:
        raise Refused(
            "refereeing_impossible",
            refereeing_refusal(error),
            field=error.field,
            **refusal_values(error),
        ) from error
    old_options = stage.refereeing
    if new_options == old_options:
        return stage
    stage.refereeing = new_options
    stage.save(update_fields=["refereeing"])
    note(
        tournament,
        author,
        "set_refereeing",
        stage.label,
        before=old_options,
        after={"stage": stage.number, **new_options},
    )
    return stage
