"""A result written at once, all its lines or none, and taken back."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils.translation import gettext, override

from scoring.models import Acta
from scoring.selectors.matches.actas import Record, live_acta, written
from scoring.services.actas.corrections import correct_acta
from scoring.services.actas.lines import append, changed_meanwhile
from scoring.services.results import locked
from tournaments.models import Match
from tournaments.services import tables
from tournaments.writer import Author, writer_of


def record_result(
    *, match: Match, author: Author, lines: Sequence[str], number: int, version: int
) -> tuple[Acta, Record]:
    """Write these lines, at least one, from line `number` on; return the acta and how it stands.

    `version` is the acta before the writer's eyes, 0 for none. It is all or nothing. Raises what
    `record_hand` raises for the first line that cannot be.
    """
    parse = match.tournament.rules.parse
    try:
        with transaction.atomic():
            tournament = tables.lock_tournament(match.tournament)
            held = locked(match, tournament)
            for place, line in enumerate(lines, number):
                acta, record = append(
                    held,
                    author,
                    parse(line),
                    place,
                    version=version,
                    with_lock=True,
                    confirm_empty=True,  # the line of the desk has shown the result before
                )
    except IntegrityError as error:
        raise changed_meanwhile() from error
    return acta, record


def take_back_result(*, match: Match, author: Author, version: int, number: int) -> Acta:
    """Leave the acta without its lines from `number` on, which the author wrote in that version.

    It is a correction, and raises what `correct_acta` raises; Refused 409 `conflict` when somebody
    else wrote one of them.
    """
    acta, me = live_acta(match), writer_of(author)
    hands = acta.hands.all() if acta else []
    if any(hand.number >= number and hand.author != me.user for hand in hands):
        raise changed_meanwhile()
    with override("es"):
        reason = gettext("Se deshace lo que se acaba de apuntar")
    lines = written(acta)[: number - 1]
    return correct_acta(match=match, author=author, lines=lines, reason=reason, version=version)
