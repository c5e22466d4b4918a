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
from scoring.games.tarot.words import points_with_sign, totals

MOST_HALF_DEALS = 5  # the most deals of a match whose acta fits on half a page
# the rows on half a page and on a whole page, including the row of totals
HALF_LINES, LINES = 7, 28
LINE = 6.4  # height of a line, millimetres
# widths of the columns, in millimetres
NUMBER, DEALER, TAKER, CONTRACT, OUDLERS, POINTS, SUM = 7.0, 7.0, 14.0, 17.0, 11.5, 12.5, 11.0
PLAYER = {3: 24.0, 4: 19.0, 5: 16.0}  # width of a player's column, by the number of players


@dataclass(frozen=True, slots=True)
class LedgerRow(Row):
    """The row of a line; `totals_after` has the total of each player after the line."""

    totals_after: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Ledger):
    """An acta of a whole page: a row for each line, and a last row with the totals."""

    @property
    def thick_rows(self) -> Sequence[int]:
        """Return the rows with a thick line above them: the first row and the row of totals."""
        return (0, self.rows_per_block - 1)

    def pages(self, rows: list[Any], labels: Sequence[str]) -> list[list[list[CellContent]]]:
        """Return the rows of each page. The last row of a page has the totals.

        >>> (lines,) = form(Options()).pages([], [])
        >>> [line[0] for line in lines], lines[-1][6]
        (['1', '2', '3', '4', '5', '6', ''], 'Totales')
        """
        lines_per_page = self.rows_per_block - 1
        pages: list[list[list[CellContent]]] = []
        for start in range(0, max(len(rows), 1), lines_per_page):
            line_rows = rows[start : start + lines_per_page]
            lines = [
                [str(start + n + 1), *self._cells(line_rows, n)] for n in range(lines_per_page)
            ]
            goes_on = start + lines_per_page < len(rows)
            lines.append(self._foot(line_rows[-1].totals_after if line_rows else [], goes_on))
            pages.append(lines)
        return pages

    def _cells(self, line_rows: Sequence[LedgerRow], number: int) -> Sequence[CellContent]:
        empty_cells = [""] * (len(self.columns) - 1)
        return line_rows[number].cells if number < len(line_rows) else empty_cells

    def _foot(self, totals_after: list[str], goes_on: bool) -> list[CellContent]:
        empty_cells = [""] * (len(self.columns) - self.sides - 2)
        head = _("Suma y sigue") if goes_on else _("Totales")
        return [
            *empty_cells,
            head,
            *(totals_after or [""] * self.sides),
            "0" if totals_after else "",
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfSheet(Sheet):
    """An acta of half a page."""

    actas_per_page: ClassVar[int] = 2


def form(options: Options) -> Form:
    """Return the paper form for these options.

    >>> [form(Options(players=number)).block_width for number in (3, 4, 5)]
    [190.0, 190.0, 190.0]
    >>> form(Options(by_time=True)).actas_per_page, form(Options()).actas_per_page
    (1, 2)
    """
    fits_half = not options.by_time and options.deals <= MOST_HALF_DEALS
    columns = _columns(options)
    return (HalfSheet if fits_half else Sheet)(
        row_height=LINE,
        length=_length(options),
        hint=_(
            "Además: p+ p− la pequeña al final, de quien toma o de la defensa · B10 poignée · "
            "!ch, ch+, ch− chelem · fC4 falta."
        ),
        result_head=_("Resultado: puntos"),
        sides=options.players,
        columns=columns,
        rows_per_block=HALF_LINES if fits_half else LINES,
        thick_columns=(len(columns) - options.players - 1, len(columns) - 1),
    )


def _columns(options: Options) -> tuple[Column, ...]:
    player_width = PLAYER[options.players]
    free_width = WIDTH - NUMBER - DEALER - TAKER - CONTRACT - OUDLERS - POINTS - SUM
    return (
        Column(NUMBER, _("N.º"), 7.5),
        Column(DEALER, pgettext("of tarot", "Da")),
        Column(TAKER, _("Toma")),
        Column(CONTRACT, _("Contrato"), 9.0),
        Column(OUDLERS, _("Oudlers")),
        Column(POINTS, pgettext("of tarot", "Puntos")),
        Column(free_width - player_width * options.players, _("Además"), 8.0),
        *(Column(player_width, letter) for letter in SIDE_NAMES[: options.players]),
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
        totals_after = [points_with_sign(halves) for halves in totals(step.score, options)]
        cells = [
            _dealer_letter(step.hand, dealer),
            *_hand_cells(step.hand),
            *_point_cells(step, options),
        ]
        paper_rows.append(LedgerRow(cells, 0, totals_after))
        dealer = step.score.state.dealer
    return paper_rows


def result(options: Options, score: Score[State]) -> tuple[str, ...]:
    return tuple(points_with_sign(halves) for halves in totals(score, options))


def _dealer_letter(hand: object, dealer: Side | None) -> str:
    """Return the letter of the dealer; "" if the line is no deal or its dealer is unknown."""
    if not isinstance(hand, Deal | PassedDeal | PetitAlone | Results):
        return ""
    known_dealer = dealer if hand.dealer is None else hand.dealer
    return "" if known_dealer is None else SIDE_NAMES[known_dealer]


def _hand_cells(hand: object) -> list[str]:
    """Return the taker, the contract, the oudlers, the points and the other words of a line."""
    match hand:
        case Deal():
            return [_taker(hand), hand.contract, str(hand.oudlers), hand.points, _other_words(hand)]
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
    plays_alone = deal.partner == deal.taker
    return (
        _("%(side)s solo") % {"side": taker}
        if plays_alone
        else f"{taker}+{SIDE_NAMES[deal.partner]}"
    )


def _other_words(deal: Deal) -> str:
    """Return the called card, then the words that follow the oudlers in the notation."""
    _head, _oudlers, words = str(replace(deal, dealer=None)).partition(f" {deal.oudlers}o")
    return " ".join([*([deal.called] if deal.called else []), *words.split()]).replace("-", "−")


def _point_cells(step: Step[State], options: Options) -> list[str]:
    """Return each player's gain or loss in the line, then their sum; "" if no points move."""
    score = step.score
    if not any(score.points):
        return [""] * (options.players + 1)
    points = [points_with_sign(number * 2 // options.unit) for number in score.points]
    return [*points, points_text(sum(score.points))]


def _length(options: Options) -> str:
    """Return the length of the match and how it is counted: «4 repartos, federación francesa»."""
    parts = [_("por tiempo")]
    if not options.by_time:
        parts = [ngettext("%(deals)s reparto", "%(deals)s repartos", options.deals)]
        parts = [parts[0] % {"deals": options.deals}]
    if options.resting_dealer:
        parts.append(_("descansa el que da"))
    parts.append(_("a la manera de «naipes»") if options.naipes else _("federación francesa"))
    return ", ".join(parts)
