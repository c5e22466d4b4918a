"""The acta of cientos on paper: a row for each hand, with its announcements, play and payments."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.cientos.account import Part, account
from rules.cientos.deal import Deal
from rules.cientos.hands import HandRuling, JuegoRuling, JuegoVoidRuling, VoidHand
from rules.cientos.match import State
from rules.cientos.options import Options
from rules.core import SIDE_NAMES, Event, Score, Side, Step
from rules.lines import Forfeit, Stop
from scoring.games.cientos.words import shows_cuartos
from scoring.games.grid import Column, Form, Ledger, Row

LINES = 24  # rows on a page
LINE = 7.8  # height of a line, millimetres
SIDES = (0, 1)
PLAY_PARTS = ("carteo", "pique", "bazas", "capote")  # parts of a hand that come from its play


def form(options: Options) -> Form:
    """Return the paper form for these options: a whole page.

    It has columns for calidades and cuartos only if the options pay them.

    >>> plain, paid = form(Options(doble=False)), form(Options(calidades=True))
    >>> [(round(one.block_width, 1), len(one.columns)) for one in (plain, paid)]
    [(190.0, 12), (190.0, 16)]
    """
    groups = [("", 3), ("A", 4), ("B", 4)]
    if options.calidades:
        groups.append((_("Calidades"), 2))
    if shows_cuartos(options):
        groups.append((_("Cuartos"), 2))
    return Ledger(
        row_height=LINE,
        length=_length(options),
        hint=_(
            "Una línea por mano. Bazas: las de A y las de B, y de quién fue la última. Acuses: lo "
            "que valió. Carteo: salidas y bazas, pique, las diez de bazas o el capote. Señala: en "
            "decenas; detrás del signo −, lo que le falta. Juego: quién lo gana, y si es doble."
        ),
        result_head=_("Resultado: cuartos") if options.play_all else _("Resultado: juegos"),
        columns=_columns(options),
        rows_per_block=LINES,
        thick_columns=_group_ends(groups),
        groups=(*groups, ("", 1)),
    )


def _columns(options: Options) -> tuple[Column, ...]:
    payment_columns = 2 * (options.calidades + shows_cuartos(options))
    first_columns = (
        Column(7.0, _("N.º"), 7.5),
        Column(7.0, pgettext("of cientos", "Da")),
        Column(22.0, _("Bazas")),
    )
    heads = (_("Acuses"), _("Carteo"), _("Suma"), _("Señala"))
    width = (190.0 - 36.0 - 18.0 - 8.0 * payment_columns) / (2 * len(heads))
    return (
        *first_columns,
        *(Column(width, head) for _side in SIDES for head in heads),
        *(Column(8.0, SIDE_NAMES[number % 2], 9.0) for number in range(payment_columns)),
        Column(18.0, pgettext("of cientos", "Juego")),
    )


def _group_ends(groups: Sequence[tuple[str, int]]) -> tuple[int, ...]:
    """Return the index of the column after each group."""
    ends, total = [], 0
    for _head, span in groups:
        total += span
        ends.append(total)
    return tuple(ends)


def rows(options: Options, steps: Sequence[Step[State]]) -> list[Row]:
    """Return one row for each line of the acta.

    >>> from rules.cientos import CIENTOS
    >>> from rules.core import fold
    >>> lines = ["8-4 uA pA51 sA5Ao tAR dB", "nula monte", "arbitro mano 46-12: cuenta", "juego B"]
    >>> options = Options(doble=False)
    >>> for row in rows(options, fold(CIENTOS, options, lines)): print(row.cells)
    ['B', '8-4 uA', '23', '27', '50', '50', '', '8', '8', '10', '']
    ['', 'nula', '', '', '', '', '', '', '', '', '']
    ['', 'árbitro', '', '', '46', '100−4', '', '', '12', '20', '']
    ['', '', '', '', '', '', '', '', '', '', 'B']
    """
    return [Row(_cells(options, step), 0) for step in steps]


def result(options: Options, score: Score[State]) -> tuple[int, ...]:
    """Return the number at the foot of each side: its juegos or, a cuenta, its cuartos."""
    juegos, cuartos, _tantos = score.tallies
    return cuartos if options.play_all else juegos


def _cells(options: Options, step: Step[State]) -> list[str]:
    events = {event.code: event for event in step.score.events}
    juego_won = events.get("cientos.juego_won")
    payments = [""] * 2 * (options.calidades + shows_cuartos(options))
    if options.calidades:
        payments[:2] = _calidades(events.get("cientos.calidades"))
    if shows_cuartos(options):
        payments[-2:] = [str(cuartos) for cuartos in step.score.tallies[1]]
    return [
        *_hand_cells(step),
        *(cell for side in SIDES for cell in _side_cells(step, side, juego_won)),
        *payments,
        _juego(juego_won),
    ]


def _hand_cells(step: Step[State]) -> list[str]:
    """Return the dealer and the bazas of a hand; for another line, "" and the kind of the line."""
    match step.hand:
        case Deal(bazas=bazas, last=last, low=low, stopped=stopped):
            # The next dealer was the mano of this hand.
            mano = step.score.state.dealer
            dealer = SIDE_NAMES[1 - mano] if mano is not None else ""
            end = f"!{SIDE_NAMES[stopped]}" if stopped is not None else f"u{SIDE_NAMES[last or 0]}"
            return [dealer, f"{bazas[0]}-{bazas[1]} {end}{'m' if low else ''}"]
        case VoidHand():
            return ["", _("nula")]
        case HandRuling() | JuegoRuling():
            return ["", _("árbitro")]
        case JuegoVoidRuling():
            return ["", _("anulado")]
        case Stop():
            return ["", _("se para")]
        case Forfeit(loser=loser):
            return ["", _("pierde %(side)s") % {"side": SIDE_NAMES[loser]}]
    return ["", ""]


def _side_cells(step: Step[State], side: Side, juego_won: Event | None) -> list[str]:
    """Return the four cells of a side: announcements, play, the sum of both, and the tens shown."""
    if not isinstance(step.hand, Deal | HandRuling):
        return ["", "", "", "0" if isinstance(step.hand, JuegoVoidRuling) else ""]
    points = step.score.points[side]
    part_cells = ["", ""]
    mano = step.score.state.dealer
    if isinstance(step.hand, Deal) and mano is not None:
        points_of_both = (step.score.points[0], step.score.points[1])
        part_cells = _part_cells(account(step.hand, mano, points_of_both)[side])
    return [*part_cells, str(points), _tens_cell(step, side, juego_won)]


def _part_cells(parts: Sequence[Part]) -> list[str]:
    """Return the points of the announcements and the points of the play as text, "" for 0."""
    play_points = sum(part.worth for part in parts if part.name in PLAY_PARTS)
    announcement_points = sum(part.worth for part in parts) - play_points
    return [str(number) if number else "" for number in (announcement_points, play_points)]


def _tens_cell(step: Step[State], side: Side, juego_won: Event | None) -> str:
    """Return the tens that the side shows, and the points that it still lacks for them: «100−4».

    If the hand ends a juego, return the side's points in the whole juego instead.
    """
    if juego_won is not None:
        tantos = dict(juego_won.params)["tantos"]
        assert isinstance(tantos, tuple)
        return str(tantos[side])
    tens, missing = step.score.tallies[2][side], step.score.state.missing[side]
    return f"{tens}−{missing}" if missing else str(tens)


def _calidades(event: Event | None) -> list[str]:
    if event is None:
        return ["", ""]
    calidades = dict(event.params)["calidades"]
    assert isinstance(calidades, tuple)
    return [str(number) if number else "" for number in calidades]


def _juego(juego_won: Event | None) -> str:
    """Return the winner of the juego that the line ended, «A» or «B doble»; "" if none ended."""
    if juego_won is None:
        return ""
    name = SIDE_NAMES[juego_won.side or 0]
    way = str(dict(juego_won.params)["by"])
    return _("%(side)s doble") % {"side": name} if way.endswith("doble") else name


def _length(options: Options) -> str:
    """Return the length of the match as text.

    For example «gana el primero que hace 2 juegos, con calidades», or «4 juegos a cuenta».
    """
    words = (
        ngettext("%(n)s juego a cuenta", "%(n)s juegos a cuenta", options.juegos)
        if options.play_all
        else ngettext(
            "gana el primero que hace %(n)s juego",
            "gana el primero que hace %(n)s juegos",
            options.juegos,
        )
    )
    parts = [words % {"n": options.juegos}]
    if options.calidades:
        parts.append(_("con calidades"))
    if not options.doble:
        parts.append(_("sin doble"))
    if options.rival_leads:
        parts.append(_("la baza cuenta saliendo el otro"))
    return ", ".join(parts)
