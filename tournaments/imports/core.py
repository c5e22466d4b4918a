"""Types that the parts of an import share: limits, sheets, and faults as codes with values."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

MAX_BYTES = 2_000_000
MAX_UNZIPPED = 50_000_000
MAX_ROWS = 5_000  # entries
MAX_LINES = MAX_ROWS + 10  # with titles and headings
MAX_COLUMNS = 20
MAX_SHEETS = 30  # looked into before one with something in it
MAX_WALKED = 1_100_000  # rows looked at, empty ones too: one sheet to its last row
LONGEST_LINE = 3_000  # letters of a line; a team with its people has half


class SheetError(ValueError):
    """A paste or a file of which no row can be read; `code` and `params` say why."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code, self.params = code, params


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong (or only worth saying) about a row; `field` is the cell, "" for none."""

    code: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)
    field: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """Cells as they came; `number` counts the lines of the source from 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines that hold something, in order, and what is to be said about the whole."""

    lines: tuple[Line, ...]
    remarks: tuple[Fault, ...] = ()
