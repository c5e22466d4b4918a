"""A page of an acta with a line for each line of the record. Lengths are millimetres."""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from scoring.games.grid import GRID_TOP, WIDTH, Form, Row, frame, sides_css

GAP = 2.0  # between the blocks


@dataclass(frozen=True, slots=True)
class Column:
    """A column: how wide, its head, the size of its letters in points."""

    width: float
    head: str
    size: float = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger(Form):
    """A page of lines: its rows are not of the sides but of the lines of the acta.

    `columns` are those of a block, the first with the number of the line, and `lines` how many
    lines there are in each of its `blocks`; the columns from `apart` on, counted apart from what is
    played, have a thick line before them. `groups` are heads over so many columns each.
    """

    body: ClassVar[str] = "prints/acta_ledger.html"
    to_a_page: ClassVar[int] = 1

    lanes: int = 0
    boxes: int = 0
    head: str = field(default_factory=lambda: _("N.º"))
    total_head: str = ""
    columns: tuple[Column, ...]
    lines: int
    blocks: int = 1
    apart: tuple[int, ...] = ()
    groups: tuple[tuple[str, int], ...] = ()

    @property
    def block(self) -> float:
        return sum(column.width for column in self.columns)

    @property
    def foot_top(self) -> float:
        return GRID_TOP + self.lines * self.row + 10

    @property
    def height(self) -> float:
        return self.foot_top + 23

    @property
    def all_blocks(self) -> range:
        return range(self.blocks)

    def pages(self, rows: list[Row]) -> list[list[Any]]:
        """The blocks of each page, a text for each column of a block. The numbers stand also
        where nothing is written, so that the paper can be gone on with by hand."""
        room = self.lines * self.blocks
        total = max(1, -(-len(rows) // room)) * room
        empty = [""] * (len(self.columns) - 1)
        lines = [[str(n + 1), *(rows[n].cells if n < len(rows) else empty)] for n in range(total)]
        blocks = [
            ["\n".join(column) for column in zip(*lines[top : top + self.lines], strict=True)]
            for top in range(0, total, self.lines)
        ]
        return [blocks[first : first + self.blocks] for first in range(0, len(blocks), self.blocks)]

    def path(self) -> str:
        """Every thin line of the page."""
        bottom = GRID_TOP + self.lines * self.row
        lines = frame(self.foot_top, self.height, self.sides)
        for left in self._lefts():
            lines += [
                f"M{left} {GRID_TOP + n * self.row:.2f}h{self.block:.2f}"
                for n in range(self.lines + 1)
            ]
            lines += [f"M{x:.2f} {GRID_TOP}V{bottom:.2f}" for x in self._edges(left)]
        return "".join(lines)

    def heavy(self) -> str:
        """The heads, and what is counted apart from what is played."""
        bottom = GRID_TOP + self.lines * self.row
        drawn = []
        for left in self._lefts():
            edges = list(self._edges(left))
            drawn.append(f"M{left} {GRID_TOP}h{self.block:.2f}")
            drawn += [f"M{edges[column]:.2f} {GRID_TOP}V{bottom:.2f}" for column in self.apart]
        return "".join(drawn)

    def css(self) -> str:
        """The page as the background of `.acta__form`, and the widths of the columns."""
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 {WIDTH + 2} {self.height}" '
            f'fill="none" stroke="#333"><path stroke-width=".2" d="{self.path()}"/>'
            f'<path stroke-width=".7" d="{self.heavy()}"/></svg>'
        )
        image = b64encode(svg.encode()).decode()
        widths = "".join(
            f".ledger__{n}{{width:{column.width - 0.005}mm}}"
            f".ledger pre.ledger__{n}{{font-size:{column.size}pt}}"
            for n, column in enumerate(self.columns)
        )
        wide = iter(self.columns)
        for n, (_head, span) in enumerate(self.groups):
            width = sum(next(wide).width for _n in range(span))
            widths += f".ledger__group{n}{{width:{width - 0.005}mm}}"
        return (
            f'.acta__form{{background-image:url("data:image/svg+xml;base64,{image}");'
            f"background-size:{WIDTH + 2}mm {self.height}mm;height:{self.height}mm}}"
            f".acta,.acta:nth-child(even){{height:{self.height}mm;padding:3mm 0 0;border:0}}"
            f".ledger{{height:{self.foot_top - GRID_TOP}mm}}"
            ".acta__hint{height:9mm;margin-top:-9mm}"
            f".ledger pre{{line-height:{self.row}mm}}"
            f".ledger__block{{width:{self.block}mm;margin-right:{GAP}mm}}{widths}{sides_css(self.sides)}"
        )

    def _lefts(self) -> Iterator[float]:
        """Where each block begins."""
        yield from (block * (self.block + GAP) for block in range(self.blocks))

    def _edges(self, left: float) -> Iterator[float]:
        """The sides of the columns of a block."""
        yield left
        for column in self.columns:
            left += column.width
            yield left
