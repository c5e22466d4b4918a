"""A result typed at the desk: write all its lines or none, take it back, or forfeit."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from rules.lines import Forfeit, Stop
from scoring.actas.selectors.actas import Record, lines_written, live_acta, with_details
from scoring.actas.services.corrections import correct_acta
from scoring.actas.services.lines import HeldActa, changed_meanwhile_refusal
from scoring.actas.services.results import lock_match
from scoring.models import Acta
from tournaments.models import Entry, Match
from tournaments.refusal import Conflict, Refused, atomic_or_refuse
from tournaments.rounds.services import tables
from tournaments.writer import Author, writer_of


def record_result(
    *, match: Match, author: Author, lines: Sequence[str], number: int, version: int
) -> tuple[Acta, Record]:
    """Write these lines (at least one) from line `number` on; return the acta and the record.

    `version` is the version of the acta on the writer's page, 0 without an acta. All lines are
    written or none. Raises the errors of `record_hand` for the first impossible line.
    """
    parse = match.tournament.rules.parse
    try:
        with transaction.atomic():
            tournament = tables.lock_tournament(match.tournament)
            match = lock_match(match, tournament)
            for line_number, line in enumerate(lines, number):
                acta, record = HeldActa(match, has_tournament=True).write(
                    author,
                    parse(line),
                    line_number,
                    version=version,
                    confirm_empty=True,  # the desk line has already shown the result
                )
    except IntegrityError as error:
        raise changed_meanwhile_refusal() from error
    return acta, record


def take_back_result(*, match: Match, author: Author, version: int, number: int) -> Acta:
    """Remove the author's lines from `number` on by a correction; return the new version.

    `version` is the version on the author's page. Raises the errors of `correct_acta`, and Refused
    409 `conflict` if another author wrote one of the lines.
    """
    acta, writer = live_acta(match), writer_of(author)
    hands = acta.hands.all() if acta else []
    if any(hand.number >= number and hand.author != writer.user for hand in hands):
        raise changed_meanwhile_refusal()
    with override("es"):
        reason = gettext("Se deshace la última anotación")
    lines = lines_written(acta)[: number - 1]
    return correct_acta(match=match, author=author, lines=lines, reason=reason, version=version)


# --- Forfeits of a match or a whole tie -----------------------------------------------------------
@atomic_or_refuse(changed_meanwhile_refusal)
def forfeit_match(*, match: Match, loser: Entry | None, author: Author, reason: str) -> Acta:
    """Give the match to the rival of `loser` after a withdrawal, a no-show or a disqualification.

    Every side loses if `loser` is None, or if all rivals of `loser` have left the tournament. A
    forfeit needs no confirmation. Raises RuleError without a reason, Refused 400 if `loser` does
    not play the match, and the Refused 409 errors of `record_hand`.
    """
    hand = _forfeit_line(match, loser, reason)
    match = lock_match(match, tables.lock_tournament(match.tournament))
    held_acta = HeldActa(match, has_tournament=True)
    acta, _record = held_acta.write(
        author, hand, len(lines_written(held_acta.acta)) + 1, ruling=True
    )
    return acta


def _forfeit_line(match: Match, loser: Entry | None, reason: str) -> Forfeit | Stop:
    if loser is None:
        return Stop(reason, lost=True)
    seats = list(match.sides.all())
    side = next((seat.side for seat in seats if seat.entry_id == loser.pk), None)
    if side is None:
        raise Refused("not_in_match", _("No juega este encuentro."), field="loser")
    rivals = [seat.entry for seat in seats if seat.side != side]
    if all(entry.gone for entry in rivals):
        return Stop(reason, lost=True)
    return Forfeit(side, reason)


@transaction.atomic
def forfeit_tie(*, match: Match, loser: Entry | None, author: Author, reason: str) -> list[Match]:
    """Forfeit the unfinished boards of the match's tie, as `forfeit_match` does, and return them.

    Raises the errors of `forfeit_match`, and Refused 409 `tie_finished` if no board is unfinished.
    """
    tables.lock_tournament(match.tournament)
    unfinished_boards = match.round.matches.filter(
        position=match.position, state__in=Match.UNFINISHED
    )
    boards = list(with_details(unfinished_boards).order_by("board"))
    if not boards:
        raise Conflict("tie_finished", _("Todas sus mesas han terminado."))
    for board in boards:
        forfeit_match(match=board, loser=loser, author=author, reason=reason)
    return boards
