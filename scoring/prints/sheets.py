"""Every sheet that can be printed: its name, what it is for, its template and its contexts."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.prints import (
    actas,
    bracket,
    calls,
    cards,
    closing,
    crosses,
    draws,
    emergency,
    going_on,
    notices,
    pairings,
    people,
    results,
    routes,
    tables,
    whole_round,
)
from scoring.prints.ask import (
    AREA,
    SURNAME,
    Ask,
    Chunk,
    Slices,
    refuse_no_tables,
    round_asked,
    slices_of_matches,
    whole,
)
from tournaments.models import Tournament

ROUND = _("De la ronda")
EMERGENCY = _("Por si se va la luz")
HALL = _("Antes de empezar")
EVENT = _("Cómo va el torneo")
END = _("Al terminar")


def _always(tournament: Tournament, ask: Ask) -> None:
    """Nothing stands in the way."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One kind of sheet.

    `filename` is what the file is called when saved; `of_round` whether it is of one round;
    `ready` raises the Refused that says why it cannot be printed yet, in a few queries; `links`
    whether it bears the links of the tables, and so is printed for those one looks after alone;
    `act` is who prints it: those who may see or write on the site what the sheet says; `group` the
    heading under which it is offered; `papers` those it comes in, the usual one first; `by_tables`
    whether it can be of some tables alone; `orders` those it can have besides its own; `slices`
    cuts a long order into those made one by one. One for the `wall` says names where the public is
    told them.
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
    wall: bool = False
    group: str | Promise = ROUND
    papers: tuple[str, ...] = ("A4",)
    slices: Callable[[Tournament, Ask], Slices] = whole
    by_tables: bool = False
    orders: tuple[str, ...] = ()

    def bears_links(self, ask: Ask) -> bool:
        """Whether this order of it has the links of tables; blank actas are of no table."""
        return self.links and not ask.blank


SHEETS: dict[str, Sheet] = {
    sheet.key: sheet
    for sheet in [
        Sheet(
            "whole_round",
            _("Lo de esta ronda"),
            _("En un solo documento: apellidos y mesas para la pared, y un acta por partida."),
            "prints/pairings_surname.html",
            _("todo"),
            whole_round.whole_round,
            of_round=True,
            ready=refuse_no_tables,
            links=True,
            by_tables=True,
            orders=(AREA,),
        ),
        Sheet(
            "pairings_surname",
            _("Emparejamientos por apellidos"),
            _("Para la pared: cada persona busca su apellido y ve su mesa."),
            "prints/pairings_surname.html",
            _("por-apellidos"),
            pairings.by_surname,
            of_round=True,
            ready=refuse_no_tables,
            wall=True,
            by_tables=True,
            orders=(AREA,),
        ),
        Sheet(
            "pairings_table",
            _("Emparejamientos por mesas"),
            _("Para la mesa de control y la pared: quién juega en cada mesa."),
            "prints/pairings_table.html",
            _("por-mesas"),
            pairings.by_table,
            of_round=True,
            ready=refuse_no_tables,
            wall=True,
            by_tables=True,
            orders=(AREA,),
        ),
        Sheet(
            "call_list",
            _("Lista para el micrófono"),
            _("Para leer en voz alta: mesa por mesa, quién contra quién, con letra grande."),
            "prints/call_list.html",
            _("para-el-microfono"),
            calls.call_list,
            of_round=True,
            ready=refuse_no_tables,
            by_tables=True,
            orders=(AREA,),
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
            slices=actas.slices_of_actas,
            by_tables=True,
            orders=(AREA,),
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
            wall=True,
            slices=slices_of_matches,
            by_tables=True,
            orders=(AREA,),
        ),
        Sheet(
            "draw_acta",
            _("Acta del sorteo"),
            _("Para firmar: la semilla, el compromiso, lo que salió y lo que se concedió."),
            "prints/draw_acta.html",
            _("acta-del-sorteo"),
            draws.draw_acta,
            of_round=True,
            ready=round_asked,
        ),
        Sheet(
            "table_times",
            _("Horas de las mesas"),
            _("Para el arbitraje: cuándo empieza y acaba cada mesa, con sitio para apuntarlo."),
            "prints/table_times.html",
            _("horas"),
            tables.table_times,
            of_round=True,
            ready=refuse_no_tables,
            by_tables=True,
            orders=(AREA,),
        ),
        Sheet(
            "emergency",
            _("Paquete de emergencia"),
            _("Todo lo que hace falta para seguir a mano: vale en cualquier momento del torneo."),
            "prints/emergency.html",
            _("paquete-de-emergencia"),
            emergency.emergency,
            links=True,
            group=EMERGENCY,
            slices=emergency.slices_of_packet,
        ),
        Sheet(
            "entries",
            _("Inscripciones"),
            _("Para la mesa de inscripción: casillas de pagado y presente."),
            "prints/entries.html",
            _("inscripciones"),
            notices.entry_list,
            act="manage_entries",
            group=HALL,
            orders=(SURNAME,),
        ),
        Sheet(
            "receipts",
            _("Resguardos"),
            _("Un papel para cada inscripción, con su número y el QR de su mesa. Se cortan."),
            "prints/receipts.html",
            _("resguardos"),
            people.receipts,
            ready=people.refuse_nobody,
            act="manage_entries",
            group=HALL,
            slices=people.slices_of_entries,
            orders=(SURNAME,),
        ),
        Sheet(
            "badges",
            _("Tarjetas de identificación"),
            _("Una para cada persona, con su nombre y su número. Se cortan, diez por hoja."),
            "prints/badges.html",
            _("identificaciones"),
            people.badges,
            ready=people.refuse_nobody,
            group=HALL,
            slices=people.slices_of_entries,
            orders=(SURNAME,),
        ),
        Sheet(
            "place_cards",
            _("Cartelitos de sitio"),
            _("Uno para cada inscripción, con el número grande, para su sitio. Se cortan."),
            "prints/place_cards.html",
            _("cartelitos"),
            people.place_cards,
            ready=people.refuse_nobody,
            group=HALL,
            wall=True,
            slices=people.slices_of_entries,
            orders=(SURNAME,),
        ),
        Sheet(
            "table_numbers",
            _("Números de mesa"),
            _("Para ponerlos en pie en cada mesa: dos por hoja, se cortan por la línea de puntos."),
            "prints/table_numbers.html",
            _("numeros-de-mesa"),
            tables.table_numbers,
            group=HALL,
            slices=tables.slices_of_tables,
            by_tables=True,
        ),
        Sheet(
            "poster",
            _("Cartel con el QR"),
            _("Para la pared: la dirección y el código con que los teléfonos abren el torneo."),
            "prints/poster.html",
            _("cartel"),
            notices.poster,
            ready=notices.refuse_unreachable,
            group=HALL,
        ),
        Sheet(
            "commitment",
            _("Lista para el sorteo"),
            _("Para colgarla antes del sorteo: la lista cerrada con su compromiso."),
            "prints/commitment.html",
            _("lista-para-el-sorteo"),
            notices.closed_list,
            ready=notices.closed_now,
            group=HALL,
            wall=True,
        ),
        Sheet(
            "standings",
            _("Clasificación"),
            _("Cómo va el torneo después del último resultado, con cada desempate."),
            "prints/standings.html",
            _("clasificacion"),
            results.standings_sheet,
            group=EVENT,
            wall=True,
        ),
        Sheet(
            "crosses",
            _("Todos contra todos"),
            _("El cuadrado de la liga o de cada grupo: qué hizo cada cual contra cada rival."),
            "prints/crosses.html",
            _("todos-contra-todos"),
            crosses.crosses_sheet,
            ready=crosses.refuse_no_crosses,
            group=EVENT,
            wall=True,
        ),
        Sheet(
            "bracket",
            _("Cuadro"),
            _("La eliminatoria entera, para colgar y seguir el torneo."),
            "prints/bracket.html",
            _("cuadro"),
            bracket.bracket_sheet,
            ready=bracket.refuse_without_bracket,
            group=EVENT,
            wall=True,
            papers=("A4", "A3"),
        ),
        Sheet(
            "going_on",
            _("Quién sigue"),
            _("Para la pared: quién pasa de fase y por qué puesto, o quién sigue en juego."),
            "prints/going_on.html",
            _("quien-sigue"),
            going_on.going_on_sheet,
            ready=going_on.refuse_nobody_goes_on,
            group=EVENT,
            wall=True,
        ),
        Sheet(
            "calendar",
            _("Calendario"),
            _("Todas las rondas, también las que faltan: quién juega en casa y quién descansa."),
            "prints/calendar.html",
            _("calendario"),
            notices.calendar_sheet,
            ready=notices.refuse_without_calendar,
            group=EVENT,
            wall=True,
        ),
        Sheet(
            "routes",
            _("Hoja de ruta"),
            _("Una tarjeta para cada cual, con su mesa y sus rivales en todas las rondas."),
            "prints/routes.html",
            _("hoja-de-ruta"),
            routes.route_cards,
            ready=routes.refuse_without_routes,
            group=EVENT,
        ),
        Sheet(
            "final",
            _("Clasificación final"),
            _("El podio y la clasificación entera, para el reparto de premios y la prensa."),
            "prints/final.html",
            _("final"),
            results.final_sheet,
            ready=results.refuse_unfinished,
            group=END,
        ),
        Sheet(
            "whole_event",
            _("Clasificación del torneo"),
            _("Todo el mundo, sumadas las fases: quién llegó más lejos, del primero al último."),
            "prints/whole_event.html",
            _("clasificacion-del-torneo"),
            results.whole_event_sheet,
            ready=results.refuse_one_stage,
            group=END,
            wall=True,
        ),
        Sheet(
            "final_acta",
            _("Acta final del torneo"),
            _("Para firmar: todas las fases, todo el mundo en su puesto y sitio para las firmas."),
            "prints/final_acta.html",
            _("acta-final"),
            closing.final_acta,
            ready=closing.refuse_unplayed,
            group=END,
        ),
        Sheet(
            "prizes",
            _("Reparto de premios"),
            _("Los primeros puestos, con sitio para el premio y la firma de quien lo recibe."),
            "prints/prizes.html",
            _("premios"),
            closing.prizes,
            ready=closing.refuse_unplayed,
            group=END,
        ),
        Sheet(
            "diplomas",
            _("Diplomas"),
            _("Uno para cada persona del podio."),
            "prints/diplomas.html",
            _("diplomas"),
            closing.diplomas,
            ready=closing.refuse_unplayed,
            group=END,
        ),
        Sheet(
            "press",
            _("Nota de prensa"),
            _("El podio, el camino de quien ha ganado y el torneo en números."),
            "prints/press.html",
            _("prensa"),
            closing.press,
            ready=closing.refuse_unplayed,
            group=END,
        ),
        Sheet(
            "account",
            _("Cuentas del torneo"),
            _("Quién ha pagado y quién no, con sitio para cuotas, premios y gastos."),
            "prints/account.html",
            _("cuentas"),
            people.account,
            ready=people.refuse_nobody,
            act="manage_entries",
            group=END,
        ),
    ]
}
