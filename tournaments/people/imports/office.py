"""Reading of untrusted XLSX and ODS files: each file is measured before it is unpacked.

ODS has its own reader, because tablib's loses the place of repeated empty cells.
"""

import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import IO
from xml.etree.ElementTree import Element, iterparse

from tournaments.people.imports.core import (
    MAX_COLUMNS,
    MAX_LINES,
    MAX_ROWS,
    MAX_SHEETS,
    MAX_UNZIPPED,
    MAX_WALKED,
    RawLine,
    SheetError,
)

MAX_MEMBERS = 1_000
MAX_TAGS = 1_000_000  # XML tags in a file: a worksheet within the limits has half as many
LAST_ROW = 1_048_576
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the methods that every spreadsheet uses
LOCKED = 0x1  # the flag of a member with a password
PROGRAMS = (
    ("Index/Document.iwa", "Numbers"),
    ("xl/workbook.bin", "Excel (.xlsb)"),
    ("word/document.xml", "Word (.docx)"),
    ("ppt/presentation.xml", "PowerPoint (.pptx)"),
)
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"


@dataclass(frozen=True, slots=True)
class FilledSheet:
    """A filled sheet of a workbook; `error` is set if it has too many lines."""

    name: str
    lines: tuple[RawLine, ...] = ()
    error: SheetError | None = None


def zip_kind(content: bytes) -> str:
    """Return the kind of a zip, "xlsx" or "ods", after checking that it is safe to open.

    Raises SheetError for another kind, for a file that unpacks past the limits, and for XML with a
    document type (entities can make an XML bomb).
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as box:
            members = box.infolist()
            if len(members) > MAX_MEMBERS or sum(m.file_size for m in members) > MAX_UNZIPPED:
                raise SheetError("zip_too_big", limit=MAX_UNZIPPED // 1_000_000)
            if any(member.flag_bits & LOCKED for member in members):
                raise SheetError("protected")
            if any(member.compress_type not in PACKED for member in members):
                raise SheetError("unreadable")
            names = {member.filename for member in members}
            kind = "xlsx" if "xl/workbook.xml" in names else "ods" if _is_ods(box, names) else ""
            if not kind:
                raise _other_program(names)
            _refuse_bombs(box, members)
            if kind == "ods" and b"encryption-data" in _member(box, names, "META-INF/manifest.xml"):
                raise SheetError("protected")
            return kind
    except (SheetError, MemoryError):
        raise
    except Exception as error:  # a broken zip can raise any error
        raise SheetError("unreadable") from error


def read_xlsx(content: bytes) -> list[FilledSheet]:
    """Return the visible filled sheets, else the hidden filled sheets.

    Stop at a limit of `_Walk`. Raises SheetError for a broken file, or if a limit comes before the
    first filled sheet.
    """
    from openpyxl import load_workbook  # imported here: openpyxl takes 7 MB of a process

    walk = _Walk()
    pages: list[FilledSheet] = []
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        for hidden in (False, True):
            for sheet in book.worksheets:
                if (pages and hidden) or (sheet.sheet_state != "visible") != hidden:
                    continue
                walk.sheet()
                rows = sheet.iter_rows(max_row=LAST_ROW, max_col=MAX_COLUMNS + 1, values_only=True)
                pages += _page(sheet.title, _xlsx_lines(rows, walk))
    except MemoryError:
        raise
    except Exception as error:  # openpyxl can raise any error for a broken file
        return _until(pages, error)
    return pages


def read_ods(content: bytes) -> list[FilledSheet]:
    """Return the filled sheets. Stop at a limit, and raise SheetError, as `read_xlsx` does."""
    pages: list[FilledSheet] = []
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as box, box.open("content.xml") as xml:
            for page in _ods_tables(xml, _Walk()):
                pages.append(page)
    except MemoryError:
        raise
    except Exception as error:  # a broken zip or broken XML
        return _until(pages, error)
    return pages


def _until(pages: list[FilledSheet], error: Exception) -> list[FilledSheet]:
    """Return the sheets read before a limit. Raises SheetError if there are none, or for another
    error than a limit.
    """
    if isinstance(error, SheetError) and pages:
        return pages
    raise error if isinstance(error, SheetError) else SheetError("unreadable") from error


def _page(name: str, lines: Iterable[RawLine]) -> list[FilledSheet]:
    """Return a list with the sheet of these lines; [] if no line is filled."""
    try:
        filled = _filled_lines(lines)
    except SheetError as error:
        if error.code != "too_many_rows":
            raise
        return [FilledSheet(name, error=error)]
    return [FilledSheet(name, tuple(filled))] if filled else []


def _other_program(names: set[str]) -> SheetError:
    """Build the refusal of a zip that another program wrote."""
    for member, program in PROGRAMS:
        if member in names:
            return SheetError("other_program", program=program)
    return SheetError("not_a_table")


def _member(box: zipfile.ZipFile, names: set[str], name: str) -> bytes:
    return box.read(name) if name in names else b""


def as_text(value: object) -> str:
    """Return a cell's value as a person would write it.

    >>> [as_text(value) for value in (None, 12.0, True, "Paco ")]
    ['', '12', 'sí', 'Paco ']
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "sí" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value)


def _is_ods(box: zipfile.ZipFile, names: set[str]) -> bool:
    """Return whether the zip declares an OpenDocument spreadsheet."""
    if not {"mimetype", "content.xml"} <= names:
        return False
    return (
        box.read("mimetype").strip().startswith(b"application/vnd.oasis.opendocument.spreadsheet")
    )


def _refuse_bombs(box: zipfile.ZipFile, members: Iterable[zipfile.ZipInfo]) -> None:
    """Raise SheetError for a document type in any part, for XML in UTF-16 and for too many tags."""
    tags = 0
    for member in members:
        part = box.read(member)
        is_xml = member.filename.endswith((".xml", ".rels"))
        if b"<!DOCTYPE" in part or b"<!ENTITY" in part or (is_xml and b"\x00" in part[:200]):
            raise SheetError("unsafe_xml")
        tags += part.count(b"<")
        if tags > MAX_TAGS:
            raise SheetError("zip_too_big", limit=MAX_UNZIPPED // 1_000_000)


class _Walk:
    """Counter of the sheets and rows read, filled or empty."""

    def __init__(self) -> None:
        self.sheets = self.rows = 0

    def sheet(self) -> None:
        """Count a sheet. Raises SheetError past the limit."""
        self.sheets += 1
        if self.sheets > MAX_SHEETS:
            raise SheetError("too_many_sheets", limit=MAX_SHEETS)

    def row(self) -> None:
        """Count a row. Raises SheetError past the limit."""
        self.rows += 1
        if self.rows > MAX_WALKED:
            raise SheetError("too_many_empty_rows")


def _xlsx_lines(rows: Iterable[tuple[object, ...]], walk: _Walk) -> Iterator[RawLine]:
    """Yield the rows with any value."""
    for number, row in enumerate(rows, 1):
        walk.row()
        if row.count(None) < len(row):
            yield RawLine(number, tuple(map(as_text, row)))


def _filled_lines(lines: Iterable[RawLine]) -> list[RawLine]:
    """Return the filled lines. Raises SheetError past the limit."""
    filled: list[RawLine] = []
    for line in lines:
        if any(cell.strip() for cell in line.cells):
            filled.append(line)
        if len(filled) > MAX_LINES:
            raise SheetError("too_many_rows", limit=MAX_ROWS)
    return filled


def _ods_tables(xml: IO[bytes], walk: _Walk) -> Iterator[FilledSheet]:
    """Yield each filled table of an ODS while the file streams."""
    lines: list[RawLine] = []
    number, name = 1, ""
    error: SheetError | None = None
    for event, element in iterparse(xml, ("start", "end")):
        if event == "start":
            if element.tag == f"{TABLE}table":
                walk.sheet()
                lines, number, error = [], 1, None
                name = element.get(f"{TABLE}name", "")
        elif element.tag == f"{TABLE}table-row":
            walk.row()
            cells = _ods_cells(element)
            times = _repetitions(element, "rows")
            if any(cell.strip() for cell in cells):
                room = MAX_LINES + 1 - len(lines)
                lines += [RawLine(number + n, cells) for n in range(min(times, room))]
            if len(lines) > MAX_LINES:
                error = SheetError("too_many_rows", limit=MAX_ROWS)
            number += times
            element.clear()
        elif element.tag == f"{TABLE}table":
            if lines:
                yield FilledSheet(name, () if error else tuple(lines), error)
            element.clear()


def _ods_cells(row: Element) -> tuple[str, ...]:
    """Return the cells of a row with their repetitions, at most `MAX_COLUMNS` + 1 cells."""
    cells: list[str] = []
    for cell in row:
        if cell.tag not in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
            continue
        text = "\n".join("".join(_texts(part)) for part in cell if part.tag == f"{TEXT}p")
        if cell.get(f"{OFFICE}value-type") == "boolean":
            text = as_text(cell.get(f"{OFFICE}boolean-value") == "true")
        if not text and cell.get(f"{OFFICE}value-type") == "float":
            text = as_text(float(cell.get(f"{OFFICE}value", "0")))
        room = MAX_COLUMNS + 1 - len(cells)
        cells += [text] * min(_repetitions(cell, "columns"), room)
    return tuple(cells)


def _texts(paragraph: Element) -> Iterator[str]:
    """Yield the texts of a paragraph; an element for repeated spaces yields one space."""
    for part in paragraph.iter():
        if part.tag == f"{TEXT}s":
            yield " "
        yield part.text or ""
        if part is not paragraph:
            yield part.tail or ""


def _repetitions(element: Element, axis: str) -> int:
    times = element.get(f"{TABLE}number-{axis}-repeated", "1")
    return max(1, int(times))
