"""A draw that nobody can foresee: close the list, hear a word from the hall, draw the round."""

import secrets

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.rounds.selectors.commitments import (
    following_number,
    list_changed,
    list_text,
    numbers_left_out_of,
)
from scoring.rounds.services.rounds import DRAW_ALL, numbers_to_leave_out, open_next_round
from scoring.standings.selectors.standings import stage_situation
from tournaments.audit.services import note
from tournaments.models import WORD_LENGTH, DrawCommitment, Round, Stage
from tournaments.names.audience import EVERY_ROUND
from tournaments.names.text import clean_text
from tournaments.pairing.commitment import commitment, listed_numbers, seed_from
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.commitments import open_commitment
from tournaments.rounds.selectors.rounds import next_serial
from tournaments.rounds.services import drafts
from tournaments.rounds.services.drawn_matches import CODE_ALPHABET
from tournaments.rounds.services.tables import lock_tournament

# 6 groups of 5 characters from an alphabet of 22: 133 bits, short enough to read aloud or copy.
SECRET_GROUPS, SECRET_GROUP_LENGTH = 6, 5


@transaction.atomic
def close_list(
    *, stage: Stage, author: User | None, reason: str = "", absent: str = DRAW_ALL
) -> DrawCommitment:
    """Publish the list of the next draw with its commitment, which supersedes an open commitment.

    `absent` has the values that `open_next_round` takes; the list omits the entries left out.
    Raises the DrawError that the draw would raise; Refused 409 `stage_not_open`, `draft_exists`,
    `not_present`, `list_closed` if another user has just closed it, or `nothing_by_lot` if the seed
    decides nothing.
    """
    reason = clean_text(reason, "reason", drafts.REASON_LENGTH, any_start=True)
    tournament = lock_tournament(stage.tournament)
    drafts.refuse_unopened(stage)
    drafts.refuse_draft(stage)
    number = following_number(stage)
    _refuse_without_lot(stage, number)
    numbers = (
        numbers_to_leave_out(stage, stage_situation(stage, EVERY_ROUND), absent)
        if absent != DRAW_ALL
        else ()
    )
    text, secret = list_text(stage, numbers), new_secret()
    record_before = _supersede(stage, reason)
    try:
        with transaction.atomic():
            new_commitment = DrawCommitment.objects.create(
                stage=stage,
                round_number=number,
                text=text,
                secret=secret,
                digest=commitment(text, secret),
                author=author,
                author_name=drafts.author_name(author),
            )
    except IntegrityError as error:
        raise Conflict(
            "list_closed", _("Alguien acaba de cerrar la lista: recargue la página.")
        ) from error
    record_after = {"commitment": new_commitment.digest, "entered": len(listed_numbers(text))}
    note(
        tournament,
        author,
        "close_list",
        new_commitment,
        before=record_before,
        after=record_after,
        reason=reason,
    )
    return new_commitment


@transaction.atomic
def open_list(*, stage: Stage, author: User | None, reason: str) -> None:
    """Withdraw the open commitment, which stays public with the reason.

    Raises Refused: 400 without a reason; 409 `no_commitment`.
    """
    reason = clean_text(reason, "reason", drafts.REASON_LENGTH, required=True, any_start=True)
    tournament = lock_tournament(stage.tournament)
    draw_commitment = _require_commitment(stage)
    record_before = _supersede(stage, reason)
    note(tournament, author, "open_list", draw_commitment, before=record_before, reason=reason)


@transaction.atomic
def draw_with_word(*, stage: Stage, author: User | None, word: str) -> Round:
    """Draw the next round as a draft, from the secret and the word said in the hall.

    Raises the errors of `open_next_round`, and Refused: 400 for an empty or unreadable word; 409
    `no_commitment`, or `list_changed` if the list has changed since it was closed.
    """
    word = clean_text(word, "word", WORD_LENGTH, required=True, any_start=True)
    tournament = lock_tournament(stage.tournament)
    draw_commitment = _require_commitment(stage)
    if list_changed(draw_commitment):
        raise Conflict(
            "list_changed",
            _("La lista ha cambiado desde que se cerró: ciérrela otra vez y vuelva a publicarla."),
        )
    seed = seed_from(draw_commitment.secret, word)
    round = open_next_round(
        stage=stage,
        author=author,
        number=draw_commitment.round_number,
        seed=seed,
        numbers_left_out=numbers_left_out_of(draw_commitment),
    )
    draw_commitment.word = word
    draw_commitment.opened_at = timezone.now()
    draw_commitment.round = round
    draw_commitment.save(update_fields=["word", "opened_at", "round"])
    record_after = {"commitment": draw_commitment.digest, "word": word, "seed": seed}
    note(tournament, author, "draw_with_word", round, after=record_after)
    return round


def new_secret() -> str:
    """Return 133 random bits from the system, in letters and digits that are hard to misread."""
    groups = (
        "".join(secrets.choice(CODE_ALPHABET) for _letter in range(SECRET_GROUP_LENGTH))
        for _group in range(SECRET_GROUPS)
    )
    return "-".join(groups)


def _require_commitment(stage: Stage) -> DrawCommitment:
    draw_commitment = open_commitment(stage)
    if draw_commitment is None:
        raise Conflict("no_commitment", _("No hay ninguna lista cerrada."))
    return draw_commitment


def _supersede(stage: Stage, reason: str) -> dict[str, str] | None:
    """Supersede the open commitment, if any; return its values for the audit, or None."""
    draw_commitment = open_commitment(stage)
    if draw_commitment is None:
        return None
    draw_commitment.superseded_at, draw_commitment.reason = timezone.now(), reason
    draw_commitment.save(update_fields=["superseded_at", "reason"])
    return {"commitment": draw_commitment.digest}


def _refuse_without_lot(stage: Stage, number: int) -> None:
    if not stage.system.by_lot(number, stage.format_rules()):
        raise Conflict(
            "nothing_by_lot",
            _("En la ronda %(round)s no se sortea nada: sale de los resultados."),
            round=next_serial(stage.tournament),
        )
