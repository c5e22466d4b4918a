"""The calendar for the wall: every round, at whose home, who rests."""

from django.utils.translation import gettext as _

from scoring.prints.ask import Ask, Chunk, header
from scoring.public.calendar import calendar_page
from tournaments.models import Round, Tournament
from tournaments.refusal import Refused


def calendar_sheet(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """All the rounds of the stage, those to come too."""
    page = calendar_page(tournament, ahead=True, page=None)
    return [Chunk({**header(tournament, _("Calendario")), **page})]


def refuse_without_calendar(tournament: Tournament, ask: Ask) -> None:
    """Raises Refused 409 where the rounds to come are not known, or before the first is
    published."""
    if not tournament.stage.has_calendar:
        raise Refused(
            "no_calendar", _("Solo hay calendario donde juegan todos contra todos."), status=409
        )
    if not tournament.stage.rounds.filter(state=Round.State.PUBLISHED).exists():
        raise Refused(
            "round_not_published",
            _("Publique antes la primera ronda: quien ve la hoja ve el sorteo."),
            status=409,
        )
