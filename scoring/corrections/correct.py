"""Corrections that also remedy the draws made from the old result, in matches not begun."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from scoring.actas.services import correct_acta
from scoring.corrections.change import change_result, remedied_stages
from scoring.corrections.consequences import REDRAW, Consequences, MovedLine, moved_lines
from scoring.models import Acta
from scoring.standings.selectors.standings import stage_tables
from tournaments.formats.core import DrawError
from tournaments.models import Match, Round
from tournaments.names.audience import EVERY_ROUND
from tournaments.refusal import Refused, refusal_from
from tournaments.rounds.selectors.rounds import latest_round, round_matches
from tournaments.writer import Author


@dataclass(frozen=True, slots=True)
class RedrawnRound:
    """A round after a trial redraw.

    `matches` has the entry numbers of each match; a bye has one number.
    """

    stage: int
    round: int
    serial: int
    matches: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """The outcome of a correction that was rolled back.

    It has the moved lines and the redrawn rounds, or the sentence of the refusal.
    """

    moved: tuple[MovedLine, ...] = ()
    rounds: tuple[RedrawnRound, ...] = ()
    refusal: str = ""


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
    """Correct the acta, and exchange or redraw the matches drawn from it that have not begun.

    Return the new version and its consequences. `seen` is the `Consequences.seen` on the author's
    page; None skips the check.

    Raises the errors of `correct_acta`; Refused 403 `remedy_not_yours` for a user who may not draw;
    409 `remedy_changed` if a match has begun meanwhile, or `nothing_to_remedy`; and the errors of
    the draws. After an error, nothing is saved: the correction is rolled back too.
    """
    change = change_result(
        correct_acta,
        remedy=True,
        seen=seen,
        match=match,
        author=author,
        lines=lines,
        reason=reason,
        version=version,
    )
    return change.value, change.consequences


def try_correction(
    *, match: Match, author: Author, lines: Sequence[str], consequences: Consequences
) -> Trial:
    """Carry out `correct_and_remedy`, roll it back and return the outcome.

    The outcome is empty if no remedy is possible. A refusal is not raised: it is in
    `Trial.refusal`. A trial is as slow as the real act, so pages make it only on request.
    """
    tables_before = stage_tables(match.round.stage, EVERY_ROUND)
    if not consequences.possible:
        return Trial()
    try:
        with transaction.atomic():
            correct_and_remedy(match=match, author=author, lines=lines, reason="¿?")
            tables_after = stage_tables(match.round.stage, EVERY_ROUND)
            redrawn = [remedy for remedy in consequences.possible if remedy.kind == REDRAW]
            latest_rounds = [latest_round(stage) for stage in remedied_stages(match, redrawn)]
            redrawn_rounds = tuple(
                _redrawn_round(round) for round in latest_rounds if round is not None
            )
            transaction.set_rollback(True)
    except (Refused, DrawError) as error:
        return Trial(refusal=str(refusal_from(error)))
    return Trial(moved_lines(tables_before, tables_after), redrawn_rounds)


def _redrawn_round(round: Round) -> RedrawnRound:
    matches = tuple(
        tuple(entry.number for entry in match.everybody)
        for match in round_matches(round)
        if match.board <= 1
    )
    return RedrawnRound(round.stage.number, round.number, round.serial, matches)
