"""Sizes of letters at which a whole text fits in a box, from the width of each letter."""

import unicodedata
from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

POINT = 25.4 / 72  # millimetres in a point
LINE = 1.15  # height of a line, as a multiple of the size of its letters
# In points: step between two sizes tried, smallest size, and smallest size of a text in one row.
STEP, LEAST, LEAST_IN_ONE_ROW = 0.5, 2.5, 9.0
REGULAR = 0.9  # width of regular letters, relative to bold
BROKEN = 0.7  # a size at which a line breaks is multiplied by this before sizes are compared

# Widths in the widest of our bold typefaces, so that a text fits in any of them.
NARROW = frozenset("iljtfrI.,:;'|!()[] -·\N{NO-BREAK SPACE}")
WIDE = frozenset("mwMW@%—")
WIDTHS = {"narrow": 0.4, "wide": 1.1, "capital": 0.74, "other": 0.6}


class FittedText(NamedTuple):
    """The lines of a text and the size of its letters, in points."""

    lines: tuple[str, ...]
    size: float


class ShrunkLetters(NamedTuple):
    """Smaller or broken letters: their size in points, as CSS text, and whether a line breaks."""

    size: str
    broken: bool


def text_width(text: str) -> float:
    """Return the width of a text, as a multiple of the size of its letters.

    >>> round(text_width("Ana Gil"), 2), text_width("MM")
    (3.88, 2.2)
    """
    return sum(map(_width, text))


def fit(choices: Sequence[Sequence[str]], width: float, height: float, most: float) -> FittedText:
    """Return the choice of lines that allows the largest letters in a box, and their size.

    `width` and `height` of the box are in millimetres, `most` is the largest size in points.

    A choice whose lines must break again wins only if its letters are much larger.

    >>> fit([["Ana Gil · Eva Sanz"], ["Ana Gil ·", "Eva Sanz"]], 20, 8, 10)
    FittedText(lines=('Ana Gil ·', 'Eva Sanz'), size=9.5)
    """
    fits = [FittedText(tuple(lines), _size(lines, width, height, most)) for lines in choices]

    def rank(fitted: FittedText) -> float:
        room = width / (fitted.size * POINT)
        return fitted.size * (
            1.0 if all(_rows(line, room) == 1 for line in fitted.lines) else BROKEN
        )

    return max(fits, key=rank)


def fit_text(
    lines: Sequence[str], width: float, height: float, usual: float, *, bold: bool = False
) -> ShrunkLetters | None:
    """Return the letters in which all lines fit; None if the usual letters fit.

    >>> fit_text(["Ana Gil"], 66, 12, 14), fit_text(["Visitación Lobera de la Fuente"], 66, 12, 14)
    (None, ShrunkLetters(size='12.5', broken=False))
    >>> fit_text(["Maximiliano " * 5], 66, 12, 14).broken
    True
    """
    room = width if bold else width / REGULAR
    one_row = room / (max(map(text_width, lines), default=1.0) * POINT)
    if one_row >= usual:
        return None
    if one_row >= LEAST_IN_ONE_ROW:
        return ShrunkLetters(f"{one_row // STEP * STEP:g}", broken=False)
    return ShrunkLetters(f"{fit([lines], room, height, usual).size:g}", broken=True)


Box = Sequence[str]  # lines of a box, from top to bottom


class ListRow(NamedTuple):
    """A row of a list: its letters (None: usual) and its height in millimetres (0: usual)."""

    letters: ShrunkLetters | None
    height: float


def rows_in_one_size(
    rows: Sequence[Sequence[Box]],
    width: float,
    height: float,
    sizes: tuple[float, float],
    page: float,
) -> list[ListRow]:
    """Return the letters and the height of each row of a list, all in letters of one size.

    A row has boxes side by side, each `width` millimetres wide. A line wider than `width` breaks,
    and its row grows from `height`. `sizes` are the usual and smallest letters; the result uses the
    largest size that gives the fewest pages of `page` millimetres.

    >>> names = [[["Ana Gil"]], [["Visitación Lobera de la Fuente"]]]
    >>> rows_in_one_size(names, 66, 6.7, (14, 12), 240)
    [ListRow(letters=None, height=0), \
ListRow(letters=ShrunkLetters(size='14', broken=True), height=11.9)]
    """
    usual, least = sizes
    room = width / REGULAR
    steps = int((usual - least) / STEP)
    choices = [usual - STEP * step for step in range(steps + 1)]

    def pages(size: float) -> int:
        heights = (_row_height(boxes, room, height, size) for boxes in rows)
        return ceil(sum(row_height or height for row_height in heights) / page)

    best = min(choices, key=lambda size: (pages(size), -size))
    list_rows = []
    for boxes in rows:
        grown = _row_height(boxes, room, height, best)
        broken = any(_rows(line, room / (best * POINT)) > 1 for box in boxes for line in box)
        plain = best == usual and not broken and not grown
        list_rows.append(ListRow(None if plain else ShrunkLetters(f"{best:g}", broken), grown))
    return list_rows


def _row_height(boxes: Sequence[Box], room: float, height: float, size: float) -> float:
    """Return the height of the row if it needs more than the usual height, else 0."""
    lines = max(
        (sum(_rows(line, room / (size * POINT)) for line in box) for box in boxes), default=0
    )
    wanted = round(lines * size * POINT * LINE + 0.5, 1)
    return wanted if lines > 1 and wanted > height else 0


def _size(lines: Sequence[str], width: float, height: float, most: float) -> float:
    size = most
    while size > LEAST:
        rows = sum(_rows(line, width / (size * POINT)) for line in lines)
        if rows * size * POINT * LINE <= height:
            return size
        size -= STEP
    return LEAST


def _rows(line: str, room: float) -> int:
    """Return the number of rows of a line: it breaks between words, and inside a too wide word."""
    rows, used = 1, 0.0
    for word in line.split(" "):
        length = text_width(word)
        if used and used + WIDTHS["narrow"] + length > room:
            rows, used = rows + 1, 0.0
        elif used:
            used += WIDTHS["narrow"]
        if length > room:
            more = ceil(
                length / max(1.0, room - 1)
            )  # a row ends before the first letter that does not fit
            rows, used, length = rows + more - 1, 0.0, room
        used += length
    return rows


def _width(letter: str) -> float:
    if letter in NARROW:
        return WIDTHS["narrow"]
    if letter in WIDE:
        return WIDTHS["wide"]
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF" or letter > "\uffff":
        return 1.4
    return WIDTHS["capital"] if letter.isupper() else WIDTHS["other"]
