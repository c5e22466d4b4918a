"""The acta of a free score on paper: a box for each juego or mano, or a row for each line."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.core import SIDE_NAMES, Score, Side, Step
from rules.lines import End, Forfeit, Stop
from rules.marcador.hands import Mano, Ruling, numbers_of
from rules.marcador.match import State
from rules.marcador.options import Options
from scoring.games.grid import Column, Form, Ledger, Row
from tournaments.games.refusals import length_in_words

MOST_BOXES = 16  # the most boxes in a row; more would be too narrow to write in
MOST_ROWS = 6  # the most rows on half a page, in all lanes together
ROWS_HEIGHT = 44.0  # height of all rows together on half a page
MOST_ROW_HEIGHT = 18.0  # the greatest height of a row
LINES = 29  # the most rows in a block of the page; for two sides the page has two blocks
LINE = 6.3  # height of a line, millimetres


def form(options: Options) -> Form:
    """Return the paper form for these options.

    >>> mus = form(Options(target=40, juegos=3))
    >>> mus.lanes, mus.boxes, mus.row_height
    (1, 5, 18.0)
    >>> form(Options(target=40, juegos=2, vacas=2)).lanes, form(Options(manos=8, extra=2)).boxes
    (3, 10)
    >>> form(Options(target=101)).actas_per_page
    1
    """
    if options.counts_tantos and not _has_mano_boxes(options):
        return _page(options)
    lanes = _lanes(options)
    return Form(
        lanes=lanes,
        boxes=_boxes(options),
        row_height=min(MOST_ROW_HEIGHT, ROWS_HEIGHT / (lanes * options.sides)),
        length=_length(options),
        head=_head(options),
        total_head=_total_head(options),
        hint=_hint(options),
        result_head=_result_head(options),
        lane=_("Vaca") if lanes > 1 else "",
        sides=options.sides,
    )


def rows(options: Options, steps: Sequence[Step[State]]) -> list[Row]:
    """Return one row for each side of each lane or, on a whole page, one row for each line.

    >>> from rules.marcador import MARCADOR
    >>> from rules.core import fold
    >>> options = Options(target=40, juegos=3)
    >>> rows(options, fold(MARCADOR, options, ["30-12", "10-5", "juego B"]))
    [Row(cells=['40', ''], total=1), Row(cells=['17', '✓'], total=1)]
    >>> options = Options(target=101)
    >>> steps = fold(MARCADOR, options, ["30-12", "arbitro B-5: señas"])
    >>> for row in rows(options, steps): print(row.cells)
    ['', '30', '12', '30', '12']
    ['árbitro', '', '−5', '30', '7']
    """
    if options.counts_tantos:
        return _mano_rows(options, steps) if _has_mano_boxes(options) else _line_rows(steps)
    lanes = _vacas(options, steps)
    if options.vacas > 1 and _lanes(options) == 1:
        return _vaca_rows(options, lanes)
    room = form(options).boxes
    return [
        Row(lane.cells[side][:room], lane.total[side])
        for lane in lanes
        for side in range(options.sides)
    ]


def result(options: Options, score: Score[State]) -> tuple[int, ...]:
    """Return the number at the foot of each side: its vacas, its juegos or its tantos."""
    _cuenta, vacas, juegos, tantos = score.tallies
    if options.counts_tantos:
        return tantos
    return vacas if options.vacas > 1 else juegos


# --- Half a page --------------------------------------------------------------------------------
def _has_mano_boxes(options: Options) -> bool:
    """Return whether the match has a fixed number of manos, few enough to give each one a box."""
    return 0 < options.manos <= MOST_BOXES - options.extra


def _most_vacas(options: Options) -> int:
    return options.sides * (options.vacas - 1) + 1


def _lanes(options: Options) -> int:
    """Return the number of lanes: one for each possible vaca if these fit, otherwise one."""
    vacas = _most_vacas(options)
    return vacas if vacas * options.sides <= MOST_ROWS else 1


def _boxes(options: Options) -> int:
    """Return the number of boxes for all possible manos, juegos or vacas.

    Return 0 if they do not fit: the row is then an open strip.
    """
    if options.counts_tantos:
        return options.manos + options.extra
    if options.vacas > 1 and _lanes(options) == 1:
        most_boxes = _most_vacas(options)
    elif options.play_all:
        most_boxes = options.juegos + bool(options.extra)
    else:
        most_boxes = options.sides * (options.juegos - 1) + 1
    return most_boxes if most_boxes <= MOST_BOXES else 0


@dataclass(slots=True)
class _Lane:
    """One recorded vaca: the contents of its boxes, and the juegos of each side."""

    cells: list[list[str]]
    total: list[int]

    def add(self, contents: Sequence[str]) -> None:
        for cells, cell in zip(self.cells, contents, strict=True):
            cells.append(cell)


def _lane(options: Options) -> _Lane:
    return _Lane([[] for _side in range(options.sides)], [0] * options.sides)


def _vacas(options: Options, steps: Sequence[Step[State]]) -> list[_Lane]:
    """Return the recorded vacas, juego by juego, including the vaca in play."""
    lanes = [_lane(options)]
    for step in steps:
        for event in step.score.events:
            _write(lanes[-1], event.code, event.side, dict(event.params), options.sides)
            if event.code == "marcador.vaca_won":
                lanes.append(_lane(options))
    return lanes if any(lanes[-1].cells) else lanes[:-1] or lanes


def _write(
    lane: _Lane, code: str, side: Side | None, params: dict[str, object], sides: int
) -> None:
    """Write the juegos of an event in the boxes of the lane, and add them to its total.

    The box of a juego shows its tantos if they are recorded. If not, it has a tick for the winner,
    or «=» if nobody won. If one line records several juegos, their boxes stay empty.
    """
    if code == "marcador.juegos":
        juegos = numbers_of(str(params["juegos"]))
        for _juego in range(sum(juegos)):
            lane.add([""] * sides)
        lane.total = [old + new for old, new in zip(lane.total, juegos, strict=True)]
    elif code == "marcador.juego_drawn":
        lane.add(["="] * sides)
    elif code == "marcador.juego_won":
        lane.add([_number(number) for number in numbers_of(str(params["tantos"]))])
    elif code in ("marcador.juego_written", "marcador.juego_ruled"):
        lane.add(["✓" if other == side else "" for other in range(sides)])
    if side is not None and code in (
        "marcador.juego_won",
        "marcador.juego_written",
        "marcador.juego_ruled",
    ):
        lane.total[side] += 1


def _vaca_rows(options: Options, lanes: Sequence[_Lane]) -> list[Row]:
    """Return a row for each side, with a box for the juegos that the side won in each vaca."""
    vacas = [
        sum(lane.total[side] == options.juegos for lane in lanes) for side in range(options.sides)
    ]
    return [
        Row([str(lane.total[side]) for lane in lanes], vacas[side]) for side in range(options.sides)
    ]


def _mano_rows(options: Options, steps: Sequence[Step[State]]) -> list[Row]:
    """Return a row for each side, with a box for each mano.

    The box also counts the rulings before the mano. If one line records several manos, the last of
    their boxes has their sum.
    """
    cells: list[list[str]] = [[] for _side in range(options.sides)]
    totals_before: Sequence[int] = (0,) * options.sides
    for step in steps:
        totals, manos = step.score.tallies[3], step.score.state.manos
        blank_boxes = manos - len(cells[0]) - 1
        if blank_boxes < 0:
            continue
        for side, column in enumerate(cells):
            column += [""] * blank_boxes
            column.append(_number(totals[side] - totals_before[side]))
        totals_before = totals
    total = steps[-1].score.tallies[3]
    return [Row(column, total[side]) for side, column in enumerate(cells)]


# --- A page of columns --------------------------------------------------------------------------
def _page(options: Options) -> Ledger:
    """Return the form of a whole page, with a row for each line and a sum for each side."""
    letters = SIDE_NAMES[: options.sides]
    blocks = 2 if options.sides == 2 else 1
    block_width = (190.0 - 2.0 * (blocks - 1)) / blocks
    notes_width = 17.0 if blocks == 2 else 30.0
    column_width = (block_width - 8.0 - notes_width) / (2 * options.sides)
    return Ledger(
        row_height=LINE,
        length=_length(options),
        hint=_hint(options),
        result_head=_result_head(options),
        columns=(
            Column(8.0, _("N.º"), 7.5),
            Column(notes_width, "", 8.5),
            *(Column(column_width, letter) for letter in letters),
            *(Column(column_width, _("Suma %(side)s") % {"side": letter}) for letter in letters),
        ),
        rows_per_block=LINES,
        blocks=blocks,
        thick_columns=(2 + options.sides,),
        sides=options.sides,
    )


def _line_rows(steps: Sequence[Step[State]]) -> list[Row]:
    """Return a row for each line: a note, the points of each side, and the sums after the line.

    The note is "" if the line is a single mano.
    """
    paper_rows = []
    for step in steps:
        points, sums = step.score.points, step.score.tallies[3]
        has_points = any(points) or isinstance(step.hand, Mano)
        numbers = (
            [*_point_cells(points, step), *map(_number, sums)]
            if has_points
            else [""] * 2 * len(sums)
        )
        paper_rows.append(Row([_note(step), *numbers], 0))
    return paper_rows


def _point_cells(points: Sequence[int], step: Step[State]) -> list[str]:
    """Return the points of each side in a line; "" for a side to which a ruling gave no tantos."""
    is_ruling = isinstance(step.hand, Ruling) and step.hand.act == "tantos"
    return ["" if is_ruling and not number else _number(number) for number in points]


def _note(step: Step[State]) -> str:
    match step.hand:
        case Mano(manos=manos) if manos > 1:
            return _("%(n)s manos") % {"n": manos}
        case Ruling(act="aviso"):
            return _("aviso")
        case Ruling():
            return _("árbitro")
        case End():
            return _("fin")
        case Stop():
            return _("se para")
        case Forfeit(loser=loser):
            return _("pierde %(side)s") % {"side": SIDE_NAMES[loser]}
    return ""


# --- Words --------------------------------------------------------------------------------------
def _number(number: int) -> str:
    return str(number).replace("-", "−")


def _length(options: Options) -> str:
    return length_in_words("marcador", asdict(options))


def _head(options: Options) -> str:
    if options.counts_tantos:
        return pgettext("of marcador", "Mano")
    if options.vacas > 1 and _lanes(options) == 1:
        return _("Vaca")
    return pgettext("of marcador", "Juego")


def _total_head(options: Options) -> str:
    if options.counts_tantos:
        return pgettext("of marcador", "Tantos")
    return _("Vacas") if options.vacas > 1 and _lanes(options) == 1 else _("Juegos")


def _hint(options: Options) -> str:
    if options.counts_tantos:
        if _has_mano_boxes(options):
            return _("En cada casilla, lo que hace cada uno en esa mano.")
        return _("Una línea por mano: lo que hace cada uno, y lo que suma desde el principio.")
    if options.vacas > 1 and _lanes(options) == 1:
        return _("En cada casilla, los juegos que gana cada uno en esa vaca.")
    if not _boxes(options):
        return _("Una raya por cada juego ganado.")
    if options.by_tantos:
        return _("En cada casilla, los tantos con que acaba el juego; rodee los del ganador.")
    return _("En cada casilla, una marca para el ganador del juego.")


def _result_head(options: Options) -> str:
    if options.counts_tantos:
        return _("Resultado: tantos")
    return _("Resultado: vacas") if options.vacas > 1 else _("Resultado: juegos")
