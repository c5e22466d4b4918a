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
MOST_ROWS = 6  # the most rows of all lanes together on half a page
HEIGHT, ONE_ROW = (
    44.0,
    18.0,
)  # height of all rows together on half a page, and the greatest height of a row
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
    if options.counts_tantos and not _few_manos(options):
        return _page(options)
    lanes = _lanes(options)
    return Form(
        lanes=lanes,
        boxes=_boxes(options),
        row_height=min(ONE_ROW, HEIGHT / (lanes * options.sides)),
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
    >>> rows(options, fold(MARCADOR, options, ["30-12", "arbitro B-5: señas"]))
    [Row(cells=['', '30', '12', '30', '12'], total=0), Row(cells=['árbitro', '', '−5', '30', '7'], \
total=0)]
    """
    if options.counts_tantos:
        return _manos(options, steps) if _few_manos(options) else _lines(steps)
    lanes = _vacas(options, steps)
    if options.vacas > 1 and _lanes(options) == 1:
        return _by_vaca(options, lanes)
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
def _few_manos(options: Options) -> bool:
    """Return whether the match has a fixed number of manos, few enough for a box each."""
    return 0 < options.manos <= MOST_BOXES - options.extra


def _most_vacas(options: Options) -> int:
    return options.sides * (options.vacas - 1) + 1


def _lanes(options: Options) -> int:
    """Return the number of lanes: one for each vaca if these lanes fit, otherwise a single lane."""
    vacas = _most_vacas(options)
    return vacas if vacas * options.sides <= MOST_ROWS else 1


def _boxes(options: Options) -> int:
    """Return the number of boxes that all possible manos, juegos or vacas need.

    If they do not fit, return 0: the row is an open strip.
    """
    if options.counts_tantos:
        return options.manos + options.extra
    if options.vacas > 1 and _lanes(options) == 1:
        most = _most_vacas(options)
    elif options.play_all:
        most = options.juegos + bool(options.extra)
    else:
        most = options.sides * (options.juegos - 1) + 1
    return most if most <= MOST_BOXES else 0


@dataclass(slots=True)
class _Lane:
    """One recorded vaca: the contents of its boxes, and the juegos of each side."""

    cells: list[list[str]]
    total: list[int]

    def add(self, written: Sequence[str]) -> None:
        for cells, cell in zip(self.cells, written, strict=True):
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
    """Write the juegos of an event in the boxes of the lane.

    The box of a juego shows its tantos if they are recorded, otherwise a tick for the winner, or
    «=» if nobody won. If one line records several juegos, their boxes stay empty.
    """
    if code == "marcador.juegos":
        won = numbers_of(str(params["juegos"]))
        for _juego in range(sum(won)):
            lane.add([""] * sides)
        lane.total = [old + new for old, new in zip(lane.total, won, strict=True)]
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


def _by_vaca(options: Options, lanes: Sequence[_Lane]) -> list[Row]:
    """Return a row for each side, with a box for the juegos that the side won in each vaca."""
    vacas = [
        sum(lane.total[side] == options.juegos for lane in lanes) for side in range(options.sides)
    ]
    return [
        Row([str(lane.total[side]) for lane in lanes], vacas[side]) for side in range(options.sides)
    ]


def _manos(options: Options, steps: Sequence[Step[State]]) -> list[Row]:
    """Return a row for each side, with a box for each mano.

    The box also counts the rulings before the mano. If one line records several manos, their sum is
    in the last of their boxes.
    """
    cells: list[list[str]] = [[] for _side in range(options.sides)]
    counted: Sequence[int] = (0,) * options.sides
    for step in steps:
        now, played = step.score.tallies[3], step.score.state.manos
        blank = played - len(cells[0]) - 1
        if blank < 0:
            continue
        for side, column in enumerate(cells):
            column += [""] * blank
            column.append(_number(now[side] - counted[side]))
        counted = now
    total = steps[-1].score.tallies[3]
    return [Row(column, total[side]) for side, column in enumerate(cells)]


# --- A page of columns --------------------------------------------------------------------------
def _page(options: Options) -> Ledger:
    """Return the form of a whole page, with a row for each line and a column of sums per side."""
    letters = SIDE_NAMES[: options.sides]
    blocks = 2 if options.sides == 2 else 1
    room = (190.0 - 2.0 * (blocks - 1)) / blocks
    notes = 17.0 if blocks == 2 else 30.0
    wide = (room - 8.0 - notes) / (2 * options.sides)
    return Ledger(
        row_height=LINE,
        length=_length(options),
        hint=_hint(options),
        result_head=_result_head(options),
        columns=(
            Column(8.0, _("N.º"), 7.5),
            Column(notes, "", 8.5),
            *(Column(wide, letter) for letter in letters),
            *(Column(wide, _("Suma %(side)s") % {"side": letter}) for letter in letters),
        ),
        rows_per_block=LINES,
        blocks=blocks,
        thick_columns=(2 + options.sides,),
        sides=options.sides,
    )


def _lines(steps: Sequence[Step[State]]) -> list[Row]:
    """Return a row for each line: a note, the tantos that the line moved, and the sums after it.

    The note of a single mano is "".
    """
    paper_rows = []
    for step in steps:
        points, sums = step.score.points, step.score.tallies[3]
        moved = any(points) or isinstance(step.hand, Mano)
        numbers = [*_moved(points, step), *map(_number, sums)] if moved else [""] * 2 * len(sums)
        paper_rows.append(Row([_note(step), *numbers], 0))
    return paper_rows


def _moved(points: Sequence[int], step: Step[State]) -> list[str]:
    """Return the points of each side in a line; "" for a side that a ruling left as it was."""
    ruled = isinstance(step.hand, Ruling) and step.hand.act == "tantos"
    return ["" if ruled and not number else _number(number) for number in points]


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
        if _few_manos(options):
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
