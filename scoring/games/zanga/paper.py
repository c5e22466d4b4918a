"""The acta of zanga on paper: a row for each line, with the thirty-two vales after the line."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.core import Score, Step
from rules.lines import Forfeit, Stop
from rules.zanga.hands import Deal
from rules.zanga.match import State
from rules.zanga.options import Options
from rules.zanga.rulings import ManoRuling, PartidaRuling, ValesRuling, VoidRuling
from rules.zanga.seats import VALES, seat_name
from scoring.games.grid import Column, Form, Ledger, Row

LINES = 29  # the number of rows in a block; a page has two blocks
BLOCKS = 2
LINE = 6.3  # height of a line, millimetres


def form(options: Options) -> Form:
    """Return the paper form for these options. Every match has the same page, with all row numbers.

    >>> row = Row(["A1", "j", "5-3", "", "16", "0", "16"], 0)
    >>> (lines,) = form(Options()).pages([row], [])
    >>> lines[0][:3], lines[-1][0]
    (['1', 'A1', 'j'], '58')
    """
    return Ledger(
        row_height=LINE,
        length=_length(options),
        hint=_(
            "Una línea por mano. Juega: una p por cada pase y una letra: j con su compañero, "
            "s solo, m mandado solo, o si se lo quitan, z con la zanga, v si vuelve a las suyas. "
            "Además, y la pareja: c pidió cinco, t fue a todas, e estuche, r renuncio, "
            "f uno que no había."
        ),
        result_head=_("Resultado: partidas"),
        columns=_columns(),
        rows_per_block=LINES,
        blocks=BLOCKS,
        thick_columns=(5,),
    )


def _columns() -> tuple[Column, ...]:
    return (
        Column(8.0, _("N.º"), 7.5),
        Column(10.0, pgettext("of zanga", "Mano")),
        Column(14.0, _("Juega")),
        Column(13.0, _("Bazas")),
        Column(20.0, _("Además"), 8.5),
        Column(9.5, _("Vales A")),
        Column(10.0, _("Medio")),
        Column(9.5, _("Vales B")),
    )


def rows(options: Options, steps: Sequence[Step[State]]) -> list[Row]:
    """Return one row for each line of the acta, with the vales after the line.

    >>> from rules.zanga import ZANGA
    >>> from rules.core import fold
    >>> lines = ["j 5-3 eA mA1", "ppj 4-4", "arbitro partida B: señas"]
    >>> for row in rows(Options(), fold(ZANGA, Options(), lines)): print(row.cells)
    ['A1', 'j', '5-3', 'eA', '18', '0', '14']
    ['B1', 'ppj', '4-4', '', '17', '12', '3']
    ['', '', '', 'gana B', '0', '0', '32']
    """
    paper_rows = []
    mano = None
    for step in steps:
        paper_rows.append(Row([*_hand_cells(step, mano), *_vales(step)], 0))
        mano = step.score.state.mano
    return paper_rows


def result(options: Options, score: Score[State]) -> tuple[int, ...]:
    return score.tallies[0]


def _hand_cells(step: Step[State], mano: int | None) -> list[str]:
    """Return four cells of a line: the mano, the voice, the bazas and the other words."""
    winner_text = _winner_text(step)
    hand = step.hand
    if not isinstance(hand, Deal):
        return ["", "", "", winner_text or _other_text(hand)]
    seat = hand.mano if mano is None else mano
    voice, *words = str(hand).split()
    bazas = "" if hand.bazas is None else words.pop(0)
    if hand.mano is not None:
        words.pop()
    name = "" if seat is None else seat_name(seat)
    return [name, voice, bazas, " ".join([*words, *([winner_text] if winner_text else [])])]


def _winner_text(step: Step[State]) -> str:
    """Return «gana A» if the line ended a partida, else ""."""
    for event in step.score.events:
        if event.code == "zanga.partida_won":
            return _("gana %(side)s") % {"side": "AB"[event.side or 0]}
    return ""


def _other_text(hand: object) -> str:
    match hand:
        case Stop():
            return _("se para")
        case Forfeit(loser=loser):
            return _("pierde %(side)s") % {"side": "AB"[loser]}
        case ManoRuling(mano=mano):
            return _("mano %(seat)s") % {"seat": seat_name(mano)}
        case VoidRuling():
            return _("anulada")
        case ValesRuling() | PartidaRuling():
            return _("árbitro")
    return ""


def _vales(step: Step[State]) -> list[str]:
    """Return the vales of A, the vales in the middle and the vales of B after the line.

    If the line ended a partida, the winner has all thirty-two. If the match is over for another
    reason, the cells are "".
    """
    for event in step.score.events:
        if event.code == "zanga.partida_won":
            return [str(VALES), "0", "0"] if event.side == 0 else ["0", "0", str(VALES)]
    if step.score.over:
        return ["", "", ""]
    a, b = step.score.tallies[1]
    return [str(a), str(step.score.state.middle), str(b)]


def _length(options: Options) -> str:
    """Return the length of the match as text: «gana el primero que gane 2 partidas»."""
    if options.jornada:
        text = ngettext(
            "jornada de %(n)s partida", "jornada de %(n)s partidas", options.jornada
        ) % {"n": options.jornada}
    else:
        text = ngettext(
            "gana el primero que gane %(n)s partida",
            "gana el primero que gane %(n)s partidas",
            options.partidas,
        ) % {"n": options.partidas}
    return text + (_("; el codillo se queda en medio") if options.codillo_stays else "")
