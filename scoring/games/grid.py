"""The form of an acta on paper: boxes, and what is written in them. In millimetres.

All the lines are one SVG path: each box of HTML costs the PDF as much as a line of text.
"""

from base64 import b64encode
from dataclasses import dataclass
from typing import Any, ClassVar

WIDTH = 190.0
HEIGHT = 134.0
LABEL = 30.0  # column with whose row it is
TOTAL = 24.0  # column with the sum of the row
SIDES_TOP, SIDES_HEIGHT = 27.0, 25.0
GRID_TOP = 60.0  # below the heads of the columns
FOOT_TOP = 111.0
GAP = 4.0  # between two boxes


@dataclass(frozen=True, slots=True)
class Row:
    """The numbers in the boxes of one side, from the first on, and their sum."""

    cells: list[str]
    total: int | str


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
    # The template of its heads and its rows, and how many actas go on a page.
    body: ClassVar[str] = "prints/acta_grid.html"
    to_a_page: ClassVar[int] = 2

    @property
    def box(self) -> float:
        return (WIDTH - LABEL - TOTAL) / max(self.boxes, 1)

    @property
    def heads(self) -> range:
        return range(1, self.boxes + 1)

    @property
    def foot_top(self) -> float:
        """Where the foot begins, with the result, the remarks and who sign."""
        return FOOT_TOP

    @property
    def height(self) -> float:
        return HEIGHT

    def pages(self, rows: list[Row]) -> list[list[Any]]:
        """Return what is written on each page of an acta: here one, whatever there is."""
        return [rows]

    def path(self) -> str:
        """Every line of the form, as the `d` of an SVG path."""
        rows = self.sides * self.lanes
        right, bottom = WIDTH, GRID_TOP + self.row * rows
        lines = frame(self.foot_top, self.height, self.sides)
        lines += [f"M0 {GRID_TOP + self.row * row}h{right}" for row in range(1, rows + 1)]
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
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 {WIDTH + 2} {self.height}" '
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
            f".acta__grid{{height:{self.foot_top - GRID_TOP:.2f}mm}}"
            f"{sides_css(self.sides)}{page_css(self.height) if self.to_a_page == 1 else ''}"
        )

    def heavy(self) -> str:
        """The lines between one lane and the next, drawn thicker."""
        lane = self.sides * self.row
        tops = [GRID_TOP + lane * number for number in range(self.lanes + 1)]
        return "".join(f"M0 {top}h{WIDTH}" for top in tops)


def frame(foot_top: float, height: float, sides: int = 2) -> list[str]:
    """Return the boxes around the lines of any acta: sides, remarks, signatures."""
    step, remarks = signing(sides)
    wide = side_width(sides)
    return [
        *(_box(n * (wide + GAP), SIDES_TOP, wide, SIDES_HEIGHT) for n in range(sides)),
        _box(0, foot_top + 8, remarks - GAP, height - foot_top - 8),
        *(
            f"M{remarks + step * n:.2f} {height - 1}h{step - GAP * (n < sides):.2f}"
            for n in range(sides + 1)
        ),
    ]


def side_width(sides: int) -> float:
    return (WIDTH - GAP * (sides - 1)) / sides


def signing(sides: int) -> tuple[float, float]:
    """How wide the room to sign is, and that of the remarks: two of those when there are two."""
    rooms = 2 if sides == 2 else 1
    step = WIDTH / (sides + 1 + rooms)
    return step, step * rooms


def page_css(height: float) -> str:
    """Of an acta that has its page for itself."""
    return (
        f".acta__form{{background-size:{WIDTH + 2}mm {height:.2f}mm;height:{height:.2f}mm}}"
        f".acta,.acta:nth-child(even){{height:{height:.2f}mm;padding:3mm 0 0;border:0}}"
    )


def sides_css(sides: int) -> str:
    """Return the widths of names and signatures, unless they are two, as in the sheet."""
    if sides == 2:
        return ""
    wide = side_width(sides) - 4.005
    return (
        f".acta__side{{width:{wide:.3f}mm;overflow:hidden;font-size:11pt;line-height:5.5mm}}"
        ".acta__side b{width:11mm;height:8mm;font-size:19pt;line-height:8mm}"
        ".acta__side pre{float:none;width:auto;overflow:visible;white-space:pre-wrap}"
        f".acta__sign{{tab-size:{signing(sides)[0]:.2f}mm}}"
    )


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x} {y}h{width}v{height}h{-width}z"
