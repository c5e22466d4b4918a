"""Tests of imported files: every kind of file that is read, and files refused as a whole."""

import io
import zipfile
from datetime import date

import pytest
import tablib
from openpyxl import Workbook

from tests.rows import case, each
from tests.tournaments.people.imports.test_imports import pairs_of
from tournaments.people.imports.core import MAX_BYTES, RowFault, SheetError
from tournaments.people.imports.rows import ImportRow, read_rows
from tournaments.people.imports.worksheets import read_file, read_text
from tournaments.people.words import imports as wording

CSV = "Jugador 1;Jugador 2;Pueblo\nBegoña Ibáñez;Íñigo Peiró;Báguena\n"
BEGONA = [("Begoña Ibáñez", "Íñigo Peiró", "Báguena")]


def _zip(**members: str | bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/"), content)
    return buffer.getvalue()


def _xlsx(table: list[list[object]], sheets: int = 0) -> bytes:
    """Return a workbook: the table in the first worksheet, then `sheets` empty worksheets."""
    workbook, buffer = Workbook(), io.BytesIO()
    for line in table:
        workbook.active.append(line)
    for _sheet in range(sheets):
        workbook.create_sheet()
    workbook.save(buffer)
    return buffer.getvalue()


def _zip_compressed_with(compression: int) -> bytes:
    """Return a zip file whose member is compressed with this method."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        archive.writestr("xl/workbook.xml", "<a/>")
    return buffer.getvalue()


def _ods(body: str) -> bytes:
    namespace = "urn:oasis:names:tc:opendocument:xmlns:"
    content = (
        f'<office:document-content xmlns:office="{namespace}office:1.0" '
        f'xmlns:table="{namespace}table:1.0" xmlns:text="{namespace}text:1.0"><office:body>'
        f'<office:spreadsheet><table:table table:name="Hoja1">{body}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    return _zip(
        mimetype="application/vnd.oasis.opendocument.spreadsheet", **{"content.xml": content}
    )


TABLE = [["Jugador 1", "Jugador 2", "Pueblo"], list(BEGONA[0])]


@each(
    "content, remarks",
    case("UTF-8", CSV.encode(), ()),
    case("UTF-8 with mark", CSV.encode("utf-8-sig"), ()),
    case("UTF-16 with mark", CSV.encode("utf-16"), ()),
    case("UTF-16 little", CSV.encode("utf-16-le"), ()),
    case("UTF-16 big", CSV.encode("utf-16-be"), ()),
    case("Windows", CSV.encode("cp1252"), (RowFault("read_as_windows"),)),
    case("XLSX", lambda: _xlsx(TABLE), ()),
    case("ODS", lambda: tablib.Dataset(*TABLE[1:], headers=TABLE[0]).export("ods"), ()),
)
def test_every_file_type_and_encoding_gives_the_same_pair(content, remarks):
    sheet = read_file(content() if callable(content) else content)
    assert pairs_of(sheet) == BEGONA
    assert sheet.remarks == remarks


def test_numbers_and_booleans_of_a_spreadsheet_are_read():
    content = _xlsx(
        [["Nº", "Jugador 1", "Jugador 2", "Pagado", "Presente"], [7.0, "Paco", "Luis", True, None]]
    )
    assert read_rows(read_file(content))[0] == [ImportRow(2, "7", "Paco", "Luis", paid=True)]


def test_dates_of_a_spreadsheet_are_text_and_empty_rows_are_skipped():
    table = [
        ["Jugador 1", "Jugador 2", "Pueblo"],
        [None],
        [" "],
        ["Paco", "Luis", date(2026, 8, 16)],
    ]
    assert pairs_of(read_file(_xlsx(table))) == [("Paco", "Luis", "2026-08-16T00:00:00")]


def test_first_worksheet_with_content_is_read():
    workbook, buffer = Workbook(), io.BytesIO()
    workbook.create_sheet("Parejas").append(["Paco", "Luis", "Luco"])
    workbook.save(buffer)
    assert pairs_of(read_file(buffer.getvalue())) == [("Paco", "Luis", "Luco")]


def test_repeated_cells_and_rows_of_an_ods_keep_their_place():
    cell = "<table:table-cell{}><text:p>{}</text:p></table:table-cell>"
    empty_cells = '<table:table-cell table:number-columns-repeated="2"/>'
    body = (
        "<table:table-row>"
        + "".join(
            cell.format("", heading)
            for heading in ("Jugador 1", "Jugador 2", "Pueblo", "X", "Pagado")
        )
        + '</table:table-row><table:table-row table:number-rows-repeated="3"><table:table-cell/>'
        "</table:table-row><table:table-row>"
        + cell.format("", "Pa<text:s/>co")
        + cell.format("", "Lu<text:span>is</text:span>")
        + empty_cells
        + "<text:p>no es una casilla</text:p>"
        + cell.format(' office:value-type="boolean" office:boolean-value="true"', "VERDADERO")
        + "</table:table-row>"
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row>'
    )
    assert read_rows(read_file(_ods(body)))[0] == [ImportRow(5, "", "Pa co", "Luis", paid=True)]


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ja"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
    "<workbook>&b;</workbook>"
)
ROW = (
    "<table:table-row{}><table:table-cell{}><text:p>Paco</text:p></table:table-cell>"
    "</table:table-row>"
)


@pytest.mark.slow
@each(
    "content, code",
    case("nothing", b"", "empty"),
    case("only separators", b"\xef\xbb\xbf \n;;;\n", "empty"),
    case("over 2 MB", b"x" * (MAX_BYTES + 1), "too_big"),
    case("5,011 lines", b"Paco;Luis\n" * 5011, "too_many_rows"),
    case("21 columns", b"a;" * 20 + b"b", "too_many_columns"),
    case("xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "old_excel"),
    case("PDF", b"%PDF-1.7\n", "not_a_table"),
    case("picture", b"\x89PNG\r\n\x1a\n" + bytes(64), "not_a_table"),
    case("random bytes", bytes(range(1, 32)) * 40, "not_a_table"),
    case("broken zip", b"PK\x03\x04 no zip", "unreadable"),
    case("half an XLSX", lambda: _xlsx(TABLE)[:-200], "unreadable"),
    case("zip of something else", lambda: _zip(**{"a.txt": "hola"}), "not_a_table"),
    case("not quite XLSX", lambda: _zip(**{"xl/workbook.xml": "<workbook/>"}), "unreadable"),
    case("XML entities", lambda: _zip(**{"xl/workbook.xml": BOMB}), "unsafe_xml"),
    case(
        "hidden entities", lambda: _zip(**{"xl/workbook.xml": BOMB.encode("utf-16")}), "unsafe_xml"
    ),
    case(
        "zip bomb",
        lambda: _zip(**{"xl/workbook.xml": "<a/>", "x": bytes(60_000_000)}),
        "zip_too_big",
    ),
    case("endless XML", lambda: _zip(**{"xl/workbook.xml": "<a/>" * 2_000_001}), "zip_too_big"),
    case(
        "a thousand members",
        lambda: _zip(**{"xl/workbook.xml": "<a/>", **{f"f{number}": "" for number in range(1000)}}),
        "zip_too_big",
    ),
    case(
        "repeated rows",
        lambda: _ods(ROW.format(' table:number-rows-repeated="1048576"', "")),
        "too_many_rows",
    ),
    case(
        "repeated columns",
        lambda: _ods(ROW.format("", ' table:number-columns-repeated="16384"')),
        "too_many_columns",
    ),
    case("rows one by one", lambda: _ods(ROW.format("", "") * 5_011), "too_many_rows"),
    case("empty sheets", lambda: _xlsx([], sheets=30), "too_many_sheets"),
    case("only empty sheets", lambda: _xlsx([], sheets=2), "empty"),
    case("unusual compression", lambda: _zip_compressed_with(zipfile.ZIP_LZMA), "unreadable"),
    case("broken ODS", lambda: _ods("<table:table-row>"), "unreadable"),
)
def test_file_that_is_no_list_is_refused_as_a_whole(content, code):
    with pytest.raises(SheetError) as error:
        read_file(content() if callable(content) else content)
    assert error.value.code == code
    assert wording.list_refusal(error.value).status == 400
    assert str(wording.list_refusal(error.value))


def test_unclosed_quote_does_not_swallow_the_following_lines():
    text = '"El Rubio;Luis\nPilar;Chema\nAna;Eva'
    assert [(first, second) for first, second, _town in pairs_of(read_text(text))] == [
        ('"El Rubio', "Luis"),
        ("Pilar", "Chema"),
        ("Ana", "Eva"),
    ]


@each(
    "text, code",
    case("5,001 pairs", "Paco;Luis\n" * 5001, "too_many_rows"),
    case("only headings", "Jugador 1;Jugador 2\n", "empty"),
)
def test_list_without_pairs_or_with_too_many_is_refused(text, code):
    with pytest.raises(SheetError) as error:
        read_rows(read_text(text))
    assert error.value.code == code


def test_paste_over_two_megabytes_is_refused():
    with pytest.raises(SheetError, match="too_big"):
        read_text("ñ" * 1_000_001)
