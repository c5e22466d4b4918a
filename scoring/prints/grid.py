"""The boxes of an acta of guiñote: how many, where, and what goes into them.

All the rules of the form are one SVG path behind the text, because every box of HTML costs the
PDF as much time as a line of text. Lengths are millimetres.
"""

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rules.core import Step

WIDTH = 190.0
HEIGHT = 134.0
LABEL = 30.0  # column with whose row it is
TOTAL = 24.0  # column with the sum of the row
SIDES_TOP, SIDES_HEIGHT = 27.0, 25.0
GRID_TOP = 60.0  # below the heads of the columns
FOOT_TOP = 111.0
MOST_BOXES = 17  # more would be too narrow to write in: then an open strip for tally marks
MOST_LANES = 3


@dataclass(frozen=True, slots=True)
class Row:
    """What is written in the boxes of one side, from the first on, and their sum."""

    cells: list[str]
    total: int


@dataclass(frozen=True, slots=True)
class Form:
    """The form that suits a match's options: lanes (a coto, or the whole match) of two rows.

    `unit` says what a box holds: "partida" (its tantos) or "coto" (its partidas); `boxes` is how
    many a row has, 0 for an open strip; `row` is a row's height.
    """

    unit: str
    lanes: int
    boxes: int
    row: float

    @property
    def box(self) -> float:
        """Width of a box."""
        return (WIDTH - LABEL - TOTAL) / max(self.boxes, 1)

    @property
    def counts_cotos(self) -> bool:
        """Whether a match is told in cotos; with only one, in its partidas."""
        return self.lanes > 1 or self.unit == "coto"

    @property
    def heads(self) -> range:
        return range(1, self.boxes + 1)

    def rows(self, steps: Iterable[Step]) -> list[Row]:
        """What is recorded, a row for each side of each lane.

        >>> from rules import guinote
        >>> from rules.core import replay
        >>> options = guinote.Options(cotos=1, partidas=2)
        >>> form_of(options).rows(replay(guinote, options, ["partida A"] * 2))
        [Row(cells=['✓', '✓'], total=2), Row(cells=['', ''], total=0)]
        """
        cotos = _cotos(steps)
        if self.unit == "coto":
            won = [sum(c.total[side] > c.total[1 - side] for c in cotos) for side in (0, 1)]
            return [Row([str(c.total[side]) for c in cotos], won[side]) for side in (0, 1)]
        return [
            Row(coto.cells[side] if self.boxes else [], coto.total[side])
            for coto in cotos[: self.lanes]
            for side in (0, 1)
        ]

    def path(self) -> str:
        """Every line of the form, as the `d` of an SVG path."""
        right, bottom = WIDTH, GRID_TOP + 2 * self.row * self.lanes
        half = WIDTH / 2
        lines = [
            _box(0, SIDES_TOP, half - 2, SIDES_HEIGHT),
            _box(half + 2, SIDES_TOP, half - 2, SIDES_HEIGHT),
            _box(0, FOOT_TOP + 8, 72, HEIGHT - FOOT_TOP - 8),
        ]
        lines += [f"M{76 + 38 * n} {HEIGHT - 1}h{38 if n == 2 else 34}" for n in range(3)]
        for lane in range(self.lanes):
            top = GRID_TOP + 2 * self.row * lane
            lines += [f"M0 {top + self.row}h{right}", f"M0 {top + 2 * self.row}h{right}"]
        lines += [
            f"M0 {GRID_TOP}h{right}",
            f"M0 {GRID_TOP}V{bottom}",
            f"M{right} {GRID_TOP}V{bottom}",
        ]
        inner = [LABEL + self.box * n for n in range(self.boxes)] + [WIDTH - TOTAL]
        if not self.boxes:
            inner.insert(0, LABEL)
        return "".join(lines + [f"M{x:.2f} {GRID_TOP}V{bottom}" for x in inner])

    def css(self) -> str:
        """The form as the background of `.acta__form`, and the widths that depend on it."""
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 {WIDTH + 2} {HEIGHT}" '
            f'fill="none" stroke="#333"><path stroke-width=".25" d="{self.path()}"/>'
            f'<path stroke-width=".7" d="{self.heavy()}"/></svg>'
        )
        image = b64encode(svg.encode()).decode()
        return (
            f'.acta__form{{background-image:url("data:image/svg+xml;base64,{image}")}}'
            f".acta__row i{{width:{self.box - 0.005:.2f}mm}}"
            f".acta__heads p{{width:{WIDTH - LABEL - TOTAL - self.box + 1.5:.2f}mm;"
            f"padding:0 {(self.box - 1.6) / 2:.2f}mm}}"
            f".acta__row,.acta__labels{{line-height:{self.row}mm}}"
            f".acta__row{{height:{self.row}mm}}"
            f".acta__grid{{height:{FOOT_TOP - GRID_TOP}mm}}"
        )

    def heavy(self) -> str:
        """The lines between one coto and the next, drawn thicker."""
        tops = [GRID_TOP + 2 * self.row * lane for lane in range(self.lanes + 1)]
        return "".join(f"M0 {top}h{WIDTH}" for top in tops)


@dataclass(slots=True)
class _Coto:
    """One coto as recorded: what is written in its boxes, and its partidas."""

    cells: list[list[str]] = field(default_factory=lambda: [[], []])
    total: tuple[int, int] = (0, 0)


def form_of(options: Any) -> Form:
    """The form for these options: a row of partidas for each coto, or a box for each coto.

    >>> from rules.guinote import Options
    >>> form_of(Options(cotos=2, partidas=4))
    Form(unit='partida', lanes=3, boxes=7, row=7.5)
    >>> form_of(Options(cotos=5))
    Form(unit='coto', lanes=1, boxes=9, row=18.0)
    >>> form_of(Options(best_of=13)).boxes, form_of(Options(best_of=99)).boxes
    (13, 0)
    """
    cotos = 2 * options.cotos_to_win - 1
    partidas = 2 * options.partidas_to_win - 1
    if cotos > MOST_LANES:
        return Form("coto", 1, cotos, 18.0)
    boxes = partidas if partidas <= MOST_BOXES else 0
    return Form("partida", cotos, boxes, 18.0 if cotos == 1 else 7.5)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x} {y}h{width}v{height}h{-width}z"


def _cotos(steps: Iterable[Step]) -> list[_Coto]:
    """The cotos of a record, the one in play included: its boxes partida by partida.

    A box holds the tantos where they were counted, otherwise a tick for who won.
    """
    cotos = [_Coto()]
    for step in steps:
        for event in step.score.events:
            params = dict(event.params)
            if event.code == "guinote.partida_won":
                tantos = params["tantos"]
                for side in (0, 1):
                    tick = "✓" if event.side == side else ""
                    cotos[-1].cells[side].append(str(tantos[side]) if tantos else tick)
                cotos[-1].total = params["partidas"]
            elif event.code == "guinote.coto_won":
                cotos[-1].total = params["partidas"]
                cotos.append(_Coto())
    return cotos if any(cotos[-1].total) else cotos[:-1] or cotos
