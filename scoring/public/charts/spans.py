"""Lengths of matches by table: shortest, median and longest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

MOST_ROWS = 24


@dataclass(frozen=True, slots=True)
class Span:
    """The matches at tables `first` to `last`: their number, and their lengths in minutes.

    `shortest`, `middle` (the median) and `longest` are lengths. `start` and `width` of the bar, and
    `mark` for the median, are in hundredths of the width of the picture.
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
    tables = sorted(table for table, table_minutes in minutes.items() if table_minutes)
    if not tables:
        return ()
    tables_per_row = -(-len(tables) // most)
    longest = max(max(minutes[table]) for table in tables) or 1
    table_spans = []
    for start_index in range(0, len(tables), tables_per_row):
        row_tables = tables[start_index : start_index + tables_per_row]
        row_minutes = [minute for table in row_tables for minute in minutes[table]]
        low = min(row_minutes)
        middle = median(row_minutes)
        high = max(row_minutes)
        start, mark, end = (round(100 * minute / longest, 1) for minute in (low, middle, high))
        table_spans.append(
            Span(
                row_tables[0],
                row_tables[-1],
                len(row_minutes),
                round(low),
                round(middle),
                round(high),
                start,
                round(max(end - start, 1), 1),
                mark,
            )
        )
    return tuple(table_spans)
