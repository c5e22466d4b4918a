"""Recuperación: who rests plays a match of its own, against somebody who has finished.

Only the result of who rested counts, in place of what resting is worth. For the others it is not
a match, though the draw knows that they have met.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models import Acta, Result
from scoring.selectors.matches.actas import is_closed, live_acta, written
from scoring.selectors.rounds.resting import (
    UNFINISHED,
    catches_up,
    drawn_after,
    sizes_of,
    who_may_help,
)
from scoring.services.results import locked
from tournaments import permissions
from tournaments.models import Entry, Match, MatchSide, Round
from tournaments.names.audience import EVERY_ROUND
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused
from tournaments.services.audit import note
from tournaments.services.draws.drafts import REASON_LENGTH, author_name
from tournaments.services.draws.drawn_matches import next_number
from tournaments.services.tables import call_waiting, lock_tournament

State = Match.State


@transaction.atomic
def catch_up(*, match: Match, rivals: Sequence[Entry], author: User | None) -> Match:
    """Make of a bye a match against these: it gets the next number and waits for a table.

    As many as fill a table of the game, each with his match of the round finished. Raises Refused:
    400 for rivals too few, too many or who cannot be (`field` is `rivals`), 409 when nobody
    rests there, the format knows no catching up, or the next round is drawn already.
    """
    tournament = lock_tournament(match.tournament)
    match = locked(match)
    _refuse_here(match)
    exempt = match.everybody[0]
    if not exempt.live:
        raise Conflict(
            "already_withdrawn", _("El número %(number)s se ha retirado."), number=exempt.number
        )
    _refuse_rivals(match, rivals)
    MatchSide.objects.bulk_create(
        MatchSide(match=match, round=match.round, side=side, entry=entry, guest=True)
        for side, entry in enumerate(rivals, start=1)
    )
    match.number, match.state, match.finished_at = next_number(tournament), State.WAITING, None
    match.save(update_fields=["number", "state", "finished_at"])
    note(tournament, author, "catch_up", match, after=_who(exempt, rivals))
    call_waiting(tournament=tournament, author=author)
    match.refresh_from_db(fields=["state", "table"])
    return match


@transaction.atomic
def undo_catch_up(*, match: Match, author: User | None, reason: str) -> Match:
    """Give the bye back, begun or finished as the match may be; what was written stays readable.

    Raises Refused: 400 without a reason; 403 when a later round is published and the author is
    not the organiser; 409 for a match that is no catch-up.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    tournament = lock_tournament(match.tournament)
    match = locked(match)
    rivals = match.guests
    if not rivals:
        raise Conflict("no_catch_up_here", _("Esta partida no es una recuperación."))
    _refuse_closed(match, author)
    before = {
        **_who(match.everybody[0], rivals),
        "number": match.number,
        "lines": written(live_acta(match)),
    }
    note(tournament, author, "undo_catch_up", match, before=before, reason=reason)
    _empty_acta(match, author, reason)
    match.sides.filter(guest=True).delete()
    match.number, match.table, match.called_at = None, None, None
    match.state, match.finished_at = State.BYE, timezone.now()
    match.save(update_fields=["number", "table", "called_at", "state", "finished_at"])
    call_waiting(tournament=tournament, author=author)
    return match


def undo_unfinished(*, entry: Entry, author: User | None, reason: str) -> None:
    """Give back the byes of the catch-ups that this entry, which leaves, has not finished."""
    guests = Match.objects.filter(sides__guest=True, state__in=UNFINISHED)
    for match in guests.filter(sides__entry=entry, tournament=entry.tournament_id).distinct():
        undo_catch_up(match=match, author=author, reason=reason)


def _empty_acta(match: Match, author: User | None, reason: str) -> None:
    """A version without lines in place of the one in force, if anything was written."""
    Result.objects.filter(match=match).delete()
    old = live_acta(match)
    if old is None:
        return
    Acta.objects.filter(pk=old.pk).update(live=False)
    Acta.objects.create(
        match=match,
        version=old.version + 1,
        author=author,
        author_name=author_name(author),
        reason=reason,
    )


def _who(exempt: Entry, rivals: Sequence[Entry]) -> dict[str, object]:
    return {"exempt": exempt.number, "rivals": [entry.number for entry in rivals]}


# --- What is refused --------------------------------------------------------------------------
def _refuse_here(match: Match) -> None:
    if not catches_up(match.round.stage):
        raise Conflict(
            "no_catch_up",
            _("En este sistema quien descansa no recupera: solo en totales y en el suizo."),
        )
    if match.state != State.BYE:
        raise Conflict("not_exempt", _("Ya tiene rival."))
    if match.round.state != Round.State.PUBLISHED:
        raise Conflict("round_unpublished", _("Esta ronda todavía no se ha publicado."))
    if drawn_after(match.round) or is_closed(match, EVERY_ROUND):
        raise Conflict(
            "round_drawn", _("La ronda siguiente ya está sorteada: en esta ya no se recupera.")
        )


def _refuse_rivals(match: Match, rivals: Sequence[Entry]) -> None:
    sizes = sizes_of(match.round.stage)
    chosen = {entry.pk for entry in rivals}
    if len(chosen) != len(rivals) or len(rivals) + 1 not in sizes:
        raise Refused(
            "rivals_needed",
            _("Elija a %(needed)s, sin repetir a nadie."),
            field="rivals",
            needed=", ".join(str(size - 1) for size in sorted(sizes)),
        )
    free = {entry.pk for entry in who_may_help(match)}
    for entry in rivals:
        if entry.pk not in free:
            raise _cannot_help(match, entry)


def _cannot_help(match: Match, entry: Entry) -> Refused:
    """Why this one cannot sit down against who rests."""
    sides = match.round.sides.filter(entry=entry, guest=False)
    own = sides.select_related("match", "entry").first()
    if own is None or not own.entry.live:
        code, sentence = "rival_not_in_round", _("El número %(number)s no juega esta ronda.")
    elif own.match.state == State.BYE:
        code, sentence = "rival_rests", _("El número %(number)s también descansa esta ronda.")
    elif own.match.state in UNFINISHED:
        code = "rival_playing"
        sentence = _("El número %(number)s todavía no ha acabado su partida de esta ronda.")
    else:
        code = "rival_busy"
        sentence = _("El número %(number)s ya está jugando otra recuperación.")
    return Conflict(code, sentence, field="rivals", number=entry.number)


def _refuse_closed(match: Match, author: User | None) -> None:
    if author is None or not is_closed(match, EVERY_ROUND):
        return
    if not permissions.may(author, "correct_closed_round", match.tournament):
        raise Refused(
            "closed_round",
            _("La ronda %(round)s ya está cerrada: solo la organización puede corregirla."),
            status=403,
            round=match.round.serial,
        )
