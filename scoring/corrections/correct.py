"""A correction that also puts right what was drawn from the old result and has not begun."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.corrections.consequences import REDRAW, Consequences, Moved, Remedy, moved_lines
from scoring.corrections.exchange import exchange
from scoring.corrections.preview import consequences
from scoring.corrections.redraw import redraw
from scoring.corrections.words import why_left
from scoring.models import Acta
from scoring.selectors.matches.actas import fold_lines
from scoring.selectors.standings import stage_tables
from scoring.services.actas import correct_acta
from scoring.services.results import locked
from scoring.services.stages import fill_stage, release_places
from tournaments import permissions
from tournaments.formats.core import DrawError
from tournaments.models import Match, Round, Stage
from tournaments.refusal import Conflict, Refused, refused_from
from tournaments.selectors.rounds import latest_round, round_matches
from tournaments.services import tables
from tournaments.writer import Author, writer_of


@dataclass(frozen=True, slots=True)
class DrawnAgain:
    """A round as it would come out: the numbers of each match, who rests alone."""

    stage: int
    round: int
    serial: int
    matches: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A correction tried with its remedies: moved lines and rounds drawn again, or `refused`."""

    moved: tuple[Moved, ...] = ()
    drawn: tuple[DrawnAgain, ...] = ()
    refused: str = ""


@transaction.atomic
def correct_and_remedy(
    *,
    match: Match,
    author: Author,
    lines: Sequence[str],
    reason: str,
    version: int | None = None,
    seen: str | None = None,
) -> tuple[Acta, Consequences]:
    """Correct the acta, and exchange or draw again what came from it and has not begun.

    `seen` is the `Consequences.seen` its author had before his eyes, None to trust. Answers the
    new version and what it changed: all the remedies possible have been carried out. Raises as
    `correct_acta`; Refused 403 `remedy_not_yours` for who may not draw; 409 `remedy_changed` when
    something has begun meanwhile, `nothing_to_remedy`, or what the draws themselves refuse. Then
    nothing is saved, the correction neither.
    """
    user = writer_of(author).user
    if user is None or not permissions.may(user, "draw_round", match.tournament):
        raise Refused(
            "remedy_not_yours",
            _("Solo la organización puede volver a sortear: guarde solo la corrección."),
            field="remedy",
            status=403,
        )
    match = locked(match, tables.lock_tournament(match.tournament))
    tables.hold_matches(match.tournament.matches.exclude(state=Match.State.FINISHED))
    found = consequences(match, fold_lines(match, lines))
    _refuse_changed(found, seen)
    acta = correct_acta(match=match, author=author, lines=lines, reason=reason, version=version)
    later = {one.stage for one in found.possible} - {match.round.stage.number}
    redrawn = [one for one in found.possible if one.kind == REDRAW]
    # An entry that changes stage leaves the first before the second is filled.
    release_places(_stages(match, [one for one in redrawn if one.stage in later]))
    for remedy in found.possible:
        if remedy.kind != REDRAW:
            exchange(match=match, remedy=remedy, author=user, reason=acta.reason)
    for stage in _stages(match, redrawn):
        if stage.number in later:
            fill_stage(stage, user)
        if (round := latest_round(stage)) is not None:
            redraw(round=round, author=user, reason=acta.reason)
    return acta, found


def rehearse(
    *, match: Match, author: Author, lines: Sequence[str], found: Consequences
) -> Rehearsal:
    """Do all of `correct_and_remedy` and take it back: as slow as doing it, only for who asks."""
    before = stage_tables(match.round.stage)
    if not found.possible:
        return Rehearsal()
    try:
        with transaction.atomic():
            correct_and_remedy(match=match, author=author, lines=lines, reason="¿?")
            after = stage_tables(match.round.stage)
            redrawn = [one for one in found.possible if one.kind == REDRAW]
            rounds = [latest_round(stage) for stage in _stages(match, redrawn)]
            drawn = tuple(_drawn_again(round) for round in rounds if round is not None)
            transaction.set_rollback(True)
    except (Refused, DrawError) as error:
        return Rehearsal(refused=str(refused_from(error)))
    return Rehearsal(moved_lines(before, after), drawn)


def _stages(match: Match, remedies: Sequence[Remedy]) -> list[Stage]:
    stages = Stage.objects.select_related("tournament").filter(tournament=match.tournament_id)
    return list(stages.filter(number__in=[remedy.stage for remedy in remedies]).order_by("number"))


def _drawn_again(round: Round) -> DrawnAgain:
    matches = tuple(
        tuple(entry.number for entry in match.everybody)
        for match in round_matches(round)
        if match.board <= 1
    )
    return DrawnAgain(round.stage.number, round.number, round.serial, matches)


def _refuse_changed(found: Consequences, seen: str | None) -> None:
    if seen is not None and seen != found.seen:
        raise Conflict(
            "remedy_changed",
            _(
                "Mientras lo miraba ha cambiado lo que se puede rehacer: quizá haya empezado "
                "alguna partida. Mírelo otra vez antes de guardar."
            ),
            field="remedy",
        )
    if not found.possible:
        raise Conflict(
            "nothing_to_remedy",
            _("No hay nada que volver a sortear. %(why)s"),
            field="remedy",
            why=" ".join(why_left(remedy) for remedy in found.remedies),
        )
