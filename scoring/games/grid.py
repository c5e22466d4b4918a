"""The form of an acta on paper: a table of boxes, and what is written in them. In millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

WIDTH = 190.0
LABEL = 30.0  # column with whose row it is
TOTAL = 24.0  # column with the sum of the row
HALF, PAGE = 51.0, 190.0  # how high the rows may be all together, on half a page and on a whole one


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines and areas in a box: operators of PDF, with its left top at 0 0 and so many units to
    its width."""

    width: float
    operators: str


Written = str | Drawing


@dataclass(frozen=True, slots=True)
class Row:
    """The numbers in the boxes of one side, from the first on, and their sum."""

    cells: list[Written]
    total: int | str


@dataclass(frozen=True, slots=True)
class Column:
    """A column: how wide, its head, the size of its letters in points, and an SVG that guides the
    hand in each of its boxes."""

    width: float
    head: object
    size: float = 10.0
    guide: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """The form that suits a match: lanes (a coto, or the whole match) of a row for each side.
    `sides` is how many play it.

    `boxes` is how many a row has, 0 for an open strip; `row` is a row's height, 18 for one lane
    alone and 7.5 for three. The words: `length` says who wins, `head` names a box and
    `total_head` the sum of a row, `hint` what to write in a box, `result_head` the result at the
    foot, `lane` what a lane is called («Coto»), "" when there is only one.

    >>> boxes = Form(3, 7, 7.5, "", "", "", "", "")
    >>> round(boxes.box, 1), list(boxes.heads)
    (19.4, [1, 2, 3, 4, 5, 6, 7])
    """

    lanes: int
    boxes: int
    row: float
    length: str
    head: str
    total_head: str
    hint: str
    result_head: str
    lane: str = ""
    sides: int = 2
    # How many actas go on a page; its blocks of rows side by side, the columns with a thick line
    # before them, heads over so many columns each.
    to_a_page: ClassVar[int] = 2
    blocks: int = 1
    apart: tuple[int, ...] = ()
    groups: tuple[tuple[str, int], ...] = ()

    @property
    def box(self) -> float:
        return (WIDTH - LABEL - TOTAL) / max(self.boxes, 1)

    @property
    def heads(self) -> Sequence[object]:
        return range(1, self.boxes + 1)

    @property
    def columns(self) -> Sequence[Column]:
        """The columns of a block: whose row it is, the boxes, their sum."""
        heads = self.heads or [""]
        return [
            Column(LABEL, self.head, 12.0),
            *(Column(self.box, head, 13.0) for head in heads),
            Column(TOTAL, self.total_head, 13.0),
        ]

    @property
    def lines(self) -> int:
        """How many rows a block has."""
        return self.sides * self.lanes

    @property
    def block(self) -> float:
        """How wide a block is."""
        return WIDTH

    @property
    def block_rows(self) -> Sequence[range]:
        """The rows of each block: those of the second go on after those of the first."""
        return [range(self.lines * n, self.lines * (n + 1)) for n in range(self.blocks)]

    @property
    def thick(self) -> Sequence[int]:
        """The rows with a thick line above them: the first of each lane."""
        return range(0, self.lines, self.sides)

    def pages(self, rows: list[Row], labels: Sequence[str]) -> list[list[list[Written]]]:
        """Return the rows of each page of an acta, the label of each first: here one page."""
        page = []
        for number, label in enumerate(labels):
            row = rows[number] if number < len(rows) else Row([], "")
            empty = [""] * (len(self.columns) - 2 - len(row.cells))
            page.append([label, *row.cells, *empty, str(row.total).replace("-", "−")])
        return [page]
