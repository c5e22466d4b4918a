"""A chart of several series of numbers, each with a line from left to right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

LETTER = 17  # px from one label down to the next


# --- Scales: numbers at the sides of a chart, positions across it, labels that do not touch ------
def ticks(low: int, high: int, most: int = 5) -> list[int]:
    """Return about `most` numbers of a scale from `low` to `high`, such as 0, 50 and 100.

    Their step is 1, 2 or 5 times a power of ten. `low` is included, unless a multiple of the step
    is less than half a step above it.

    >>> ticks(1, 6), ticks(0, 120), ticks(1, 2000), ticks(3, 3)
    ([1, 3, 5], [0, 50, 100], [1, 500, 1000, 1500, 2000], [3])
    """
    step = next(
        size * 10**power
        for power in range(9)
        for size in (1, 2, 5)
        if (high - low) // (size * 10**power) < most
    )
    first = low if step <= 2 else low + -low % step
    marks = list(range(first, high + 1, step))
    return marks if first - low < step / 2 else [low, *marks]


def x_of_item(place: int, count: int, left: float = 0, right: float = 100) -> float:
    """Return the position of item `place`, from 0, of `count` evenly spaced from left to right.

    >>> x_of_item(1, 3), x_of_item(0, 1)
    (50.0, 50.0)
    """
    return round(left + (right - left) * (place / (count - 1) if count > 1 else 0.5), 2)


def spread_heights(heights: Sequence[int], gap: int, top: int, floor: int) -> list[int]:
    """Return the heights, in their order, moved so that neighbours are at least `gap` apart.

    If the heights do not fit between `top` and `floor`, the last heights go past `floor`.

    >>> spread_heights([50, 50, 90], 20, 0, 100)
    [40, 60, 90]
    """
    order = sorted(range(len(heights)), key=lambda index: (heights[index], index))
    positions = [0] * len(heights)
    room = top - gap
    for turn, index in enumerate(order):
        close_labels = sum(
            abs(heights[later_index] - heights[index]) < gap for later_index in order[turn + 1 :]
        )
        positions[index] = room = max(room + gap, heights[index] - close_labels * gap // 2)
    room = max(floor, top + gap * (len(order) - 1)) + gap
    for index in reversed(order):
        positions[index] = room = min(room - gap, positions[index])
    return positions


# The lines go from LEFT to RIGHT, in hundredths of the width. TOP px are free above the lines, and
# BOTTOM px below the lines for the labels of the steps.
LEFT, RIGHT, TOP, BOTTOM = 8.0, 88.0, 14, 34


# --- The chart ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line: its `dots` (x, y), the `legs` between dots (x1, y1, x2, y2), its label's height."""

    dots: tuple[tuple[float, int], ...]
    legs: tuple[tuple[float, int, float, int], ...]
    label_y: int


@dataclass(frozen=True, slots=True)
class LineChart:
    """A picture of `height` px.

    `levels` has the labels of the vertical scale as (number, y), `steps` the labels of the
    horizontal scale as (number, x); only as many as fit.
    """

    height: int
    lines: tuple[ChartLine, ...]
    levels: tuple[tuple[int, int], ...]
    steps: tuple[tuple[int, float], ...]


def line_chart(
    series: Sequence[Sequence[int | None]], height: int = 260, *, best_is_low: bool = False
) -> LineChart:
    """Return the picture of these numbers: a sequence per line, a number or None per step.

    `best_is_low` is for places, where the first is at the top. The numbers must not all be None.

    >>> chart = line_chart([[1, 2], [2, 1]], 120, best_is_low=True)
    >>> chart.lines[0].dots, chart.levels
    (((8.0, 14), (88.0, 86)), ((1, 14), (2, 86)))
    """
    all_numbers = [number for numbers in series for number in numbers if number is not None]
    low, high = min(all_numbers), max(all_numbers)
    levels = ticks(low, high)
    low, high = min(low, levels[0]), max(high, levels[-1])
    floor = height - BOTTOM

    def y_of(number: int) -> int:
        share = (number - low) / (high - low or 1)
        return round(TOP + (share if best_is_low else 1 - share) * (floor - TOP))

    step_count = max(map(len, series))
    places = [x_of_item(step, step_count, LEFT, RIGHT) for step in range(step_count)]
    dots = [
        tuple(
            (places[step], y_of(number))
            for step, number in enumerate(numbers)
            if number is not None
        )
        for numbers in series
    ]
    labels = spread_heights(
        [points[-1][1] if points else floor for points in dots], LETTER, TOP, floor
    )
    return LineChart(
        height,
        tuple(
            ChartLine(line_dots, tuple(_legs(line_dots)), y)
            for line_dots, y in zip(dots, labels, strict=True)
        ),
        tuple((number, y_of(number)) for number in levels),
        tuple((step, places[step - 1]) for step in ticks(1, step_count, most=9)),
    )


def _legs(dots: Sequence[tuple[float, int]]) -> Iterator[tuple[float, int, float, int]]:
    return ((*start, *end) for start, end in pairwise(dots))
