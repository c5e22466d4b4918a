"""The acta of truco on paper: a lane for each chico, with squares of five strokes to fill in.

Malas and buenas have a column each. If the possible chicos do not fit on half a page, the acta
takes a whole page. If they do not fit on a whole page, each chico has only a box for its tantos.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.utils.html import format_html
from django.utils.translation import gettext as _

from rules.core import Score, Step
from rules.truco.options import Options
from rules.truco.score import State
from scoring.games.grid import Column, Drawing, Form, Row
from scoring.games.truco.strokes import INSET, SIDE, Half, Square, malas_and_buenas
from scoring.games.truco.words import HALVES

MOST_HALF_ROWS, MOST_PAGE_ROWS = 6, 24  # the most rows on half a page and on a whole page
HALF_HEIGHT, PAGE_HEIGHT = 45.0, 185.0  # the greatest height of all rows together, on each
HALF_ROW_HEIGHT, PAGE_ROW_HEIGHT = 18.0, 12.0  # the greatest height of one row, on each
PEN = 0.5  # width of a stroke
PITCH = 1.6  # the greatest distance from one square to the next, in row heights


@dataclass(frozen=True, slots=True)
class Squares(Form):
    """A form with squares for strokes.

    `target` is the number of tantos that win a chico. `malas` is how many of them are malas, 0 if
    all tantos are alike.
    """

    target: int = 30
    malas: int = 15

    @property
    def heads(self) -> Sequence[object]:
        return [HALVES[half.name] for half in malas_and_buenas(0, self.target, self.malas)]

    @property
    def columns(self) -> Sequence[Column]:
        """Return the columns; the guide of each box shows the corners of its squares."""
        label, *boxes, total = Form.columns.__get__(self)
        halves = malas_and_buenas(0, self.target, self.malas)
        boxes_with_guides = [
            replace(box, guide=self._guide(half.squares))
            for box, half in zip(boxes, halves, strict=True)
        ]
        return [label, *boxes_with_guides, total]

    @property
    def size(self) -> float:
        """Return the side of a square: the largest that fits in the row and the box."""
        most_squares = max(
            len(half.squares) for half in malas_and_buenas(0, self.target, self.malas)
        )
        return min(self.row_height - 2, self.box_width / most_squares - 2)

    def strokes(self, squares: Sequence[Square]) -> Drawing:
        """Return the strokes of the squares of a box as a drawing."""
        scale = self.size / SIDE
        lines = [
            f"{left + (x - INSET) * scale:.2f} {top + (y - INSET) * scale:.2f} m "
            f"{left + (end_x - INSET) * scale:.2f} {top + (end_y - INSET) * scale:.2f} l"
            for left, top, square in self._positions(squares)
            for x, y, end_x, end_y in square.strokes
        ]
        return Drawing(self.box_width, f"{PEN} w 1 J {' '.join(lines)} S" if lines else "")

    def _positions(self, squares: Sequence[Square]) -> Iterator[tuple[float, float, Square]]:
        """Yield (left, top, square) for each square, centred in the box."""
        pitch = min(self.box_width / len(squares), self.row_height * PITCH)
        first_left = (self.box_width - pitch * len(squares) + pitch - self.size) / 2
        for number, square in enumerate(squares):
            yield first_left + pitch * number, (self.row_height - self.size) / 2, square

    def _guide(self, squares: Sequence[Square]) -> str:
        corners = "".join(_corners(x, y, self.size) for x, y, _square in self._positions(squares))
        return format_html(
            '<svg viewBox="0 0 {} {}" fill="none" stroke="#333" stroke-width=".25">'
            '<path d="{}"/></svg>',
            f"{self.box_width:.2f}",
            self.row_height,
            corners,
        )


class SquaresPage(Squares):
    """The form with squares, with one acta on each page."""

    __slots__ = ()
    actas_per_page: ClassVar[int] = 1


def form(options: Options) -> Form:
    """Return the paper form for these options.

    >>> three = form(Options())
    >>> three.lanes, three.boxes, list(map(str, three.heads)), round(three.size, 1)
    (3, 2, ['malas', 'buenas'], 5.5)
    >>> three.actas_per_page, form(Options(chicos=1)).row_height
    (2, 18.0)
    >>> [str(head) for head in form(Options(target=15, no_malas=True)).heads]
    ['tantos']
    >>> gallo = form(Options(players=3))
    >>> gallo.sides, gallo.lanes, gallo.row_height, gallo.actas_per_page
    (3, 4, 12.0, 1)
    >>> long = form(Options(players=3, chicos=9))
    >>> long.lanes, long.boxes, long.head
    (1, 13, 'Chico')
    """
    sides = options.sides
    lanes = most_chicos(options)
    single = options.chicos == 1
    rows = sides * lanes
    common: dict[str, Any] = {
        "length": _length(options),
        "head": _("Chico"),
        "sides": sides,
        "result_head": _("Resultado: tantos") if single else _("Resultado: chicos"),
    }
    if rows > MOST_PAGE_ROWS:
        return Form(
            lanes=1,
            boxes=lanes,
            row_height=min(HALF_ROW_HEIGHT, HALF_HEIGHT / sides),
            total_head=_("Chicos"),
            hint=_("En cada casilla, los tantos con que acabó el chico."),
            **common,
        )
    fits_half = rows <= MOST_HALF_ROWS
    return (Squares if fits_half else SquaresPage)(
        lanes=lanes,
        boxes=2 if options.malas else 1,
        row_height=min(HALF_ROW_HEIGHT, HALF_HEIGHT / rows)
        if fits_half
        else min(PAGE_ROW_HEIGHT, PAGE_HEIGHT / rows),
        total_head=_("Tantos"),
        hint=_("Cinco rayas en cada cuadro: los cuatro lados y la diagonal."),
        lane="" if single else _("Chico"),
        target=options.target,
        malas=options.malas,
        **common,
    )


def most_chicos(options: Options) -> int:
    """Return the most chicos that a match can have.

    >>> [most_chicos(Options(players=players)) for players in (2, 3, 4, 6)]
    [3, 4, 3, 3]
    """
    return options.sides * (options.chicos_to_win - 1) + 1


def rows(options: Options, steps: Sequence[Step[State]]) -> list[Row]:
    """Return one row for each side of each chico.

    >>> from rules.truco import TRUCO
    >>> from rules.core import fold
    >>> options = Options(players=3, chicos=9)
    >>> for row in rows(options, fold(TRUCO, options, ["chico 30-24-7", "chico 12-5-31"])):
    ...     print(row.cells, row.total)
    ['30', '12'] 1
    ['24', '5'] 0
    ['7', '31'] 1
    """
    score = steps[-1].score
    paper = form(options)
    sides = range(options.sides)
    chicos = list(_chicos(score))
    if not isinstance(paper, Squares):
        return [
            Row([str(chico[side]) for chico in chicos], score.tallies[0][side]) for side in sides
        ]
    return [
        Row([paper.strokes(half.squares) for half in _halves(options, chico[side])], chico[side])
        for chico in chicos
        for side in sides
    ]


def result(options: Options, score: Score[State]) -> tuple[int, ...]:
    """Return the number at the foot of each side.

    It is its chicos or, in a match of one chico, its tantos.
    """
    return score.tallies[1] if options.chicos == 1 else score.tallies[0]


def _halves(options: Options, tantos: int) -> Iterator[Half]:
    return malas_and_buenas(tantos, options.target, options.malas)


def _chicos(score: Score[State]) -> Iterator[tuple[int, ...]]:
    """Yield the tantos of each chico, including the chico in play if a side has tantos in it."""
    yield from score.state.chicos
    if any(score.tallies[2]):
        yield score.tallies[2]


def _corners(x: float, y: float, size: float) -> str:
    """Return the four corners of a square as the `d` of an SVG path, to guide the pen."""
    right = x + size
    low = y + size
    tick = size / 5
    ends = ((x, y, 1, 1), (right, y, -1, 1), (x, low, 1, -1), (right, low, -1, -1))
    return "".join(
        f"M{cx + dx * tick:.2f} {cy:.2f}H{cx:.2f}V{cy + dy * tick:.2f}" for cx, cy, dx, dy in ends
    )


def _length(options: Options) -> str:
    """Return the length of the match as text: «al mejor de 3 chicos a 30», «un chico a 30»."""
    text = (
        _("un chico a %(target)s")
        if options.chicos == 1
        else _("al mejor de %(chicos)s chicos a %(target)s")
    )
    return text % {"chicos": options.chicos, "target": options.target}
