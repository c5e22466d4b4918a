"""A picture of stretches of time on a time line: each has a start, an end and a latest end."""

from collections.abc import Sequence
from dataclasses import dataclass

# In px: the height of a row, the space above the first row, and the space of the hours below.
ROW, TOP, BOTTOM = 34, 8, 30
MOST_HOURS = 6
STEPS = (15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10080)  # minutes between marks of the hour


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of time in minutes from `start` to `end`, or to `latest_end` if it runs late."""

    start: float
    end: float
    latest_end: float


@dataclass(frozen=True, slots=True)
class StripBar:
    """The bar of a stretch, in px: from `x`, `width` wide, at the height `y`.

    From `tail`, `tail_width` wide, a second bar reaches the latest end of the stretch.
    """

    x: float
    width: float
    tail: float
    tail_width: float
    y: int


@dataclass(frozen=True, slots=True)
class Strip:
    """A picture of `height` px, with a bar for each stretch, in order.

    `hours` has the labels of the time line as (minute, x), `marks` the x of each mark.
    """

    height: int
    bars: tuple[StripBar, ...]
    hours: tuple[tuple[int, float], ...]
    marks: tuple[float, ...]


def strip(stretches: Sequence[Stretch], offset: int = 0, marks: Sequence[float] = ()) -> Strip:
    """Return the picture of at least one stretch; overlapping stretches get separate rows.

    Minute 0 of the stretches is the clock time `offset`, in minutes of the day.

    >>> picture = strip([Stretch(0, 60, 70), Stretch(70, 100, 120)], offset=16 * 60 + 30)
    >>> [(bar.x, bar.width, bar.y) for bar in picture.bars]
    [(0.0, 50.0, 8), (58.33, 25.0, 8)]
    >>> picture.hours[:2]
    ((0, 0.0), (30, 25.0))
    """
    begin = min([*(stretch.start for stretch in stretches), *marks])
    end = max([*(stretch.latest_end for stretch in stretches), *marks, begin + 1])

    def place(minute: float) -> float:
        return round(100 * (minute - begin) / (end - begin), 2)

    rows: list[float] = []  # for each row, the end of its last bar
    bars = []
    for bar in stretches:
        row = next(
            (index for index, row_end in enumerate(rows) if row_end <= bar.start + 0.5), len(rows)
        )
        rows[row : row + 1] = [bar.end]
        x = place(bar.start)
        right = place(bar.end)
        latest_x = place(bar.latest_end)
        bars.append(
            StripBar(
                x, round(right - x, 2), right, round(max(latest_x - right, 0), 2), TOP + ROW * row
            )
        )
    step = next((size for size in STEPS if (end - begin) / size <= MOST_HOURS), STEPS[-1])
    first_hour = begin + -(begin + offset) % step
    hours = range(round(first_hour), int(end) + 1, step)
    return Strip(
        TOP + ROW * len(rows) + BOTTOM,
        tuple(bars),
        tuple((hour, place(hour)) for hour in hours),
        tuple(map(place, marks)),
    )
