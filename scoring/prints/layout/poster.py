"""A bracket as a poster: its sheets, and the box and line positions in millimetres.

The bracket fills the paper, whatever its size. A bracket too large for one sheet takes several
sheets, with marks that name the next sheet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

# In millimetres: gap between columns, height of column names, width of the margin with marks.
GAP, HEAD, MARK = 8.0, 10.5, 17.0
APART = 0.18  # gap between two boxes of a column, as a fraction of the space of each
WIDEST, HIGHEST = 118.0, 42.0  # largest width and height of a box, in millimetres
GROWS = 1.25  # most growth of the height of a box from one round to the next, as a factor


@dataclass(frozen=True, slots=True)
class Paper:
    """The space of a sheet in millimetres.

    `columns` and `rows` are the most columns, and boxes in a column, that stay readable.
    """

    width: float
    height: float
    columns: int
    rows: int


# Slightly smaller than the pages in static/css/print.css.
PAPERS = {"A4": Paper(276, 173, 4, 8), "A3": Paper(399, 259, 5, 16)}


class PosterColumn(NamedTuple):
    """Ties of a round on a sheet: index of the round, first tie, and end (excluded)."""

    round: int
    first: int
    last: int

    @property
    def ties(self) -> int:
        return self.last - self.first


@dataclass(frozen=True, slots=True)
class PosterSheet:
    """The columns of a sheet, with or without lines between them."""

    columns: tuple[PosterColumn, ...]
    lined: bool = True


@dataclass(frozen=True, slots=True)
class PosterPlan:
    """Positions on a sheet.

    The fields are the width of all boxes, the left edge of each column, the height and tops of its
    boxes, the lines, and the top of the third-place box.
    """

    width: float
    lefts: tuple[float, ...]
    heights: tuple[float, ...]
    tops: tuple[tuple[float, ...], ...]
    lines: str
    third: float


def is_tree(sizes: Sequence[int]) -> bool:
    """Return whether each round has as many ties as the round before, or half, down to one tie.

    >>> is_tree([4, 2, 1]), is_tree([2, 2, 1, 1]), is_tree([3, 2, 1])
    (True, True, False)
    """
    return sizes[-1] == 1 and all(size in (after, 2 * after) for size, after in pairwise(sizes))


def sheets_of(sizes: Sequence[int], paper: Paper, *, lined: bool) -> list[PosterSheet]:
    """Return the sheets of a bracket from the sizes of its rounds, the first rounds first.

    >>> halves = [64, 32, 16, 8, 4, 2, 1]
    >>> [len(sheets_of(halves, PAPERS[paper], lined=True)) for paper in ("A4", "A3")]
    [9, 5]
    >>> len(sheets_of([2, 2, 1, 1, 1], PAPERS["A4"], lined=True))  # the losers of 8, and the final
    1
    """
    return list(_tree(sizes, paper) if lined and is_tree(sizes) else _list(sizes, paper))


def _tree(sizes: Sequence[int], paper: Paper) -> Iterator[PosterSheet]:
    start, columns = 0, paper.columns
    if len(sizes) == columns + 1 and max(sizes) <= paper.rows // 2:
        columns += 1  # boxes are high enough for broken names, and the final needs no extra sheet
    while start < len(sizes):
        blocks = -(-sizes[start] // paper.rows)
        part = [size for size in sizes[start : start + columns] if size >= blocks]
        for block in range(blocks):
            yield PosterSheet(
                tuple(
                    PosterColumn(start + at, size // blocks * block, size // blocks * (block + 1))
                    for at, size in enumerate(part)
                )
            )
        start += len(part)


def _list(sizes: Sequence[int], paper: Paper) -> Iterator[PosterSheet]:
    columns = [
        PosterColumn(round, first, min(size, first + paper.rows))
        for round, size in enumerate(sizes)
        for first in range(0, size, paper.rows)
    ]
    sheets = -(-len(columns) // paper.columns)
    # spread the columns evenly, so that the last sheet has more than the final
    each = -(-len(columns) // sheets)
    for first in range(0, len(columns), each):
        yield PosterSheet(tuple(columns[first : first + each]), lined=False)


def place_on_sheet(sheet: PosterSheet, paper: Paper, *, comes: bool, goes: bool) -> PosterPlan:
    """Return the positions on a sheet; `comes` and `goes` leave room for marks at its sides."""
    counts = [column.ties for column in sheet.columns]
    room = paper.width - MARK * (comes + goes)
    width = min(WIDEST, (room - GAP * (len(counts) - 1)) / len(counts))
    left = MARK * comes + (room - width * len(counts) - GAP * (len(counts) - 1)) / 2
    lefts = tuple(left + at * (width + GAP) for at in range(len(counts)))
    pitch = (paper.height - HEAD) / max(counts)
    highest = [pitch * (1 - APART) * (GROWS**at if sheet.lined else 1) for at in range(len(counts))]
    heights = tuple(
        min(HIGHEST, own, pitch * (1 - APART) * counts[0] / here if sheet.lined else own)
        for own, here in zip(highest, counts, strict=True)
    )
    middles = _middles(counts, pitch, lined=sheet.lined)
    return PosterPlan(
        width,
        lefts,
        heights,
        tuple(
            tuple(middle - height / 2 for middle in column)
            for height, column in zip(heights, middles, strict=True)
        ),
        _lines(lefts, width, middles) if sheet.lined else "",
        middles[-1][-1] + heights[-1] / 2 + HEAD,
    )


def _middles(counts: Sequence[int], pitch: float, *, lined: bool) -> list[list[float]]:
    middles = [[HEAD + pitch * (place + 0.5) for place in range(counts[0])]]
    for before, own in pairwise(counts):
        if not lined:
            middles.append([HEAD + pitch * (row + 0.5) for row in range(own)])
        elif before == own:
            middles.append(middles[-1])
        else:
            pairs = zip(middles[-1][::2], middles[-1][1::2], strict=True)
            middles.append([(upper + lower) / 2 for upper, lower in pairs])
    return middles


def _lines(lefts: Sequence[float], width: float, middles: Sequence[Sequence[float]]) -> str:
    """Return the lines from each box to the box of the next round, as the `d` of an SVG path."""
    lines = []
    for left, column, after in zip(lefts, middles, middles[1:], strict=False):
        together = len(column) // len(after)
        for at, middle in enumerate(column):
            x = left + width
            lines.append(f"M{x:.2f} {middle:.2f}h{GAP / 2}V{after[at // together]:.2f}h{GAP / 2}")
    return "".join(lines)
