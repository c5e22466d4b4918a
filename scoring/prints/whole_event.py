"""The whole event on paper: everybody's place over all the stages."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.prints.ask import Ask, Chunk, header
from scoring.public.whole_event import whole_event_page
from tournaments.models import Tournament
from tournaments.refusal import Refused
from tournaments.selectors.entries import entries_by_number

ALL = 100_000


def whole_event_sheet(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """The final standings of everybody, or as they stand while something is left to play."""
    refuse_one_stage(tournament, ask)
    page, entries = whole_event_page(tournament, each=ALL), entries_by_number(tournament)
    title = _("Clasificación del torneo") if page["over"] else _("Cómo va el torneo entero")
    rows = [{**row, "names": entries[row["line"].entrant].names} for row in page["rows"]]
    return [Chunk({**header(tournament, title), "rows": rows})]


def refuse_one_stage(tournament: Tournament, ask: Ask) -> None:
    """Raises Refused 409 where there is only one stage, or before anything is drawn."""
    if tournament.stages.count() == 1:
        raise Refused(
            "one_stage",
            gettext_lazy("El torneo tiene una sola fase: imprima su clasificación."),
            status=409,
        )
    if not tournament.rounds.exists():
        raise Refused("nothing_drawn", gettext_lazy("Todavía no se ha sorteado nada."), status=409)
