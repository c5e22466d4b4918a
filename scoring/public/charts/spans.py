"""Lengths of matches by table: shortest, median and longest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

MOST_ROWS = 24


@dataclass(frozen=True, slots=True)
class Span:
    """The matches at tables `first` to `last`: how many, and the shortest, median and longest.

    Lengths are in minutes. The start and the width of the bar, and the mark of the median, are in
    hundredths of the width of the picture.
    """

    first: int
    last: int
    matches: int
    shortest: int
    middle: int
    longest: int
    start: float
    width: float
    mark: float


def spans(minutes: Mapping[int, Sequence[float]], most: int = MOST_ROWS) -> tuple[Span, ...]:
    """Return a span for each table or, with more than `most` tables, for each group of tables.

    >>> [one] = spans({3: [20, 40, 30]})
    >>> one.first, one.middle, one.start, one.width, one.mark
    (3, 30, 50.0, 50.0, 75.0)
    """
    tables = sorted(table for table, lasted in minutes.items() if lasted)
    if not tables:
        return ()
    together = -(-len(tables) // most)
    longest = max(max(minutes[table]) for table in tables) or 1
    lengths = []
    for at in range(0, len(tables), together):
        some = tables[at : at + together]
        lasted = [minute for table in some for minute in minutes[table]]
        low, middle, high = min(lasted), median(lasted), max(lasted)
        start, mark, end = (
            round(100 * minutes_at / longest, 1) for minutes_at in (low, middle, high)
        )
        lengths.append(
            Span(
                some[0],
                some[-1],
                len(lasted),
                round(low),
                round(middle),
                round(high),
                start,
                round(max(end - start, 1), 1),
                mark,
            )
        )
    return tuple(lengths)
