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
    MAX_ROWS_READ,
    MAX_SHEETS,
    MAX_UNZIPPED,
    RawLine,
    SheetError,
)

MAX_MEMBERS = 1_000
MAX_TAGS = 1_000_000  # XML tags in a file: a worksheet within the limits has at most half
LAST_ROW = 1_048_576
COMPRESSION_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # those of every spreadsheet
ENCRYPTED_FLAG = 0x1  # the flag of a member with a password
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
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > MAX_MEMBERS or sum(m.file_size for m in members) > MAX_UNZIPPED:
                raise SheetError("zip_too_big", limit=MAX_UNZIPPED // 1_000_000)
            if any(member.flag_bits & ENCRYPTED_FLAG for member in members):
                raise SheetError("protected")
            if any(member.compress_type not in COMPRESSION_METHODS for member in members):
                raise SheetError("unreadable")
            names = {member.filename for member in members}
            kind = (
                "xlsx" if "xl/workbook.xml" in names else "ods" if _is_ods(archive, names) else ""
            )
            if not kind:
                raise _other_program(names)
            _refuse_bombs(archive, members)
            if kind == "ods" and b"encryption-data" in _member(
                archive, names, "META-INF/manifest.xml"
            ):
                raise SheetError("protected")
            return kind
    except (SheetError, MemoryError):
        raise
    except Exception as error:  # a broken zip can raise any error
        raise SheetError("unreadable") from error


def read_xlsx(content: bytes) -> list[FilledSheet]:
    """Return the visible filled sheets; if there are none, the hidden filled sheets.

    Reading stops at a limit of `_ReadCounter`. Raises SheetError for a broken file, or if a limit
    comes before the first filled sheet.
    """
    from openpyxl import load_workbook  # imported here: openpyxl takes 7 MB of a process

    counter = _ReadCounter()
    sheets: list[FilledSheet] = []
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        for hidden in (False, True):
            for worksheet in book.worksheets:
                if (sheets and hidden) or (worksheet.sheet_state != "visible") != hidden:
                    continue
                counter.count_sheet()
                rows = worksheet.iter_rows(
                    max_row=LAST_ROW, max_col=MAX_COLUMNS + 1, values_only=True
                )
                sheets += _filled_sheet(worksheet.title, _xlsx_lines(rows, counter))
    except MemoryError:
        raise
    except Exception as error:  # openpyxl can raise any error for a broken file
        return _sheets_before_limit(sheets, error)
    return sheets


def read_ods(content: bytes) -> list[FilledSheet]:
    """Return the filled sheets. Stops at a limit, and raises SheetError, as `read_xlsx` does."""
    sheets: list[FilledSheet] = []
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive, archive.open("content.xml") as xml:
            for sheet in _ods_tables(xml, _ReadCounter()):
                sheets.append(sheet)
    except MemoryError:
        raise
    except Exception as error:  # a broken zip or broken XML
        return _sheets_before_limit(sheets, error)
    return sheets


def _sheets_before_limit(sheets: list[FilledSheet], error: Exception) -> list[FilledSheet]:
    """Return the sheets read before the error, if it is a limit and there are any.

    Raises SheetError otherwise.
    """
    if isinstance(error, SheetError) and sheets:
        return sheets
    raise error if isinstance(error, SheetError) else SheetError("unreadable") from error


def _filled_sheet(name: str, lines: Iterable[RawLine]) -> list[FilledSheet]:
    """Return a list with the sheet of these lines; [] if every line is empty."""
    try:
        filled_lines = _filled_lines(lines)
    except SheetError as error:
        if error.code != "too_many_rows":
            raise
        return [FilledSheet(name, error=error)]
    return [FilledSheet(name, tuple(filled_lines))] if filled_lines else []


def _other_program(names: set[str]) -> SheetError:
    """Return the error of a zip that is no spreadsheet, with the program that wrote it if known."""
    for member, program in PROGRAMS:
        if member in names:
            return SheetError("other_program", program=program)
    return SheetError("not_a_table")


def _member(archive: zipfile.ZipFile, names: set[str], name: str) -> bytes:
    return archive.read(name) if name in names else b""


def cell_text(value: object) -> str:
    """Return a cell's value as a person would write it.

    >>> [cell_text(value) for value in (None, 12.0, True, "Paco ")]
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


def _is_ods(archive: zipfile.ZipFile, names: set[str]) -> bool:
    """Return whether the zip declares that it is an OpenDocument spreadsheet."""
    if not {"mimetype", "content.xml"} <= names:
        return False
    return (
        archive.read("mimetype")
        .strip()
        .startswith(b"application/vnd.oasis.opendocument.spreadsheet")
    )


def _refuse_bombs(archive: zipfile.ZipFile, members: Iterable[zipfile.ZipInfo]) -> None:
    """Raise SheetError for a document type in any part, for XML in UTF-16 and for too many tags."""
    tags = 0
    for member in members:
        part = archive.read(member)
        is_xml = member.filename.endswith((".xml", ".rels"))
        if b"<!DOCTYPE" in part or b"<!ENTITY" in part or (is_xml and b"\x00" in part[:200]):
            raise SheetError("unsafe_xml")
        tags += part.count(b"<")
        if tags > MAX_TAGS:
            raise SheetError("zip_too_big", limit=MAX_UNZIPPED // 1_000_000)


class _ReadCounter:
    """Counter of the sheets and rows read, filled or empty."""

    def __init__(self) -> None:
        self.sheets = self.rows = 0

    def count_sheet(self) -> None:
        """Count a sheet. Raises SheetError past the limit."""
        self.sheets += 1
        if self.sheets > MAX_SHEETS:
            raise SheetError("too_many_sheets", limit=MAX_SHEETS)

    def count_row(self) -> None:
        """Count a row. Raises SheetError past the limit."""
        self.rows += 1
        if self.rows > MAX_ROWS_READ:
            raise SheetError("too_many_empty_rows")


def _xlsx_lines(rows: Iterable[tuple[object, ...]], counter: _ReadCounter) -> Iterator[RawLine]:
    """Yield the rows that have a value."""
    for number, row in enumerate(rows, 1):
        counter.count_row()
        if row.count(None) < len(row):
            yield RawLine(number, tuple(map(cell_text, row)))


def _filled_lines(lines: Iterable[RawLine]) -> list[RawLine]:
    """Return the filled lines. Raises SheetError `too_many_rows`."""
    filled_lines: list[RawLine] = []
    for line in lines:
        if any(cell.strip() for cell in line.cells):
            filled_lines.append(line)
        if len(filled_lines) > MAX_LINES:
            raise SheetError("too_many_rows", limit=MAX_ROWS)
    return filled_lines


def _ods_tables(xml: IO[bytes], counter: _ReadCounter) -> Iterator[FilledSheet]:
    """Yield each filled table of an ODS as the file is read."""
    lines: list[RawLine] = []
    number, name = 1, ""
    error: SheetError | None = None
    for event, element in iterparse(xml, ("start", "end")):
        if event == "start":
            if element.tag == f"{TABLE}table":
                counter.count_sheet()
                lines = []
                number = 1
                error = None
                name = element.get(f"{TABLE}name", "")
        elif element.tag == f"{TABLE}table-row":
            counter.count_row()
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
            text = cell_text(cell.get(f"{OFFICE}boolean-value") == "true")
        if not text and cell.get(f"{OFFICE}value-type") == "float":
            text = cell_text(float(cell.get(f"{OFFICE}value", "0")))
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
