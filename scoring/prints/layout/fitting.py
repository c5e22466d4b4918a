"""Sizes of letters at which a whole text fits in a box, from the width of each letter."""

import unicodedata
from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

POINT = 25.4 / 72  # millimetres in a point
LINE = 1.15  # height of a line, as a multiple of the size of its letters
# In points: the step between two sizes, the smallest size, and the smallest size in one row.
STEP, SMALLEST, SMALLEST_IN_ONE_ROW = 0.5, 2.5, 9.0
REGULAR_WIDTH = 0.9  # width of regular letters, relative to bold
BREAK_FACTOR = 0.7  # a size that breaks a line counts as this part of itself when sizes compete

# Widths in the widest of our bold typefaces, so that a text fits in any of them.
NARROW = frozenset("iljtfrI.,:;'|!()[] -·\N{NO-BREAK SPACE}")
WIDE = frozenset("mwMW@%—")
WIDTHS = {"narrow": 0.4, "wide": 1.1, "capital": 0.74, "other": 0.6}


class FittedText(NamedTuple):
    """The lines of a text, and the size of its letters in points."""

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


def fit(
    choices: Sequence[Sequence[str]], width: float, height: float, largest: float
) -> FittedText:
    """Return the choice of lines that allows the largest letters in a box, and their size.

    `width` and `height` of the box are in millimetres; `largest` is the largest size in points.

    A choice whose lines must break again wins only if its letters are much larger.

    >>> fit([["Ana Gil · Eva Sanz"], ["Ana Gil ·", "Eva Sanz"]], 20, 8, 10)
    FittedText(lines=('Ana Gil ·', 'Eva Sanz'), size=9.5)
    """
    fitted_texts = [
        FittedText(tuple(lines), _size(lines, width, height, largest)) for lines in choices
    ]

    def rank(text: FittedText) -> float:
        room = width / (text.size * POINT)
        return text.size * (
            1.0 if all(_rows(line, room) == 1 for line in text.lines) else BREAK_FACTOR
        )

    return max(fitted_texts, key=rank)


def fit_text(
    lines: Sequence[str], width: float, height: float, usual_size: float, *, bold: bool = False
) -> ShrunkLetters | None:
    """Return the letters in which all lines fit; None if the usual letters fit.

    >>> fit_text(["Ana Gil"], 66, 12, 14), fit_text(["Visitación Lobera de la Fuente"], 66, 12, 14)
    (None, ShrunkLetters(size='12.5', broken=False))
    >>> fit_text(["Maximiliano " * 5], 66, 12, 14).broken
    True
    """
    room = width if bold else width / REGULAR_WIDTH
    one_row = room / (max(map(text_width, lines), default=1.0) * POINT)
    if one_row >= usual_size:
        return None
    if one_row >= SMALLEST_IN_ONE_ROW:
        return ShrunkLetters(f"{one_row // STEP * STEP:g}", broken=False)
    return ShrunkLetters(f"{fit([lines], room, height, usual_size).size:g}", broken=True)


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
    usual_size, smallest_size = sizes
    room = width / REGULAR_WIDTH
    steps = int((usual_size - smallest_size) / STEP)
    size_choices = [usual_size - STEP * step for step in range(steps + 1)]

    def pages(size: float) -> int:
        heights = (_row_height(boxes, room, height, size) for boxes in rows)
        return ceil(sum(row_height or height for row_height in heights) / page)

    best_size = min(size_choices, key=lambda size: (pages(size), -size))
    list_rows = []
    for boxes in rows:
        grown_height = _row_height(boxes, room, height, best_size)
        is_broken = any(
            _rows(line, room / (best_size * POINT)) > 1 for box in boxes for line in box
        )
        is_plain = best_size == usual_size and not is_broken and not grown_height
        list_rows.append(
            ListRow(None if is_plain else ShrunkLetters(f"{best_size:g}", is_broken), grown_height)
        )
    return list_rows


def _row_height(boxes: Sequence[Box], room: float, height: float, size: float) -> float:
    """Return the height of the row if it needs more than the usual height, else 0."""
    lines = max(
        (sum(_rows(line, room / (size * POINT)) for line in box) for box in boxes), default=0
    )
    needed_height = round(lines * size * POINT * LINE + 0.5, 1)
    return needed_height if lines > 1 and needed_height > height else 0


def _size(lines: Sequence[str], width: float, height: float, largest: float) -> float:
    size = largest
    while size > SMALLEST:
        rows = sum(_rows(line, width / (size * POINT)) for line in lines)
        if rows * size * POINT * LINE <= height:
            return size
        size -= STEP
    return SMALLEST


def _rows(line: str, room: float) -> int:
    """Return the number of rows of a line, which breaks between words and inside a wide word."""
    rows, used = 1, 0.0
    for word in line.split(" "):
        length = text_width(word)
        if used and used + WIDTHS["narrow"] + length > room:
            rows, used = rows + 1, 0.0
        elif used:
            used += WIDTHS["narrow"]
        if length > room:
            extra_rows = ceil(
                length / max(1.0, room - 1)
            )  # a row ends before the first letter that does not fit
            rows = rows + extra_rows - 1
            used = 0.0
            length = room
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
