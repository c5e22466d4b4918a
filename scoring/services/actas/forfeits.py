"""A match given up, or a whole tie."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from rules.lines import Forfeit, Stop
from scoring.models import Acta
from scoring.selectors.matches.actas import detailed, live_acta, written
from scoring.services.actas.lines import append, changed_meanwhile
from scoring.services.results import locked
from tournaments.models import Entry, Match
from tournaments.refusal import Conflict, Refused
from tournaments.services import tables
from tournaments.services.atomic import atomic_or
from tournaments.writer import Author


@atomic_or(changed_meanwhile)
def forfeit_match(*, match: Match, loser: Entry | None, author: Author, reason: str) -> Acta:
    """Give the match to the rival of `loser`: a withdrawal, a no-show, a disqualification.

    Every side loses it without a `loser`, and where all its rivals have left the tournament. It
    needs nobody's confirmation. Raises RuleError without a reason, Refused (400) when the entry
    does not play it, and Refused (409) as `record_hand` does.
    """
    hand = _line_of(match, loser, reason)
    match = locked(match, tables.lock_tournament(match.tournament))
    number = len(written(live_acta(match))) + 1
    acta, _record = append(match, author, hand, number, with_lock=True, ruling=True)
    return acta


def _line_of(match: Match, loser: Entry | None, reason: str) -> Forfeit | Stop:
    if loser is None:
        return Stop(reason, lost=True)
    seats = list(match.sides.all())
    side = next((seat.side for seat in seats if seat.entry_id == loser.pk), None)
    if side is None:
        raise Refused("not_in_match", _("No juega esta partida."), field="loser")
    rivals = [seat.entry for seat in seats if seat.side != side]
    if all(entry.gone for entry in rivals):
        return Stop(reason, lost=True)
    return Forfeit(side, reason)


@transaction.atomic
def forfeit_tie(*, match: Match, loser: Entry | None, author: Author, reason: str) -> list[Match]:
    """Give a tie to the rival; return its boards. As `forfeit_match`; Refused `tie_finished`."""
    tables.lock_tournament(match.tournament)
    left = match.round.matches.filter(position=match.position, state__in=Match.UNFINISHED)
    boards = list(detailed(left).order_by("board"))
    if not boards:
        raise Conflict("tie_finished", _("Todas sus mesas han terminado."))
    for board in boards:
        forfeit_match(match=board, loser=loser, author=author, reason=reason)
    return boards
