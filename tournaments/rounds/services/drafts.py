"""Drafts of rounds: saved for the organiser, changed by hand or discarded, then published."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.formats.core import Draw, Situation
from tournaments.formats.knockout import Knockout
from tournaments.models import Entry, Match, MatchSide, Round, Stage, Swap
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused, atomic_or_refuse
from tournaments.rounds.selectors.rounds import date_of, next_serial
from tournaments.rounds.services.drawn_matches import (
    add_boards,
    create_matches,
    mark_of,
    next_number,
    report_of,
    round_as_json,
    update_report,
)
from tournaments.rounds.services.tables import lock_matches, lock_tournament
from tournaments.writer import Author, writer_of

REASON_LENGTH = 300


def _draft_exists() -> Refused:
    return Conflict(
        "draft_exists", _("Ya hay una ronda sin publicar: publíquela o descártela antes.")
    )


@atomic_or_refuse(_draft_exists)
def save_draw(
    *, stage: Stage, author: Author, draw: Draw, seed: str, snapshot: Situation | None = None
) -> Round:
    """Save a draw as the draft of the stage's next round, with its snapshot.

    Byes have no number; the other matches are numbered in order, the final last. Raises Refused
    409 `draft_exists`.
    """
    tournament = lock_tournament(stage.tournament)
    refuse_draft(stage)
    round = _create_round(stage, draw, report_of(stage, draw, snapshot), seed)
    create_matches(tournament, round, draw)
    note(tournament, author, "draw", round, after=round_as_json(round))
    return round


def refuse_unopened(stage: Stage) -> None:
    """Raise Refused 409: `stage_not_open` while the qualifiers are unknown, or `is_template`."""
    if stage.tournament.is_template:
        raise Conflict(
            "is_template", _("Es una plantilla: no se sortea. Prepare con ella el torneo del día.")
        )
    if not stage.has_people:
        raise Conflict(
            "stage_not_open",
            _("La fase «%(stage)s» no está abierta: ábrala en «Fases» cuando se sepa quién pasa."),
            stage=stage.label,
        )


def refuse_draft(stage: Stage) -> None:
    """Raise Refused 409 `draft_exists` if a round is drawn and not yet published."""
    if stage.rounds.filter(state=Round.State.DRAFT).exists():
        raise _draft_exists()


@transaction.atomic
def publish(*, round: Round, author: Author) -> Round:
    """Publish the round: its matches wait for a table, its byes are finished.

    Raises Refused 409 `already_published`, `round_gone`, `withdrawn_in_draw` (not in a knockout).
    """
    tournament = lock_tournament(round.stage.tournament)
    round = current_draft(round)
    if not isinstance(round.stage.system, Knockout):
        _refuse_withdrawn_entries(round)
    now, round.tournament = timezone.now(), tournament
    round.state, round.published_at = Round.State.PUBLISHED, now
    round.announced_at = None if round.is_announced_apart else now
    round.save(update_fields=["state", "published_at", "announced_at"])
    round.matches.filter(state=Match.State.PLANNED).update(state=Match.State.WAITING)
    round.matches.filter(state=Match.State.BYE).update(finished_at=now)
    note(tournament, author, "publish", round, after={"seed": round.seed})
    return round


@transaction.atomic
def discard_round(*, round: Round, author: Author, reason: str) -> None:
    """Discard the last round: a draft, or a published round without actas and photos of actas.

    Raises Refused: 400 without a reason; 409 `not_last_round`, `round_has_actas`, `round_gone`.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    tournament = lock_tournament(round.stage.tournament)
    round = _lock_round(round)
    if round.stage.rounds.filter(number__gt=round.number).exists():
        raise Conflict("not_last_round", _("Solo se descarta la última ronda."))
    lock_matches(round.matches.all())
    # `scoring` links actas and photos to the match; they are never discarded.
    if round.matches.filter(Q(actas__isnull=False) | Q(photos__isnull=False)).exists():
        raise Conflict(
            "round_has_actas",
            _("Ya hay actas o fotos del papel en la ronda %(round)s: no se puede descartar."),
            round=round.serial,
        )
    note(tournament, author, "discard_round", round, before=round_as_json(round), reason=reason)
    round.delete()


@transaction.atomic
def swap_entries(
    *, round: Round, author: User | None, first: Entry, second: Entry, reason: str
) -> Swap:
    """Swap two entries in a draft; the public list shows the swap, its author and the reason.

    Raises Refused: 400 without a reason, for an entry not in the draw, for two entries of one match
    or, after the first round, of two groups; 409 for a published round or a fixed bracket.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    tournament = lock_tournament(round.stage.tournament)
    round = current_draft(round)
    refuse_fixed_bracket(round)
    first_sides, second_sides = _sides_of(round, first, "first"), _sides_of(round, second, "second")
    _refuse_same_match(first_sides[0], second_sides[0])
    _refuse_other_group(round, first_sides[0], second_sides[0])
    record_before = round_as_json(round)
    swapped_sides = [*first_sides, *second_sides]
    MatchSide.objects.filter(pk__in=[side.pk for side in swapped_sides]).delete()
    for side in swapped_sides:
        side.pk, side.names = None, ""  # the line-up belongs to the former team
        side.entry = second if side.entry_id == first.pk else first
    MatchSide.objects.bulk_create(swapped_sides)
    swap = Swap.objects.create(
        round=round,
        first=first,
        second=second,
        author=author,
        author_name=author_name(author),
        reason=reason,
    )
    update_report(round)
    subject = format_lazy("{}: {} ↔ {}", round, first.number, second.number)
    record_after = round_as_json(round)
    note(
        tournament,
        author,
        "swap_entries",
        subject,
        before=record_before,
        after=record_after,
        reason=reason,
    )
    return swap


@transaction.atomic
def replace_draw(
    *, round: Round, author: Author, draw: Draw, seed: str, snapshot: Situation, reason: str = ""
) -> Round:
    """Replace a draft by another draw and record the old seed.

    Raises Refused as `current_draft` does.
    """
    tournament = lock_tournament(round.stage.tournament)
    round = current_draft(round)
    record_before = round_as_json(round)
    discarded_draw = {
        "seed": round.seed,
        "by": author_name(author),
        "reason": reason,
        "at": timezone.now().isoformat(),
        "drawn_from": mark_of(round.report),
    }
    redraws = [*round.report.get("redraws", []), discarded_draw]
    round.matches.all().delete()
    round.swaps.all().delete()
    round.seed, round.drawn_at = seed, timezone.now()
    round.phase, round.entrants = _phase(round.stage, draw), _entrants(draw)
    round.report = {**report_of(round.stage, draw, snapshot), "redraws": redraws}
    round.save()
    create_matches(tournament, round, draw)
    note(
        tournament,
        author,
        "redraw",
        round,
        before=record_before,
        after=round_as_json(round),
        reason=reason,
    )
    return round


@transaction.atomic
def seat_late_entry(*, byes: Sequence[Match], entry: Entry, author: Author) -> Match:
    """Seat a late entry with the resting entries of these byes, in order; return the match.

    The first bye becomes the match, with the next number; the other byes are deleted. Of a tie
    between teams, the match returned is the first board. Raises Refused 409 `not_exempt` if one of
    the resting entries already has a rival.
    """
    tournament = lock_tournament(byes[0].tournament)
    pks = [bye.pk for bye in byes]
    byes_left = Match.objects.select_related("round__stage").filter(
        pk__in=pks, state=Match.State.BYE
    )
    bye_of_pk = {bye.pk: bye for bye in byes_left}
    if len(bye_of_pk) != len(pks):
        raise Conflict("not_exempt", _("Ya tiene rival."))
    match, *other_byes = (bye_of_pk[pk] for pk in pks)
    rivals = _seat_together(match, other_byes, entry)
    match.number = next_number(tournament)
    match.state, match.finished_at = Match.State.WAITING, None
    match.save(update_fields=["number", "state", "finished_at"])
    round = match.round
    if boards := round.stage.boards():
        add_boards(match, boards)
    round.report["late"] = [
        *round.report.get("late", []),
        {
            "entry": entry.number,
            "rival": rivals[0],
            "rivals": rivals,
            "at": timezone.now().isoformat(),
        },
    ]
    update_report(round)
    record_after = {"match": match.number, "rivals": rivals}
    note(tournament, author, "place_late_entry", entry, after=record_after)
    return match


def _seat_together(match: Match, other_byes: Sequence[Match], entry: Entry) -> list[int]:
    """Seat the entry with the resting entries; return the numbers of the resting entries."""
    partners = match.round.stage.system.partners
    sides = [bye.sides.select_related("entry").get() for bye in (match, *other_byes)]
    numbers = [side.entry.number for side in sides]
    sides.append(MatchSide(round=match.round, entry=entry))
    for seat, side in enumerate(sides):
        side.match = match
        side.side = seat // partners
        side.place = seat % partners
        side.save()
    Match.objects.filter(pk__in=[bye.pk for bye in other_byes]).delete()
    return numbers


def author_name(author: Author) -> str:
    """Return the author's name, stored in case the account is deleted."""
    return writer_of(author).title


def _phase(stage: Stage, draw: Draw) -> str:
    pairings = [(match.position, match.purpose) for match in draw.pairings]
    return stage.system.phase(stage.format_rules(), pairings)


def _entrants(draw: Draw) -> int:
    return sum(len(pairing.sides) for pairing in draw.pairings)


def _create_round(stage: Stage, draw: Draw, report: Mapping[str, Any], seed: str) -> Round:
    last_number = stage.rounds.aggregate(last=Max("number"))["last"] or 0
    return Round.objects.create(
        tournament=stage.tournament,
        stage=stage,
        number=last_number + 1,
        serial=next_serial(stage.tournament),
        seed=seed,
        entrants=_entrants(draw),
        report=report,
        phase=_phase(stage, draw),
        scheduled_at=date_of(stage, last_number + 1),
    )


# --- Refusals -------------------------------------------------------------------------------------
def _lock_round(round: Round) -> Round:
    """Return the round as it is stored now. Raises Refused 409 `round_gone` if it was discarded."""
    try:
        return Round.objects.with_reports().select_related("stage__tournament").get(pk=round.pk)
    except Round.DoesNotExist:
        raise round_missing_refusal() from None


def round_missing_refusal() -> Refused:
    return Conflict("round_gone", _("Esa ronda ya no existe: se descartó."))


def current_draft(round: Round) -> Round:
    """Return the draft as stored now. Raises Refused 409 `already_published`, `round_gone`."""
    round = _lock_round(round)
    if round.state != Round.State.DRAFT:
        raise Conflict(
            "already_published", _("La ronda %(round)s ya está publicada."), round=round.serial
        )
    return round


def _refuse_withdrawn_entries(round: Round) -> None:
    withdrawn_sides = round.sides.filter(entry__state__in=Entry.GONE).order_by("entry__number")
    if (side := withdrawn_sides.select_related("entry").first()) is not None:
        raise Conflict(
            "withdrawn_in_draw",
            _("El número %(number)s se ha retirado: descarte la ronda y prepárela de nuevo."),
            number=side.entry.number,
        )


def refuse_fixed_bracket(round: Round) -> None:
    """Raise Refused 409 `bracket_fixed` if the seed decides nothing in the round."""
    if not round.by_lot:
        raise Conflict(
            "bracket_fixed",
            _("El cuadro quedó fijado en la primera ronda: ya no se cambia a nadie."),
        )


def _sides_of(round: Round, entry: Entry, field: str) -> list[MatchSide]:
    """Return the entry's sides in the draw: one at each board of a tie between teams.

    Raises Refused 400 `not_in_draw` with this `field`.
    """
    sides = list(round.sides.select_related("match").filter(entry=entry).order_by("board"))
    if not sides:
        raise Refused(
            "not_in_draw",
            _("El número %(number)s no está en esta ronda."),
            field=field,
            number=entry.number,
        )
    return sides


def _refuse_same_match(first_side: MatchSide, second_side: MatchSide) -> None:
    if first_side.match.position == second_side.match.position:
        raise Refused(
            "same_match",
            _("Los dos están ya en el mismo encuentro: no cambiaría nada."),
            field="second",
        )


def _refuse_other_group(round: Round, first_side: MatchSide, second_side: MatchSide) -> None:
    """Refuse a swap between groups after the first round, which forms the groups."""
    if round.number > 1 and first_side.match.group != second_side.match.group:
        raise Refused(
            "other_group",
            _("Son de grupos distintos: después de la primera ronda nadie cambia de grupo."),
            field="second",
        )
