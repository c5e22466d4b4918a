"""The acta of zanga on paper: a whole page with a line for each hand, in the columns players keep.

The vales are counted after every hand, those of the middle too, so that the paper itself shows
that they are thirty-two.
"""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.core import Forfeit, Score, Step
from rules.zanga import (
    VALES,
    Deal,
    ManoRuling,
    Options,
    PartidaRuling,
    State,
    ValesRuling,
    VoidRuling,
)
from rules.zanga.seats import seat_name
from scoring.prints.grid import GRID_TOP, WIDTH, Form, Row, frame

LINES = 29  # of a block; two blocks to a page
BLOCKS = 2
LINE = 6.3  # height of a line, millimetres
GAP = 2.0  # between the blocks
# Millimetres: number, mano, voice, bazas, what else, vales of A, middle, vales of B.
COLUMNS = (8.0, 10.0, 14.0, 13.0, 20.0, 9.5, 10.0, 9.5)
BLOCK = sum(COLUMNS)
FOOT_TOP = GRID_TOP + LINES * LINE + 10
HEIGHT = FOOT_TOP + 23


class Ledger(Form):
    """A page of hands: its rows are not of the sides but of the lines of the acta."""

    __slots__ = ()
    body: ClassVar[str] = "prints/games/zanga.html"
    to_a_page: ClassVar[int] = 1

    @property
    def heads(self) -> Any:
        """The heads of the columns, the same in each block."""
        return (
            self.head,
            pgettext("of zanga", "Mano"),
            _("Juega"),
            _("Bazas"),
            _("Además"),
            _("Vales A"),
            _("Medio"),
            _("Vales B"),
        )

    @property
    def blocks(self) -> range:
        return range(BLOCKS)

    def pages(self, rows: list[Row]) -> list[list[Any]]:
        """The blocks of each page, a text for each column of a block. The numbers stand also
        where nothing is written, so that the paper can be gone on with by hand.

        >>> row = Row(["A1", "j", "5-3", "", "16", "0", "16"], 0)
        >>> ((left, right),) = form(Options()).pages([row])
        >>> [column.split("\\n")[0] for column in left[:3]], right[0].split("\\n")[0]
        (['1', 'A1', 'j'], '30')
        """
        room = LINES * BLOCKS
        total = max(1, -(-len(rows) // room)) * room
        empty = [""] * (len(COLUMNS) - 1)
        lines = [[str(n + 1), *(rows[n].cells if n < len(rows) else empty)] for n in range(total)]
        blocks = [
            ["\n".join(column) for column in zip(*lines[top : top + LINES], strict=True)]
            for top in range(0, total, LINES)
        ]
        return [blocks[first : first + BLOCKS] for first in range(0, len(blocks), BLOCKS)]

    def path(self) -> str:
        """Every thin line of the page."""
        bottom = GRID_TOP + LINES * LINE
        lines = frame(FOOT_TOP, HEIGHT)
        for left in _lefts():
            lines += [f"M{left} {GRID_TOP + n * LINE:.2f}h{BLOCK}" for n in range(LINES + 1)]
            x = left
            for width in (0.0, *COLUMNS):
                x += width
                lines.append(f"M{x:.2f} {GRID_TOP}V{bottom}")
        return "".join(lines)

    def heavy(self) -> str:
        """The heads, and what is counted apart from what is played."""
        played = sum(COLUMNS[:5])
        bottom = GRID_TOP + LINES * LINE
        return "".join(
            f"M{left} {GRID_TOP}h{BLOCK}M{left + played} {GRID_TOP}V{bottom}" for left in _lefts()
        )

    def css(self) -> str:
        """The page as the background of `.acta__form`, and the widths of the columns."""
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 {WIDTH + 2} {HEIGHT}" '
            f'fill="none" stroke="#333"><path stroke-width=".2" d="{self.path()}"/>'
            f'<path stroke-width=".7" d="{self.heavy()}"/></svg>'
        )
        image = b64encode(svg.encode()).decode()
        widths = "".join(
            f".ledger__{n}{{width:{width - 0.005}mm}}" for n, width in enumerate(COLUMNS)
        )
        return (
            f'.acta__form{{background-image:url("data:image/svg+xml;base64,{image}");'
            f"background-size:{WIDTH + 2}mm {HEIGHT}mm;height:{HEIGHT}mm}}"
            f".acta,.acta:nth-child(even){{height:{HEIGHT}mm;padding:3mm 0 0;border:0}}"
            f".ledger{{height:{FOOT_TOP - GRID_TOP}mm}}"
            ".acta__hint{height:9mm;margin-top:-9mm}"
            f".ledger pre{{line-height:{LINE}mm}}"
            f".ledger__block{{width:{BLOCK}mm;margin-right:{GAP}mm}}{widths}"
        )


def _lefts() -> tuple[float, ...]:
    """Where each block begins."""
    return tuple(block * (BLOCK + GAP) for block in range(BLOCKS))


def form(options: Options) -> Form:
    """The form for these options: always the same page."""
    return Ledger(
        lanes=0,
        boxes=0,
        row=LINE,
        length=_length(options),
        head=_("N.º"),
        total_head="",
        hint=_(
            "Una línea por mano. Juega: una p por cada pase y una letra: j con su compañero, "
            "s solo, m mandado solo, o si se lo quitan, z con la zanga, v si vuelve a las suyas. "
            "Además, y la pareja: c pidió cinco, t fue a todas, e estuche, r renuncio, "
            "f uno que no había."
        ),
        result_head=_("Resultado: partidas"),
    )


def rows(options: Options, steps: Sequence[Step]) -> list[Row]:
    """What is recorded, a row for each line of the acta, with the vales after it.

    >>> from rules import zanga
    >>> from rules.core import replay
    >>> lines = ["j 5-3 eA mA1", "ppj 4-4", "arbitro partida B: señas"]
    >>> for row in rows(Options(), replay(zanga, Options(), lines)): print(row.cells)
    ['A1', 'j', '5-3', 'eA', '18', '0', '14']
    ['B1', 'ppj', '4-4', '', '17', '12', '3']
    ['', '', '', 'gana B', '0', '0', '32']
    """
    written = []
    mano = None
    for step in steps:
        written.append(Row([*_played(step, mano), *_vales(step)], 0))
        mano = step.score.state.mano
    return written


def result(options: Options, score: Score[State]) -> tuple[int, ...]:
    """What the foot says of each side."""
    return score.tallies[0]


def _played(step: Step, mano: int | None) -> list[str]:
    """Mano, voice, bazas, and what else there was."""
    won = _won(step)
    hand = step.hand
    if not isinstance(hand, Deal):
        return ["", "", "", won or _otherwise(hand)]
    seat = hand.mano if mano is None else mano
    voice, *words = str(hand).split()
    bazas = "" if hand.bazas is None else words.pop(0)
    if hand.mano is not None:
        words.pop()
    name = "" if seat is None else seat_name(seat)
    return [name, voice, bazas, " ".join([*words, *([won] if won else [])])]


def _won(step: Step) -> str:
    """«gana A» where the line ended a partida."""
    for event in step.score.events:
        if event.code == "zanga.partida_won":
            return _("gana %(side)s") % {"side": "AB"[event.side or 0]}
    return ""


def _otherwise(hand: Any) -> str:
    match hand:
        case Forfeit(loser=loser):
            return _("pierde %(side)s") % {"side": "AB"[loser]}
        case ManoRuling(mano=mano):
            return _("mano %(seat)s") % {"seat": seat_name(mano)}
        case VoidRuling():
            return _("anulada")
        case ValesRuling() | PartidaRuling():
            return _("árbitro")
    return ""


def _vales(step: Step) -> list[str]:
    """Of A, of the middle and of B after the line; thirty-two of one side where it won."""
    for event in step.score.events:
        if event.code == "zanga.partida_won":
            return [str(VALES), "0", "0"] if event.side == 0 else ["0", "0", str(VALES)]
    if step.score.over:
        return ["", "", ""]
    a, b = step.score.tallies[1]
    return [str(a), str(step.score.state.middle), str(b)]


def _length(options: Options) -> str:
    """«gana quien antes gana 2 partidas», «jornada de 4 partidas»."""
    if options.jornada:
        text = ngettext(
            "jornada de %(n)s partida", "jornada de %(n)s partidas", options.jornada
        ) % {"n": options.jornada}  # fmt: skip
    else:
        text = ngettext(
            "gana quien antes gana %(n)s partida",
            "gana quien antes gana %(n)s partidas",
            options.partidas,
        ) % {"n": options.partidas}
    return text + (_("; el codillo se queda en medio") if options.codillo_stays else "")
