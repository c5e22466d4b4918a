"""A page of an acta with a row for each line of the record. Lengths are millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from django.utils.translation import gettext as _

from scoring.games.grid import Column, Form, Row, Written


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger(Form):
    """A page whose rows are lines of the acta, not sides.

    `columns` are the columns of a block, the first with the number of the line. `lines` is the
    number of lines in each of its `blocks`. Columns from `apart` on are counts, separate from the
    play.
    """

    to_a_page: ClassVar[int] = 1

    lanes: int = 0
    boxes: int = 0
    head: str = field(default_factory=lambda: _("N.º"))
    total_head: str = ""
    columns: tuple[Column, ...] = field()  # type: ignore[assignment]
    lines: int = field()  # type: ignore[assignment]

    @property
    def block(self) -> float:
        return sum(column.width for column in self.columns)

    @property
    def thick(self) -> Sequence[int]:
        return (0,)

    def pages(self, rows: list[Row], labels: Sequence[str]) -> list[list[list[Written]]]:
        """Return the lines of each page, its blocks one after the other.

        Empty lines also have numbers, so that people can continue the paper by hand.
        """
        room = self.lines * self.blocks
        total = max(1, -(-len(rows) // room)) * room
        empty: list[Written] = [""] * (len(self.columns) - 1)
        lines = [[str(n + 1), *(rows[n].cells if n < len(rows) else empty)] for n in range(total)]
        return [lines[first : first + room] for first in range(0, total, room)]
