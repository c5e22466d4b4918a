"""The paper form of an acta: a table of boxes, and their contents. Lengths are in millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from django.utils.translation import gettext as _

WIDTH = 190.0
LABEL = 30.0  # width of the column with the row's label
TOTAL = 24.0  # width of the column with the row's sum
HALF, PAGE = 51.0, 190.0  # height of all rows together, on half a page and on a whole page


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing of lines and areas in a box of the acta, as PDF operators.

    The top left corner is 0 0, and the box is `width` units wide.
    """

    width: float
    operators: str


CellContent = str | Drawing


@dataclass(frozen=True, slots=True)
class Row:
    """The contents of a row's boxes, from the first box on, and their sum (a `Ledger` has none)."""

    cells: Sequence[CellContent]
    total: int | str


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its width, its head, its font size in points, and the SVG guide in each of its
    boxes.
    """

    width: float
    head: object
    size: float = 10.0
    guide: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """The paper form of a match: one lane, or a lane for each coto, chico or vaca.

    Each lane has a row for each side. `boxes` is the number of boxes in a row, 0 for an open strip.
    `row_height` is 18 for a single lane and 7.5 for three.

    The words: `length` states who wins, `head` names a box, `total_head` names the sum of a row,
    `hint` explains what to write in a box, and `result_head` names the result at the foot. `lane`
    names a lane («Coto»), "" if the form has only one.

    >>> boxes = Form(3, 7, 7.5, "", "", "", "", "")
    >>> round(boxes.box_width, 1), list(boxes.heads)
    (19.4, [1, 2, 3, 4, 5, 6, 7])
    """

    lanes: int
    boxes: int
    row_height: float
    length: str
    head: str
    total_head: str
    hint: str
    result_head: str
    lane: str = ""
    sides: int = 2
    actas_per_page: ClassVar[int] = 2
    blocks: int = 1  # how many blocks of rows stand side by side
    thick_columns: tuple[int, ...] = ()  # columns with a thick line before them
    groups: tuple[tuple[str, int], ...] = ()  # a head over several columns, and their number

    @property
    def box_width(self) -> float:
        return (WIDTH - LABEL - TOTAL) / max(self.boxes, 1)

    @property
    def heads(self) -> Sequence[object]:
        return range(1, self.boxes + 1)

    @property
    def columns(self) -> Sequence[Column]:
        """Return the columns of a block: the label of the row, its boxes, and their sum."""
        heads = self.heads or [""]
        return [
            Column(LABEL, self.head, 12.0),
            *(Column(self.box_width, head, 13.0) for head in heads),
            Column(TOTAL, self.total_head, 13.0),
        ]

    @property
    def rows_per_block(self) -> int:
        return self.sides * self.lanes

    @property
    def block_width(self) -> float:
        return WIDTH

    @property
    def block_rows(self) -> Sequence[range]:
        """Return the row numbers of each block. They continue from one block to the next."""
        return [
            range(self.rows_per_block * n, self.rows_per_block * (n + 1))
            for n in range(self.blocks)
        ]

    @property
    def thick_rows(self) -> Sequence[int]:
        """Return the rows with a thick line above them: the first row of each lane."""
        return range(0, self.rows_per_block, self.sides)

    def pages(self, rows: list[Row], labels: Sequence[str]) -> list[list[list[CellContent]]]:
        """Return the rows of each page, each row with its label first. This form has one page."""
        page = []
        for number, label in enumerate(labels):
            row = rows[number] if number < len(rows) else Row([], "")
            empty_cells = [""] * (len(self.columns) - 2 - len(row.cells))
            page.append([label, *row.cells, *empty_cells, str(row.total).replace("-", "−")])
        return [page]


# --- Ledger ---------------------------------------------------------------------------------------
# An acta with a row for each line of the record. Lengths are millimetres.
@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger(Form):
    """A form with a row for each line of the acta, instead of a row for each side.

    `columns` are the columns of a block. The first column has the number of the line, and each of
    `thick_columns` has a thick line before it, between the play and the counts.
    """

    actas_per_page: ClassVar[int] = 1

    lanes: int = 0
    boxes: int = 0
    head: str = field(default_factory=lambda: _("N.º"))
    total_head: str = ""
    columns: tuple[Column, ...] = field()
    rows_per_block: int = field()

    @property
    def block_width(self) -> float:
        return sum(column.width for column in self.columns)

    @property
    def thick_rows(self) -> Sequence[int]:
        return (0,)

    def pages(self, rows: list[Row], labels: Sequence[str]) -> list[list[list[CellContent]]]:
        """Return the rows of each page, block after block, each row with its number first.

        Empty rows also have numbers, so that people can continue the acta by hand.
        """
        room = self.rows_per_block * self.blocks
        total = max(1, -(-len(rows) // room)) * room
        empty_cells: list[CellContent] = [""] * (len(self.columns) - 1)
        lines = [
            [str(n + 1), *(rows[n].cells if n < len(rows) else empty_cells)] for n in range(total)
        ]
        return [lines[first : first + room] for first in range(0, total, room)]
