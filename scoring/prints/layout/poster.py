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
GAP_SHARE = 0.18  # gap between two boxes of a column, as a fraction of the space of each
WIDEST, HIGHEST = 118.0, 42.0  # largest width and height of a box, in millimetres
MOST_GROWTH = 1.25  # most growth of the height of a box from one round to the next, as a factor


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
    """The ties of a round on a sheet: `first` to `last` (excluded) of the round with this index."""

    round: int
    first: int
    last: int

    @property
    def ties(self) -> int:
        return self.last - self.first


@dataclass(frozen=True, slots=True)
class PosterSheet:
    """The columns of a sheet; `is_lined` is whether lines join their boxes."""

    columns: tuple[PosterColumn, ...]
    is_lined: bool = True


@dataclass(frozen=True, slots=True)
class PosterPlan:
    """The positions on a sheet, in millimetres.

    - `width`: the width of every box.
    - `lefts`: the left edge of each column.
    - `heights` and `tops`: the height of the boxes of each column, and the top of each box.
    - `lines`: the lines between boxes, as the `d` of an SVG path.
    - `third`: the top of the third-place box.
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
    return sizes[-1] == 1 and all(
        size in (next_size, 2 * next_size) for size, next_size in pairwise(sizes)
    )


def sheets_of(sizes: Sequence[int], paper: Paper, *, is_lined: bool) -> list[PosterSheet]:
    """Return the sheets of a bracket from the sizes of its rounds, the first rounds first.

    >>> halves = [64, 32, 16, 8, 4, 2, 1]
    >>> [len(sheets_of(halves, PAPERS[paper], is_lined=True)) for paper in ("A4", "A3")]
    [9, 5]
    >>> len(sheets_of([2, 2, 1, 1, 1], PAPERS["A4"], is_lined=True))  # losers of 8, and the final
    1
    """
    return list(_tree(sizes, paper) if is_lined and is_tree(sizes) else _list(sizes, paper))


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
                    PosterColumn(
                        start + index, size // blocks * block, size // blocks * (block + 1)
                    )
                    for index, size in enumerate(part)
                )
            )
        start += len(part)


def _list(sizes: Sequence[int], paper: Paper) -> Iterator[PosterSheet]:
    columns = [
        PosterColumn(round, start, min(size, start + paper.rows))
        for round, size in enumerate(sizes)
        for start in range(0, size, paper.rows)
    ]
    sheets = -(-len(columns) // paper.columns)
    # spread the columns evenly, so that the last sheet has more than the final
    columns_per_sheet = -(-len(columns) // sheets)
    for start in range(0, len(columns), columns_per_sheet):
        yield PosterSheet(tuple(columns[start : start + columns_per_sheet]), is_lined=False)


def place_on_sheet(
    sheet: PosterSheet, paper: Paper, *, has_sources: bool, has_targets: bool
) -> PosterPlan:
    """Return the positions on a sheet.

    `has_sources` leaves room for marks at its left side, `has_targets` at its right side.
    """
    counts = [column.ties for column in sheet.columns]
    room = paper.width - MARK * (has_sources + has_targets)
    width = min(WIDEST, (room - GAP * (len(counts) - 1)) / len(counts))
    left = MARK * has_sources + (room - width * len(counts) - GAP * (len(counts) - 1)) / 2
    lefts = tuple(left + place * (width + GAP) for place in range(len(counts)))
    pitch = (paper.height - HEAD) / max(counts)
    highest = [
        pitch * (1 - GAP_SHARE) * (MOST_GROWTH**place if sheet.is_lined else 1)
        for place in range(len(counts))
    ]
    heights = tuple(
        min(
            HIGHEST,
            height,
            pitch * (1 - GAP_SHARE) * counts[0] / ties if sheet.is_lined else height,
        )
        for height, ties in zip(highest, counts, strict=True)
    )
    middles = _middles(counts, pitch, is_lined=sheet.is_lined)
    return PosterPlan(
        width,
        lefts,
        heights,
        tuple(
            tuple(middle - height / 2 for middle in column)
            for height, column in zip(heights, middles, strict=True)
        ),
        _lines(lefts, width, middles) if sheet.is_lined else "",
        middles[-1][-1] + heights[-1] / 2 + HEAD,
    )


def _middles(counts: Sequence[int], pitch: float, *, is_lined: bool) -> list[list[float]]:
    middles = [[HEAD + pitch * (place + 0.5) for place in range(counts[0])]]
    for previous_ties, ties in pairwise(counts):
        if not is_lined:
            middles.append([HEAD + pitch * (row + 0.5) for row in range(ties)])
        elif previous_ties == ties:
            middles.append(middles[-1])
        else:
            pairs = zip(middles[-1][::2], middles[-1][1::2], strict=True)
            middles.append([(upper + lower) / 2 for upper, lower in pairs])
    return middles


def _lines(lefts: Sequence[float], width: float, middles: Sequence[Sequence[float]]) -> str:
    """Return the lines from each box to the box of the next round, as the `d` of an SVG path."""
    lines = []
    for left, column, next_column in zip(lefts, middles, middles[1:], strict=False):
        ties_per_tie = len(column) // len(next_column)
        for index, middle in enumerate(column):
            x = left + width
            target = next_column[index // ties_per_tie]
            lines.append(f"M{x:.2f} {middle:.2f}h{GAP / 2}V{target:.2f}h{GAP / 2}")
    return "".join(lines)
