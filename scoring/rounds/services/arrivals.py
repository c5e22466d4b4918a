"""Late entries that play against resting entries, and catch-up matches of resting entries."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.actas.selectors.actas import is_closed, lines_written, live_acta
from scoring.actas.services.lines import refuse_closed
from scoring.actas.services.results import lock_match
from scoring.models import Acta, Result
from scoring.rounds.selectors.line_ups import (
    has_catch_ups,
    has_later_round,
    may_arrive,
    possible_rivals,
    table_sizes_of,
)
from scoring.standings.selectors.standings import stage_situation
from tournaments.audit.services import note
from tournaments.formats.arrivals import Vacancy, companions_of
from tournaments.formats.core import INTO_BYE, NEXT_ROUND, Situation
from tournaments.models import Entry, Match, MatchSide, Round, Stage
from tournaments.names.audience import EVERY_ROUND
from tournaments.names.text import clean_text
from tournaments.pairing.draw import ball_order
from tournaments.people.selectors.wishes import wishes_of
from tournaments.people.services.registering import set_present
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.rounds import latest_round, round_matches
from tournaments.rounds.services import drafts
from tournaments.rounds.services.announcing import refuse_unpublished_round
from tournaments.rounds.services.drafts import REASON_LENGTH, author_name
from tournaments.rounds.services.drawn_matches import next_number
from tournaments.rounds.services.tables import call_waiting, lock_tournament
from tournaments.setup.selectors.stages import stage_of
from tournaments.writer import Author, writer_of


@transaction.atomic
def place_late_entry(*, entry: Entry, author: Author) -> Match:
    """Seat a late entry, by lot, with entries that rest in the round in play.

    The lot is `ball_order` of the resting numbers with the round's seed and the label «late N». A
    table of three or more takes as many resting entries as it needs. Raises Refused 409 if the
    entry has left, has no place yet, or is already in the round; if no entry rests, or none that it
    may meet; or if the format takes no late entry now.
    """
    stage = stage_of(entry)
    lock_tournament(stage.tournament)
    round = latest_round(stage)
    entry.refresh_from_db(fields=["state"])
    _refuse_without_place(entry)
    situation = stage_situation(stage, EVERY_ROUND)
    round, vacancies = _round_with_vacancies(stage, situation, round, entry)
    numbers = [number for vacancy in vacancies for number in vacancy.resting]
    order = ball_order(numbers, round.seed, f"late {entry.number}")
    companions = companions_of(
        vacancies, entry.number, order, wishes_of(stage, round.number).forbidden
    )
    if not companions:
        raise Conflict(
            "only_forbidden",
            _("Entre los que descansan no hay ningún rival posible para el número %(number)s."),
            number=entry.number,
        )
    byes = {
        match.everybody[0].number: match
        for match in round_matches(round).filter(state=Match.State.BYE)
    }
    match = drafts.seat_late_entry(
        byes=[byes[number] for number in companions], entry=entry, author=author
    )
    _note_present(stage, entry, author)
    call_waiting(tournament=stage.tournament, author=author)
    match.refresh_from_db()
    return match


def _note_present(stage: Stage, entry: Entry, author: Author) -> None:
    """Mark the entry as present if the hall uses such marks, because it now sits at a table."""
    if stage.tournament.entries.filter(present=True).exists():
        set_present(entry=entry, author=author, present=True)


def _round_with_vacancies(
    stage: Stage, situation: Situation, round: Round | None, entry: Entry
) -> tuple[Round, Sequence[Vacancy]]:
    """Return the round in play and its vacancies for a late entry.

    Raises Refused 409 if the round has no vacancy, or if the entry may not join the round.
    """
    late_rule = stage.system.late_arrival(situation, stage.format_rules())
    is_published = round is not None and round.state == Round.State.PUBLISHED
    if round is not None and is_published:
        _refuse_drawn_entry(round, stage, situation, entry)
        if vacancies := stage.system.vacancies(situation, stage.format_rules()):
            return round, vacancies
    if late_rule == NEXT_ROUND or round is None:
        raise Conflict("drawn_later", _("Entrará en la próxima ronda: no hace falta nada más."))
    if late_rule == INTO_BYE and is_published:
        raise Conflict("nobody_exempt", _("Ya no descansa nadie."))
    raise Conflict(
        "too_late", _("Solo se puede entrar mientras se juega la primera ronda del cuadro.")
    )


def _refuse_without_place(entry: Entry) -> None:
    if entry.gone:
        raise Conflict(
            "already_withdrawn", _("El número %(number)s se ha retirado."), number=entry.number
        )
    if not entry.live:
        raise Conflict(
            "no_place_yet",
            _("El número %(number)s todavía no tiene plaza: espera una, o busca pareja."),
            number=entry.number,
        )


def _refuse_drawn_entry(round: Round, stage: Stage, situation: Situation, entry: Entry) -> None:
    if round.sides.filter(entry=entry).exists():
        raise Conflict(
            "already_in_draw", _("El número %(number)s ya está en esta ronda."), number=entry.number
        )
    if not may_arrive(stage, situation, entry.number):
        raise Conflict(
            "already_out", _("El número %(number)s ya ha perdido su sitio."), number=entry.number
        )


# --- Catch ups ------------------------------------------------------------------------------------
# Recuperación: a resting entry plays a match against entries that have finished their match.
#
# For the resting entry, the result counts in place of the value of its bye. For the rivals, the
# match does not count. Later draws know that these entries have met.
State = Match.State


@transaction.atomic
def catch_up(*, match: Match, rivals: Sequence[Entry], author: Author) -> Match:
    """Turn a bye into a match against these rivals.

    The match gets the next number and waits for a table. With the resting entry, the rivals must
    fill a table of the game, and each rival must have finished its match of the round.

    Raises Refused with the field `rivals`: 400 for too few, too many or repeated rivals, 409 for an
    unsuitable rival; and 409 if the match is not a bye, its entry has left, the format has no
    catch-ups, or the next round is already drawn.
    """
    tournament = lock_tournament(match.tournament)
    match = lock_match(match)
    _refuse_match(match)
    resting_entry = match.everybody[0]
    if not resting_entry.live:
        raise Conflict(
            "already_withdrawn",
            _("El número %(number)s se ha retirado."),
            number=resting_entry.number,
        )
    _refuse_rivals(match, rivals)
    MatchSide.objects.bulk_create(
        MatchSide(match=match, round=match.round, side=side, entry=entry, guest=True)
        for side, entry in enumerate(rivals, start=1)
    )
    match.number = next_number(tournament)
    match.state = State.WAITING
    match.finished_at = None
    match.save(update_fields=["number", "state", "finished_at"])
    note(tournament, author, "catch_up", match, after=_numbers_for_audit(resting_entry, rivals))
    call_waiting(tournament=tournament, author=author)
    match.refresh_from_db(fields=["state", "table"])
    return match


@transaction.atomic
def undo_catch_up(*, match: Match, author: Author, reason: str) -> Match:
    """Restore the bye of a catch-up, begun or finished; its acta stays readable as an old version.

    Raises Refused: 400 without a reason; 403 if a later round is published and the author is
    not the organiser; 409 if the match is not a catch-up.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    tournament = lock_tournament(match.tournament)
    match = lock_match(match)
    rivals = match.guests
    if not rivals:
        raise Conflict("no_catch_up_here", _("Este encuentro no es una recuperación."))
    refuse_closed(match, author)
    record_before = {
        **_numbers_for_audit(match.everybody[0], rivals),
        "number": match.number,
        "lines": lines_written(live_acta(match)),
    }
    note(tournament, author, "undo_catch_up", match, before=record_before, reason=reason)
    _empty_acta(match, author, reason)
    match.sides.filter(guest=True).delete()
    match.number = None
    match.table = None
    match.called_at = None
    match.state, match.finished_at = State.BYE, timezone.now()
    match.save(update_fields=["number", "table", "called_at", "state", "finished_at"])
    call_waiting(tournament=tournament, author=author)
    return match


def undo_unfinished_catch_ups(*, entry: Entry, author: Author, reason: str) -> None:
    """Restore the byes of the unfinished catch-ups in which this leaving entry is a rival."""
    catch_ups = Match.objects.filter(sides__guest=True, state__in=Match.UNFINISHED)
    for match in catch_ups.filter(sides__entry=entry, tournament=entry.tournament_id).distinct():
        undo_catch_up(match=match, author=author, reason=reason)


def _empty_acta(match: Match, author: Author, reason: str) -> None:
    """Replace the acta in force, if there is one, with a version without lines."""
    Result.objects.filter(match=match).delete()
    old_acta = live_acta(match)
    if old_acta is None:
        return
    Acta.objects.filter(pk=old_acta.pk).update(live=False)
    Acta.objects.create(
        match=match,
        version=old_acta.version + 1,
        author=writer_of(author).user,
        author_name=author_name(author),
        reason=reason,
    )


def _numbers_for_audit(resting_entry: Entry, rivals: Sequence[Entry]) -> dict[str, object]:
    return {"exempt": resting_entry.number, "rivals": [entry.number for entry in rivals]}


# --- Refusals ---------------------------------------------------------------------------------
def _refuse_match(match: Match) -> None:
    if not has_catch_ups(match.round.stage):
        raise Conflict(
            "no_catch_up",
            _("En este sistema no hay recuperaciones: solo en totales y en el suizo."),
        )
    if match.state != State.BYE:
        raise Conflict("not_exempt", _("Ya tiene rival."))
    refuse_unpublished_round(match.round)
    if has_later_round(match.round) or is_closed(match, EVERY_ROUND):
        raise Conflict(
            "round_drawn", _("La ronda siguiente ya está preparada: en esta ya no se recupera.")
        )


def _refuse_rivals(match: Match, rivals: Sequence[Entry]) -> None:
    sizes = table_sizes_of(match.round.stage)
    rival_keys = {entry.pk for entry in rivals}
    if len(rival_keys) != len(rivals) or len(rivals) + 1 not in sizes:
        raise Refused(
            "rivals_needed",
            _("Rivales que hay que elegir, sin repetir: %(needed)s."),
            field="rivals",
            needed=", ".join(str(size - 1) for size in sorted(sizes)),
        )
    possible_keys = {entry.pk for entry in possible_rivals(match)}
    for entry in rivals:
        if entry.pk not in possible_keys:
            raise _rival_refusal(match, entry)


def _rival_refusal(match: Match, entry: Entry) -> Refused:
    """Return the refusal that explains why `entry` cannot play against the resting entry."""
    sides = match.round.sides.filter(entry=entry, guest=False)
    side = sides.select_related("match", "entry").first()
    if side is None or not side.entry.live:
        code, sentence = "rival_not_in_round", _("El número %(number)s no juega esta ronda.")
    elif side.match.state == State.BYE:
        code, sentence = "rival_rests", _("El número %(number)s también descansa esta ronda.")
    elif side.match.state in Match.UNFINISHED:
        code = "rival_playing"
        sentence = _("El número %(number)s todavía no ha acabado su encuentro de esta ronda.")
    else:
        code = "rival_busy"
        sentence = _("El número %(number)s ya está jugando otra recuperación.")
    return Conflict(code, sentence, field="rivals", number=entry.number)
