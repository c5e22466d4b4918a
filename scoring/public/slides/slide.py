"""A page of a screen of the hall: at most twelve rows, in one column or in two."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

Row = TypeVar("Row")

ROWS = 12  # the most rows of a page, so that it can be read from the last table
# the most letters of a name in a list of two columns: a longer name needs the whole width
LONG = 60


class LazyRows(Sequence[Any]):
    """Rows that are made only when they are read: a screen gets few pages of a large hall."""

    def __init__(self, make: Callable[[Any], Any], rows: Sequence[Any]) -> None:
        self.make, self.rows = make, rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: Any) -> Any:
        row = self.rows[index]
        return LazyRows(self.make, row) if isinstance(index, slice) else self.make(row)


@dataclass(frozen=True, slots=True)
class Slide:
    """One page of a screen: `shows` is a value of `Show`, `template` draws its `rows`.

    `values` has the rest of the context of the template.
    """

    shows: str
    template: str
    title: str
    rows: Sequence[Any] = ()
    columns: int = 1
    values: Mapping[str, Any] = field(default_factory=dict)


def slides(
    shows: str,
    template: str,
    title: str,
    rows: Sequence[Any],
    *,
    widest: int = 1,
    most: int = ROWS,
    **values: Any,
) -> list[Slide]:
    """Return pages of up to `widest` columns of `most` rows each; [] without rows."""
    columns = min(widest, -(-len(rows) // most)) or 1
    return [
        Slide(shows, template, title, part, columns, {"most": most, **values})
        for part in rows_in_parts(rows, most * columns)
    ]


def has_long(names: Iterable[str]) -> bool:
    """Return whether any of the names is too long for a list in two columns."""
    return any(len(name) > LONG for name in names)


def rows_in_parts(rows: Sequence[Row], size: int) -> list[Sequence[Row]]:
    """Return the rows in parts of `size` rows; the last part may be smaller.

    >>> rows_in_parts("abcde", 2)
    ['ab', 'cd', 'e']
    """
    return [rows[start : start + size] for start in range(0, len(rows), size)]
