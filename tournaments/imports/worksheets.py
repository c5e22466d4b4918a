"""Reading a paste or a file into rows of cells, within limits.

Text may be separated by tabs, semicolons, bars, commas or nothing. Files are told by what they
hold.
"""

import csv
import re
from collections.abc import Iterable, Iterator

from tournaments.imports.core import (
    LONGEST_LINE,
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_LINES,
    MAX_ROWS,
    Fault,
    Line,
    Sheet,
    SheetError,
)
from tournaments.imports.office import read_ods, read_xlsx, what_zip

SEPARATORS = "\t;|,"
AT_ONCE = 200_000  # letters of a paste: three thousand pairs
LONGEST_CELL = 5  # lines: a quote left open must not swallow the rest of the paste
LOST = re.compile("[\x00\ud800-\udfff]")  # no database keeps them
OLD_EXCEL = b"\xd0\xcf\x11\xe0"
NOT_TABLES = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"{\\rtf", b"\x1f\x8b", b"Rar!")


def read_text(text: str, remarks: tuple[Fault, ...] = ()) -> Sheet:
    """The rows of a paste. Raises SheetError when it is empty or too big.

    >>> [line.cells for line in read_text("Paco;Luis;Luco\\nChema / Pilar").lines]
    [('Paco', 'Luis', 'Luco'), ('Chema / Pilar',)]
    """
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise SheetError("too_big", limit=MAX_BYTES // 1_000_000)
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    start = 1
    separator = ""
    if lines[0].lower().startswith("sep=") and lines[0][4:5]:
        separator, lines, start = lines[0][4], lines[1:], 2
    separator = separator or find_separator(lines)
    return sheet(_split(lines, separator, start), remarks)


def read_file(content: bytes) -> Sheet:
    """The rows of a CSV, XLSX or ODS file. Raises SheetError when it cannot be one."""
    refuse_at_sight(content)
    if content.startswith(b"PK"):
        read = {"xlsx": read_xlsx, "ods": read_ods}[what_zip(content)]
        return sheet(read(content))
    text, remarks = decode(content)
    if sum(ord(c) < 32 and c not in "\t\r\n" for c in text) > len(text) // 20:
        raise SheetError("not_a_table")
    return read_text(text, remarks)


def refuse_at_sight(content: bytes) -> None:
    """Raise SheetError for what the size and the first bytes tell to be no list."""
    if len(content) > MAX_BYTES:
        raise SheetError("too_big", limit=MAX_BYTES // 1_000_000)
    if not content.strip():
        raise SheetError("empty")
    if content.startswith(OLD_EXCEL):
        raise SheetError("old_excel")
    if content.startswith(NOT_TABLES):
        raise SheetError("not_a_table")


def decode(content: bytes) -> tuple[str, tuple[Fault, ...]]:
    """The text of a file: UTF-8 or UTF-16, else what old Windows programs write, with a remark.

    >>> decode("Begoña Ibáñez".encode("cp1252"))
    ('Begoña Ibáñez', (Fault(code='read_as_windows', params={}, field=''),))
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace"), ()
    if content[1:400:2].count(0) * 3 > len(content[1:400:2]):
        return content.decode("utf-16-le", "replace"), ()
    if content[0:400:2].count(0) * 3 > len(content[0:400:2]):
        return content.decode("utf-16-be", "replace"), ()
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace"), (Fault("read_as_windows"),)


def find_separator(lines: Iterable[str]) -> str:
    """The character between cells: the first of tab ; | , that half of the lines have, or "".

    A comma also parts surname from name: it only counts where no line joins two names with a
    slash or a dash.

    >>> find_separator(["Gil, Paco / Sanz, Luis"]), find_separator(["Gil, Paco; Sanz, Luis"])
    ('', ';')
    """
    full = [line for line in lines if line.strip()]
    for separator in SEPARATORS:
        with_it = sum(separator in line for line in full)
        if separator == "," and any(mark in line for line in full for mark in ("/", " - ", " – ")):
            continue
        if with_it and with_it * 2 >= len(full):
            return separator
    return ""


def sheet(lines: Iterable[Line], remarks: tuple[Fault, ...] = ()) -> Sheet:
    """The lines with something in them. Raises SheetError for none, too many or endless letters."""
    full: list[Line] = []
    letters = 0
    for line in lines:
        cells = [_tidied(without_lost(cell)) for cell in line.cells]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if len(cells) > MAX_COLUMNS:
            raise SheetError("too_many_columns", line=line.number, limit=MAX_COLUMNS)
        if len(full) == MAX_LINES:
            raise SheetError("too_many_rows", limit=MAX_ROWS)
        long = sum(map(len, cells))
        letters += long
        if long > LONGEST_LINE:
            raise SheetError("line_too_long", line=line.number, limit=LONGEST_LINE)
        if letters > MAX_BYTES:  # a spreadsheet writes a text once for all its cells
            raise SheetError("too_big", limit=MAX_BYTES // 1_000_000)
        full.append(Line(line.number, tuple(cells)))
    if not full:
        raise SheetError("empty")
    return Sheet(tuple(full), remarks)


def quick_to_read(text: str) -> bool:
    """Whether a paste may be read while the page waits.

    >>> quick_to_read("Paco / Luis"), quick_to_read("Paco / Luis" * 100_000)
    (True, False)
    """
    return len(text) <= AT_ONCE


def _tidied(cell: str) -> str:
    """The cell with one space where there were many, which is what makes a search slow.

    >>> _tidied(" Paco   Gil\\n\\n Luis ")
    'Paco Gil\\nLuis'
    """
    lines = (" ".join(line.split()) for line in cell.split("\n"))
    return "\n".join(line for line in lines if line)


def without_lost(text: str) -> str:
    """The text with U+FFFD where it held NUL or half a character: seen, and refused, later."""
    return LOST.sub("\ufffd", text)


def _split(lines: list[str], separator: str, start: int) -> Iterator[Line]:
    """Cut each line in cells; a quoted cell may hold line breaks, within reason."""
    if not separator:
        return (Line(start + place, _cut(line, "")) for place, line in enumerate(lines))
    try:
        return iter(list(_quoted(lines, separator, start)))
    except csv.Error:
        return (Line(start + place, _cut(line, separator)) for place, line in enumerate(lines))


def _quoted(lines: list[str], separator: str, start: int) -> Iterator[Line]:
    """Cells as spreadsheets quote them. Raises csv.Error at a quote that does not close."""
    reader = csv.reader((line + "\n" for line in lines), delimiter=separator)
    before = 0
    for cells in reader:
        if reader.line_num - before > LONGEST_CELL:
            raise csv.Error("open quote")
        if any("\n" in cell and separator in cell for cell in cells):
            raise csv.Error("open quote")
        alone = lines[before] if reader.line_num - before == 1 else ""
        if alone and separator not in alone:
            cells = list(_cut(alone, ""))
        yield Line(start + before, tuple(cells))
        before = reader.line_num


def _cut(line: str, separator: str) -> tuple[str, ...]:
    """One line whose quotes mean nothing; without its separator, any other one serves."""
    for mark in (separator, "\t", ";", "|"):
        if mark and mark in line:
            return tuple(_unquoted(cell) for cell in line.split(mark))
    return (_unquoted(line),)


def _unquoted(cell: str) -> str:
    bare = cell.strip()
    return bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] == '"' else cell
