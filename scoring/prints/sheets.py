"""Every sheet that can be printed: its name, what it is for, its template and its contexts."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.prints import actas, bracket, cards, notices, pairings, results, routes
from scoring.prints.ask import Ask, Chunk, round_asked
from tournaments.models import Tournament


def _always(tournament: Tournament, ask: Ask) -> None:
    """Nothing stands in the way."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One kind of sheet.

    `filename` is what the file is called when saved; `of_round` whether it is of one round;
    `ready` raises the Refused that says why it cannot be printed yet, in a few queries; `links`
    whether it bears the links of the tables, and so is printed for those one looks after alone;
    `act` is who prints it: those who may see or write on the site what the sheet says.
    """

    key: str
    title: str | Promise
    purpose: str | Promise
    template: str
    filename: str | Promise
    chunks: Callable[[Tournament, Ask], list[Chunk]]
    of_round: bool = False
    ready: Callable[[Tournament, Ask], object] = _always
    links: bool = False
    act: str = "print_sheets"

    def bears_links(self, ask: Ask) -> bool:
        """Whether this order of it has the links of tables; blank actas are of no table."""
        return self.links and not ask.blank


SHEETS: dict[str, Sheet] = {
    sheet.key: sheet
    for sheet in [
        Sheet(
            "pairings_surname",
            _("Emparejamientos por apellidos"),
            _("Para la pared: cada persona busca su apellido y ve su mesa."),
            "prints/pairings_surname.html",
            _("por-apellidos"),
            pairings.by_surname,
            of_round=True,
            ready=round_asked,
        ),
        Sheet(
            "pairings_table",
            _("Emparejamientos por mesas"),
            _("Para la mesa de control y la pared: quién juega en cada mesa."),
            "prints/pairings_table.html",
            _("por-mesas"),
            pairings.by_table,
            of_round=True,
            ready=round_asked,
        ),
        Sheet(
            "actas",
            _("Actas"),
            _("Una para cada partida, con su código y su QR. Las ya anotadas salen rellenas."),
            "prints/actas.html",
            _("actas"),
            actas.actas,
            of_round=True,
            ready=actas.refuse_nothing_to_print,
            links=True,
        ),
        Sheet(
            "table_cards",
            _("Tarjetas de mesa"),
            _("Una tarjeta pequeña para cada mesa: con su QR, quienes juegan apuntan su partida."),
            "prints/table_cards.html",
            _("tarjetas-de-mesa"),
            cards.table_cards,
            of_round=True,
            ready=cards.refuse_no_cards,
            links=True,
        ),
        Sheet(
            "poster",
            _("Cartel con el QR"),
            _("Para la pared: la dirección y el código con que los teléfonos abren el torneo."),
            "prints/poster.html",
            _("cartel"),
            notices.poster,
            ready=notices.refuse_unreachable,
        ),
        Sheet(
            "standings",
            _("Clasificación"),
            _("Cómo va el torneo después del último resultado, con cada desempate."),
            "prints/standings.html",
            _("clasificacion"),
            results.standings_sheet,
        ),
        Sheet(
            "calendar",
            _("Calendario"),
            _("Todas las rondas, también las que faltan: quién juega en casa y quién descansa."),
            "prints/calendar.html",
            _("calendario"),
            notices.calendar_sheet,
            ready=notices.refuse_without_calendar,
        ),
        Sheet(
            "routes",
            _("Hoja de ruta"),
            _("Una tarjeta para cada cual, con su mesa y sus rivales en todas las rondas."),
            "prints/routes.html",
            _("hoja-de-ruta"),
            routes.route_cards,
            ready=routes.refuse_without_routes,
        ),
        Sheet(
            "bracket",
            _("Cuadro"),
            _("La eliminatoria entera, para colgar y seguir el torneo."),
            "prints/bracket.html",
            _("cuadro"),
            bracket.bracket_sheet,
            ready=bracket.refuse_without_bracket,
        ),
        Sheet(
            "final",
            _("Clasificación final"),
            _("El podio y la clasificación entera, para el reparto de premios y la prensa."),
            "prints/final.html",
            _("final"),
            results.final_sheet,
            ready=results.refuse_unfinished,
        ),
        Sheet(
            "whole_event",
            _("Clasificación del torneo"),
            _("Todo el mundo, sumadas las fases: quién llegó más lejos, del primero al último."),
            "prints/whole_event.html",
            _("clasificacion-del-torneo"),
            results.whole_event_sheet,
            ready=results.refuse_one_stage,
        ),
        Sheet(
            "entries",
            _("Inscripciones"),
            _("Para la mesa de inscripción: casillas de pagado y presente."),
            "prints/entries.html",
            _("inscripciones"),
            notices.entry_list,
            act="manage_entries",
        ),
        Sheet(
            "commitment",
            _("Lista para el sorteo"),
            _("Para colgarla antes del sorteo: la lista cerrada con su compromiso."),
            "prints/commitment.html",
            _("lista-para-el-sorteo"),
            notices.closed_list,
            ready=notices.closed_now,
        ),
    ]
}
