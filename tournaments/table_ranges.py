"""Ranges of tables, such as the area of a referee: «1-12, 20»; "" is all tables."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from rules.reading import hyphens
from tournaments.names.text import clean_text
from tournaments.refusal import Refused

RANGES_LENGTH = 120
_RANGE = re.compile(r"([0-9]{1,3})(?:\s*(?:-|\ba\b)\s*([0-9]{1,3}))?", re.ASCII)
_SEPARATOR = re.compile(r"[,;\s]+y\s+|[,;]")


def read_table_ranges(ranges: str) -> frozenset[int]:
    """Return the tables of these ranges; an empty set for "", which means all tables.

    >>> sorted(read_table_ranges("1-3, 20"))
    [1, 2, 3, 20]
    """
    runs = (run.partition("-") for run in ranges.split(", ") if run)
    return frozenset(
        table for first, _dash, last in runs for table in range(int(first), int(last or first) + 1)
    )


def is_subset(inner: str, outer: str) -> bool:
    """Return whether all tables of `inner` are in `outer`.

    >>> is_subset("2", "1-12"), is_subset("2, 13", "1-12"), is_subset("", "1-12"), is_subset("", "")
    (True, False, False, True)
    """
    return not outer or (bool(inner) and read_table_ranges(inner) <= read_table_ranges(outer))


def read_tables(value: object, numbers: range) -> str:
    """Parse «1 a 12 y 20» or «20, 1-12» into ranges of the tables with these `numbers`.

    Raises Refused 400 with `field` "tables": `tables_unreadable`, `table_unknown`.
    """
    text = clean_text(value, "tables", RANGES_LENGTH, any_start=True)
    tables: set[int] = set()
    for part in filter(None, (part.strip() for part in _SEPARATOR.split(text))):
        run = _RANGE.fullmatch(hyphens(part))
        if run is None or int(run[1]) > int(run[2] or run[1]):
            raise Refused(
                "tables_unreadable",
                _("«%(typed)s» no se entiende: escriba las mesas así: 1-12, 20."),
                field="tables",
                typed=part,
            )
        tables.update(range(int(run[1]), int(run[2] or run[1]) + 1))
    if tables and not (min(tables) in numbers and max(tables) in numbers):
        raise Refused(
            "table_unknown",
            _("Las mesas van de la %(first)s a la %(last)s."),
            field="tables",
            first=numbers[0],
            last=numbers[-1],
        )
    return ranges_of(tables)


def ranges_of(tables: Iterable[int]) -> str:
    """Return the ranges of these tables, in order.

    >>> ranges_of([20, 2, 1, 3])
    '1-3, 20'
    """
    runs: list[list[int]] = []
    for table in sorted(set(tables)):
        if runs and table == runs[-1][1] + 1:
            runs[-1][1] = table
        else:
            runs.append([table, table])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)
