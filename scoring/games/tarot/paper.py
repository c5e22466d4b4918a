"""The acta of tarot on paper: a line for each deal, and a column for each player.

The acta of a short match takes half a page. The acta of a match of more deals, or of a match by
time, takes a whole page. The gains and losses of a line sum to zero, as its last column shows, and
so do the totals at the foot.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.core import SIDE_NAMES, Score, Side, Step
from rules.lines import End, Forfeit, Stop
from rules.tarot.hands import Deal, PassedDeal, PetitAlone, Results, Ruling
from rules.tarot.match import State
from rules.tarot.options import Options
from rules.tarot.points import points_text
from scoring.games.grid import WIDTH, CellContent, Column, Form, Ledger, Row
from scoring.games.tarot.words import signed, totals

SHORT = 5  # the most deals of a match whose acta fits on half a page
# the number of rows on half a page and on a whole page, including the row of totals
SHORT_LINES, LINES = 7, 28
LINE = 6.4  # height of a line, millimetres
# widths of the columns, in millimetres
NUMBER, DEALER, TAKER, CONTRACT, OUDLERS, POINTS, SUM = 7.0, 7.0, 14.0, 17.0, 11.5, 12.5, 11.0
PLAYER = {3: 24.0, 4: 19.0, 5: 16.0}  # width of a player's column, by the number of players


@dataclass(frozen=True, slots=True)
class Line(Row):
    """The row of a line; `after` has the points of each player after the line."""

    after: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Ledger):
    """An acta of a whole page: a row for each line, and a last row with the totals."""

    @property
    def thick_rows(self) -> Sequence[int]:
        """Return the rows with a thick line above them: the first row and the row of totals."""
        return (0, self.rows_per_block - 1)

    def pages(self, rows: list[Any], labels: Sequence[str]) -> list[list[list[CellContent]]]:
        """Return the rows of each page; the last row of a page has the totals.

        >>> (lines,) = form(Options()).pages([], [])
        >>> [line[0] for line in lines], lines[-1][6]
        (['1', '2', '3', '4', '5', '6', ''], 'Totales')
        """
        room = self.rows_per_block - 1
        pages: list[list[list[CellContent]]] = []
        for first in range(0, max(len(rows), 1), room):
            written = rows[first : first + room]
            lines = [[str(first + n + 1), *self._cells(written, n)] for n in range(room)]
            goes_on = first + room < len(rows)
            lines.append(self._foot(written[-1].after if written else [], goes_on))
            pages.append(lines)
        return pages

    def _cells(self, written: Sequence[Line], number: int) -> Sequence[CellContent]:
        empty = [""] * (len(self.columns) - 1)
        return written[number].cells if number < len(written) else empty

    def _foot(self, after: list[str], goes_on: bool) -> list[CellContent]:
        before = [""] * (len(self.columns) - self.sides - 2)
        head = _("Suma y sigue") if goes_on else _("Totales")
        return [*before, head, *(after or [""] * self.sides), "0" if after else ""]


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfSheet(Sheet):
    """An acta of half a page; two actas fit on a page."""

    actas_per_page: ClassVar[int] = 2


def form(options: Options) -> Form:
    """Return the paper form for these options.

    >>> [form(Options(players=number)).block_width for number in (3, 4, 5)]
    [190.0, 190.0, 190.0]
    >>> form(Options(by_time=True)).actas_per_page, form(Options()).actas_per_page
    (1, 2)
    """
    short = not options.by_time and options.deals <= SHORT
    columns = _columns(options)
    return (HalfSheet if short else Sheet)(
        row_height=LINE,
        length=_length(options),
        hint=_(
            "Además: p+ p− la pequeña al final, de quien toma o de la defensa · B10 poignée · "
            "!ch, ch+, ch− chelem · fC4 falta."
        ),
        result_head=_("Resultado: puntos"),
        sides=options.players,
        columns=columns,
        rows_per_block=SHORT_LINES if short else LINES,
        thick_columns=(len(columns) - options.players - 1, len(columns) - 1),
    )


def _columns(options: Options) -> tuple[Column, ...]:
    wide = PLAYER[options.players]
    rest = WIDTH - NUMBER - DEALER - TAKER - CONTRACT - OUDLERS - POINTS - SUM
    return (
        Column(NUMBER, _("N.º"), 7.5),
        Column(DEALER, pgettext("of tarot", "Da")),
        Column(TAKER, _("Toma")),
        Column(CONTRACT, _("Contrato"), 9.0),
        Column(OUDLERS, _("Oudlers")),
        Column(POINTS, pgettext("of tarot", "Puntos")),
        Column(rest - wide * options.players, _("Además"), 8.0),
        *(Column(wide, letter) for letter in SIDE_NAMES[: options.players]),
        Column(SUM, _("Suma")),
    )


def rows(options: Options, steps: Sequence[Step[State]]) -> list[Row]:
    """Return one row for each line of the acta.

    >>> from rules.tarot import TAROT
    >>> from rules.core import fold
    >>> lines = ["B guardia 49 2o p+ B10 dA", "paso", "repartos 1 26 26 -78 26"]
    >>> for row in rows(Options(), fold(TAROT, Options(), lines)): print(row.cells)
    ['A', 'B', 'guardia', '2', '49', 'p+ B10', '−106', '+318', '−106', '−106', '0']
    ['B', '', 'paso', '', '', '', '', '', '', '', '']
    ['C', '', '', '', '', 'resultado', '+26', '+26', '−78', '+26', '0']
    """
    paper_rows: list[Row] = []
    dealer = None
    for step in steps:
        after = [signed(halves) for halves in totals(step.score, options)]
        cells = [_dealt(step.hand, dealer), *_played(step.hand), *_won(step, options)]
        paper_rows.append(Line(cells, 0, after))
        dealer = step.score.state.dealer
    return paper_rows


def result(options: Options, score: Score[State]) -> tuple[str, ...]:
    return tuple(signed(halves) for halves in totals(score, options))


def _dealt(hand: object, dealer: Side | None) -> str:
    """Return the letter of the dealer; "" if the line has no deal, or nothing shows the dealer."""
    if not isinstance(hand, Deal | PassedDeal | PetitAlone | Results):
        return ""
    known_dealer = dealer if hand.dealer is None else hand.dealer
    return "" if known_dealer is None else SIDE_NAMES[known_dealer]


def _played(hand: object) -> list[str]:
    """Return the taker, the contract, the oudlers, the points, and the other words."""
    match hand:
        case Deal():
            return [_taker(hand), hand.contract, str(hand.oudlers), hand.points, _besides(hand)]
        case PassedDeal():
            return ["", _("paso"), "", "", ""]
        case PetitAlone(player=player):
            return [SIDE_NAMES[player], _("petit"), "", "", _("la pequeña sola")]
        case Results(deals=deals):
            sentence = ngettext("resultado", "%(deals)s resultados", deals) % {"deals": deals}
            return ["", "", "", "", sentence]
        case Ruling(act="redeal"):
            return ["", "", "", "", _("se vuelve a dar")]
        case Stop():
            return ["", "", "", "", _("se para")]
        case Ruling():
            return ["", "", "", "", _("árbitro")]
        case Forfeit(loser=loser):
            return ["", "", "", "", _("se marcha %(side)s") % {"side": SIDE_NAMES[loser]}]
        case End():
            return ["", "", "", "", _("fin")]
    return [""] * 5


def _taker(deal: Deal) -> str:
    """Return the taker, with his partner if he names one: «B», «B+D», «B solo»."""
    taker = SIDE_NAMES[deal.taker]
    if deal.partner is None:
        return taker
    alone = deal.partner == deal.taker
    return _("%(side)s solo") % {"side": taker} if alone else f"{taker}+{SIDE_NAMES[deal.partner]}"


def _besides(deal: Deal) -> str:
    """Return the called card, then the words that follow the oudlers in the notation."""
    _head, _oudlers, words = str(replace(deal, dealer=None)).partition(f" {deal.oudlers}o")
    return " ".join([*([deal.called] if deal.called else []), *words.split()]).replace("-", "−")


def _won(step: Step[State], options: Options) -> list[str]:
    """Return each player's gain or loss in the line, then their sum; empty if no points move."""
    score = step.score
    if not any(score.points):
        return [""] * (options.players + 1)
    each = [signed(number * 2 // options.unit) for number in score.points]
    return [*each, points_text(sum(score.points))]


def _length(options: Options) -> str:
    """Return the length of the match and the way to count: «4 repartos, federación francesa»."""
    parts = [_("por tiempo")]
    if not options.by_time:
        parts = [ngettext("%(deals)s reparto", "%(deals)s repartos", options.deals)]
        parts = [parts[0] % {"deals": options.deals}]
    if options.resting_dealer:
        parts.append(_("descansa el que da"))
    parts.append(_("a la manera de «naipes»") if options.naipes else _("federación francesa"))
    return ", ".join(parts)
