"""Stretches on a time line: start, end, and latest end of each."""

from collections.abc import Sequence
from dataclasses import dataclass

ROW, TOP, BOTTOM = 34, 8, 30  # px of a row, above the first, below the last for the hours
MOST_HOURS = 6
STEPS = (15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10080)  # minutes between hour marks


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch in minutes: from `start` to `end`, and at the latest `late`."""

    start: float
    end: float
    late: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from x on, with the tail to its latest end from `tail` on, at the height y."""

    x: float
    width: float
    tail: float
    tail_width: float
    y: int


@dataclass(frozen=True, slots=True)
class Strip:
    """A picture of `height` px: bars in stretch order, hours in minutes and marks, positioned."""

    height: int
    bars: tuple[Bar, ...]
    hours: tuple[tuple[int, float], ...]
    marks: tuple[float, ...]


def strip(stretches: Sequence[Stretch], offset: int = 0, marks: Sequence[float] = ()) -> Strip:
    """Return the picture of these stretches, at least one; overlapping stretches get separate rows.

    `offset` is the clock time, in minutes of the day, at minute 0.

    >>> drawn = strip([Stretch(0, 60, 70), Stretch(70, 100, 120)], offset=16 * 60 + 30)
    >>> [(one.x, one.width, one.y) for one in drawn.bars]
    [(0.0, 50.0, 8), (58.33, 25.0, 8)]
    >>> drawn.hours[:2]
    ((0, 0.0), (30, 25.0))
    """
    begin = min([*(one.start for one in stretches), *marks])
    end = max([*(one.late for one in stretches), *marks, begin + 1])

    def place(minute: float) -> float:
        return round(100 * (minute - begin) / (end - begin), 2)

    rows: list[float] = []  # end of the last bar of each row
    bars = []
    for one in stretches:
        row = next((at for at, until in enumerate(rows) if until <= one.start + 0.5), len(rows))
        rows[row : row + 1] = [one.end]
        x, right, late = place(one.start), place(one.end), place(one.late)
        bars.append(
            Bar(x, round(right - x, 2), right, round(max(late - right, 0), 2), TOP + ROW * row)
        )
    step = next((size for size in STEPS if (end - begin) / size <= MOST_HOURS), STEPS[-1])
    first = begin + -(begin + offset) % step
    hours = range(round(first), int(end) + 1, step)
    return Strip(
        TOP + ROW * len(rows) + BOTTOM,
        tuple(bars),
        tuple((hour, place(hour)) for hour in hours),
        tuple(map(place, marks)),
    )
