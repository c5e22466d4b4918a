"""Numbers of two sides, line by line: one side's bars go up, the other's go down."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.public.charts.lines import ticks

HALF, MIDDLE = 92, 24  # px: height of the tallest bar, and of the strip with the line numbers
EDGE = 20  # px above and below the bars, for their numbers
LEFT, RIGHT = 9.0, 100.0
WIDEST = 6.0
MOST_WRITTEN = 16  # most bars with numbers; the numbers of more bars would touch


@dataclass(frozen=True, slots=True)
class MirrorBar:
    """A bar from (x, y); its number, if it is written, is at (`middle`, `text_y`)."""

    x: float
    y: int
    width: float
    height: int
    number: int
    middle: float
    text_y: int


@dataclass(frozen=True, slots=True)
class Mirror:
    """A picture of `height` px: the bars of each side, and the line numbers at height `line_y`.

    `written` is whether the bars have their numbers.
    """

    height: int
    upper: tuple[MirrorBar, ...]
    lower: tuple[MirrorBar, ...]
    lines: tuple[tuple[int, float], ...]
    line_y: int
    written: bool


def mirror(pairs: Sequence[tuple[int, int]]) -> Mirror:
    """Return the picture of the scores of two sides, line by line, for at least one line.

    >>> picture = mirror([(10, 5)])
    >>> picture.upper[0].height, picture.lower[0].height
    (92, 46)
    """
    largest = max(1, *(abs(number) for pair in pairs for number in pair))
    step = (RIGHT - LEFT) / len(pairs)
    width = min(step * 0.7, WIDEST)
    zero = EDGE + HALF
    upper = list[MirrorBar]()
    lower = list[MirrorBar]()
    places = list[float]()
    for index, (above, below) in enumerate(pairs):
        middle = LEFT + step * (index + 0.5)
        places.append(round(middle, 2))
        for bars, number in ((upper, above), (lower, below)):
            height = round(HALF * abs(number) / largest)
            is_upper = bars is upper
            top = zero - height if is_upper else zero + MIDDLE
            text_y = top - 5 if is_upper else top + height + 15
            bars.append(
                MirrorBar(
                    round(middle - width / 2, 2),
                    top,
                    round(width, 2),
                    height,
                    number,
                    round(middle, 2),
                    text_y,
                )
            )
    marked_lines = ticks(1, len(pairs), most=MOST_WRITTEN)
    return Mirror(
        2 * (HALF + EDGE) + MIDDLE,
        tuple(upper),
        tuple(lower),
        tuple((line, places[line - 1]) for line in marked_lines),
        zero + MIDDLE // 2 + 5,
        len(pairs) <= MOST_WRITTEN,
    )
