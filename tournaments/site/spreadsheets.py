"""Tables as files for a spreadsheet: CSV, Excel and LibreOffice.

A package makes an `ExportTable`; its view returns `table_response(table, stem, format)`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.names.formulas import defuse
from tournaments.refusal import refuse_unknown_choice

Cell = str | int | float | Decimal | datetime | None

BOM = "\ufeff"  # Excel misreads accents without this mark
TITLE_LENGTH = 31  # the most letters of a worksheet's name in Excel
TITLE_TRANSLATION = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))
KINDS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
}


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A table with a heading for each column; times are aware, and go out in local time."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def table_file(table: ExportTable, format: str) -> bytes:
    """Return the file of a table in one of the `KINDS`.

    CSV has semicolons, amounts with a decimal comma, and the mark of UTF-8, as a Spanish Excel
    expects. An apostrophe is put before a text that a spreadsheet would take for a formula. Numbers
    stay numbers.
    """
    import tablib  # imported here: with openpyxl it takes 10 MB of a process

    data = tablib.Dataset(title=_sheet_title(table.title), headers=list(table.headings))
    for row in table.rows:
        data.append([_cell(value, format) for value in row])
    if format == "csv":
        text: str = data.export("csv", delimiter=";", lineterminator="\r\n")
        return (BOM + text).encode()
    content: bytes = data.export(format)
    return content


def _sheet_title(title: str) -> str:
    return " ".join(title.translate(TITLE_TRANSLATION).split())[:TITLE_LENGTH] or "Tapete"


def _cell(value: Cell, format: str) -> Any:
    if value is None:
        return ""
    if isinstance(value, datetime):
        local = timezone.localtime(value).replace(tzinfo=None, microsecond=0)
        return local.isoformat(" ", "minutes") if format == "csv" else local
    if isinstance(value, Decimal) and format == "csv":
        return str(value).replace(".", ",")
    return defuse(value) if isinstance(value, str) else value


def table_response(table: ExportTable, stem: str, format: str) -> HttpResponse:
    """Return the file of a table, named `stem` with the ending of its format.

    Raises Refused 400 for an unknown format.
    """
    refuse_unknown_choice("format", format, KINDS)
    response = HttpResponse(table_file(table, format), content_type=KINDS[format])
    response.headers["Content-Disposition"] = f'attachment; filename="{stem}.{format}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


def requested_format(request: HttpRequest) -> str:
    """Return the format of `?como=`, CSV by default."""
    return request.GET.get("como", "csv")
