"""Lists of pairs as halls keep them: every shape that is read, and every fault by its name."""

import ast
import inspect
import io
import json
import re
import zipfile
from pathlib import Path

import pytest
import tablib
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tournaments.imports import apart, columns, core, lines, office, rows, worksheets
from tournaments.imports.core import MAX_BYTES, Fault, Line, SheetError
from tournaments.imports.lines import Typed, read_line, read_person, write_person
from tournaments.imports.rows import Registered, Row, check_rows, keys_of, read_rows
from tournaments.imports.worksheets import read_file, read_text
from tournaments.names.people import Person, identity
from tournaments.services.entries.checks import clean_people
from tournaments.wording import imports as wording

PACO, PILAR = (
    Row(1, "", "Paco Gil", "Luis Sanz", town="Luco"),
    Row(2, "", "Pilar", "Chema", town=""),
)
TWO = [("Paco Gil", "Luis Sanz", "Luco"), ("Pilar", "Chema", "")]


def _pairs(sheet) -> list[tuple[str, str, str]]:
    return [(row.player_1, row.player_2, row.town) for row in read_rows(sheet)[0]]


# --- Shapes of text ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Paco Gil;Luis Sanz;Luco\nPilar;Chema", id="semicolons"),
        pytest.param("Paco Gil\tLuis Sanz\tLuco\r\nPilar\tChema\t\r\n", id="tabs"),
        pytest.param("Paco Gil|Luis Sanz|Luco\n\n\nPilar|Chema", id="bars and empty lines"),
        pytest.param("Paco Gil,Luis Sanz,Luco\rPilar,Chema", id="commas, old Mac"),
        pytest.param("Paco Gil / Luis Sanz (Luco)\nPilar - Chema", id="by hand"),
        pytest.param("1. Paco Gil y Luis Sanz (Luco)\n2) Pilar + Chema", id="numbered by hand"),
        pytest.param("sep=;\nPaco Gil;Luis Sanz;Luco\nPilar;Chema", id="Excel's own mark"),
        pytest.param('"Paco Gil";"Luis Sanz";"Luco"\n"Pilar";"Chema";""', id="quoted"),
        pytest.param('"Paco\nGil";Luis Sanz;Luco\nPilar;Chema', id="a broken cell"),
        pytest.param("Paco Gil;Luis Sanz;Luco\nPilar\tChema", id="semicolons, then tabs"),
        pytest.param("\ufeffPaco Gil;Luis Sanz;Luco\nPilar;Chema", id="byte order mark"),
        pytest.param("1;Paco Gil;Luis Sanz;Luco\n2;Pilar;Chema", id="number first"),
        pytest.param("Paco Gil / Luis Sanz;Luco\nPilar / Chema;", id="pair in one cell"),
        pytest.param(
            "Torneo de San Roque;;\nN.º;Jugador 1;Jugador 2;Peña o pueblo;Móvil\n"
            "4;Paco Gil;Luis Sanz;Luco;600123123\n5;Pilar;Chema;;",
            id="with headings",
        ),
        pytest.param(
            "Nombre;Apellidos;Nombre;Apellidos;Localidad\nPaco;Gil;Luis;Sanz;Luco\nPilar;;Chema",
            id="names and surnames",
        ),
        pytest.param(
            "PUEBLO\tCOMPAÑERO\tJUGADOR\nLuco\tLuis Sanz\tPaco Gil\n\tChema\tPilar", id="order"
        ),
        pytest.param("Player 1,Player 2,Town\nPaco Gil,Luis Sanz,Luco\nPilar,Chema,", id="English"),
        pytest.param("Pareja;Pueblo\nPaco Gil y Luis Sanz;Luco\nPilar y Chema;", id="pair heading"),
    ],
)
def test_the_same_two_pairs_come_out_of_every_shape(text):
    found = [
        (write_person(read_person(a)), write_person(read_person(b)), town)
        for a, b, town in _pairs(read_text(text))
    ]
    assert found == TWO


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("12. Paco Gil - Luis Sanz", Typed("12", "Paco Gil", "Luis Sanz")),
        ("nº 7 Paco / Luis", Typed("7", "Paco", "Luis")),
        ("7º Paco y Luis", Typed("7", "Paco", "Luis")),
        ("Paco y Luis", Typed("", "Paco", "Luis")),
        ("Luis e Íñigo", Typed("", "Luis", "Íñigo")),
        ("Ramón y Cajal / Luis", Typed("", "Ramón y Cajal", "Luis")),
        ("Gil, Paco / Sanz, Luis", Typed("", "Gil, Paco", "Sanz, Luis")),
        ("Paco (Luco) / Luis (Daroca)", Typed("", "Paco (Luco)", "Luis (Daroca)")),
        ("Paco / Luis (Luco)", Typed("", "Paco", "Luis", town="Luco")),
        ("Paco / Luis / Chema", Typed("", "Paco", "Luis", left=("Chema",))),
        ("Paco / Luis (Bañón) pagado", Typed("", "Paco", "Luis", town="Bañón", ticks=("pagado",))),
        ("Paco / Luis, presente", Typed("", "Paco", "Luis", ticks=("presente",))),
        (
            "Paco / Luis (Bañón) el lunes",
            Typed("", "Paco", "Luis", town="Bañón", left=("el lunes",)),
        ),
        ("Paco (Luco) hijo / Luis", Typed("", "Paco (Luco)", "Luis", left=("hijo",))),
        ("Paco / Luis - por la tarde", Typed("", "Paco", "Luis", left=("por la tarde",))),
        ("Paco, Luis y Ana", Typed("", "Paco", "Luis", left=("Ana",))),
        ("Gil, Paco y Sanz, Luis", Typed("", "Gil, Paco", "Sanz, Luis")),
        ("Ana-Belén & Luis", Typed("", "Ana-Belén", "Luis")),
        ("Paco", Typed("", "Paco")),
    ],
)
def test_a_line_written_by_hand(line, typed):
    assert read_line(line) == typed


@pytest.mark.parametrize(
    "someone",
    [
        Person("Paco", "Gil", "Luco"),
        Person("José Luis", "Sanz"),
        Person("José", "Luis Sanz"),
        Person("María del Mar", "Gil"),
        Person("El Rubio"),
        Person("Chema", "", "Luco"),
    ],
)
def test_a_person_written_in_a_field_is_read_back(someone):
    back = read_person(write_person(someone))
    assert (f"{back.name} {back.surname}".strip(), back.town) == (
        f"{someone.name} {someone.surname}".strip(),
        someone.town,
    )


def test_paid_and_present_are_read_as_people_tick():
    text = "Jugador 1;Jugador 2;Pagado;Asistencia\nA;B;sí;x\nC;D;20 €;✓\nE;F;NO;\nG;H;mañana;0\n"
    found, remarks = read_rows(read_text(text))
    assert [(row.paid, row.present) for row in found] == [
        (True, True),
        (True, True),
        (False, False),
        (False, False),
    ]
    assert found[3].noticed == (Fault("not_yes_or_no", {"text": "mañana"}, "paid"),)
    assert remarks == ()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Paco;Luis;Luco;sí;no", ""),
        ("Paco;Luis;Ana;Luco", "Luco"),
        ("Paco;Luis;Luco;sí;no;Ana Yus", "Ana Yus"),
        ("Paco / Luis / Ana;Luco", "Ana"),
        ("Jugador 1;Jugador 2;Jugador 3\nPaco;Luis;Ana Yus", "Ana Yus"),
        ("Jugador 1;Jugador 2;Pueblo\nPaco;Luis (Bañón) suplente: Ana;", "suplente: Ana"),
    ],
)
def test_what_has_no_place_in_a_line_is_asked_about(text, left):
    found, _remarks = read_rows(read_text(text))
    assert found[0].left == left
    [row] = check_rows(found, Registered())
    assert [fault.code for fault in row.errors] == (["left_over"] if left else [])
    assert "Ana" not in row.player_1 + row.player_2


@pytest.mark.parametrize("name", ["Paco/Luis", "Paco (hijo) Gil", "Paco (Luco", "Paco [2]"])
def test_a_mark_that_no_name_has_is_questioned(name):
    [row] = check_rows([Row(1, "", name, "Ana")], Registered())
    assert [(fault.code, fault.field) for fault in row.errors] == [("mark_in_name", "player_1")]


def test_without_headings_the_places_say_what_each_cell_is():
    found, _remarks = read_rows(
        read_text("Paco;Luis;Luco;sí\nPilar;Chema;20€\nAna;Eva;600 12 34 56;Luco")
    )
    assert [(row.town, row.paid) for row in found] == [("Luco", True), ("", True), ("Luco", False)]
    assert found[2].noticed == (Fault("private_dropped", {"count": 1}),)


def test_telephones_and_identity_cards_are_not_kept():
    sheet = read_text("Jugador 1;Jugador 2;Teléfono;DNI;Pueblo\nPaco;Luis;600123123;12345678Z;Luco")
    found, remarks = read_rows(sheet)
    assert found == [Row(2, "", "Paco", "Luis", town="Luco")]
    assert remarks == (Fault("columns_not_used", {"names": "Teléfono, DNI"}),)


def test_what_stands_above_the_headings_is_left_out_and_said():
    sheet = read_text(
        "Maratón de San Roque;;\n15 de agosto;;\nJugador 1;Jugador 2;Pueblo\nPaco;Luis;Luco"
    )
    assert read_rows(sheet) == (
        [Row(4, "", "Paco", "Luis", town="Luco")],
        (Fault("lines_above_header", {"count": 2}),),
    )


# --- Files ------------------------------------------------------------------------------------
CSV = "Jugador 1;Jugador 2;Pueblo\nBegoña Ibáñez;Íñigo Peiró;Báguena\n"
BEGONA = [("Begoña Ibáñez", "Íñigo Peiró", "Báguena")]


def _zip(**members: str | bytes) -> bytes:
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in members.items():
            out.writestr(name.replace("__", "/"), content)
    return box.getvalue()


def _xlsx(table: list[list[object]]) -> bytes:
    book, box = Workbook(), io.BytesIO()
    for line in table:
        book.active.append(line)
    book.save(box)
    return box.getvalue()


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


@pytest.mark.parametrize(
    ("content", "remarks"),
    [
        pytest.param(CSV.encode(), (), id="UTF-8"),
        pytest.param(CSV.encode("utf-8-sig"), (), id="UTF-8 with mark"),
        pytest.param(CSV.encode("utf-16"), (), id="UTF-16 with mark"),
        pytest.param(CSV.encode("utf-16-le"), (), id="UTF-16 little"),
        pytest.param(CSV.encode("utf-16-be"), (), id="UTF-16 big"),
        pytest.param(CSV.encode("cp1252"), (Fault("read_as_windows"),), id="Windows"),
        pytest.param(_xlsx(TABLE), (), id="XLSX"),
        pytest.param(tablib.Dataset(*TABLE[1:], headers=TABLE[0]).export("ods"), (), id="ODS"),
    ],
)
def test_every_kind_of_file_gives_the_same_pair(content, remarks):
    sheet = read_file(content)
    assert _pairs(sheet) == BEGONA
    assert sheet.remarks == remarks


def test_numbers_and_ticks_of_a_spreadsheet_are_words():
    content = _xlsx(
        [["Nº", "Jugador 1", "Jugador 2", "Pagado", "Presente"], [7.0, "Paco", "Luis", True, None]]
    )
    assert read_rows(read_file(content))[0] == [Row(2, "7", "Paco", "Luis", paid=True)]


def test_the_first_sheet_with_something_in_it_is_read():
    book, box = Workbook(), io.BytesIO()
    book.create_sheet("Parejas").append(["Paco", "Luis", "Luco"])
    book.save(box)
    assert _pairs(read_file(box.getvalue())) == [("Paco", "Luis", "Luco")]


def test_repeated_cells_and_rows_of_libreoffice_keep_their_place():
    cell = "<table:table-cell{}><text:p>{}</text:p></table:table-cell>"
    empty = '<table:table-cell table:number-columns-repeated="2"/>'
    body = (
        "<table:table-row>"
        + "".join(cell.format("", h) for h in ("Jugador 1", "Jugador 2", "Pueblo", "X", "Pagado"))
        + '</table:table-row><table:table-row table:number-rows-repeated="3"><table:table-cell/>'
        "</table:table-row><table:table-row>"
        + cell.format("", "Pa<text:s/>co")
        + cell.format("", "Lu<text:span>is</text:span>")
        + empty
        + cell.format("", "sí")
        + "</table:table-row>"
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row>'
    )
    assert read_rows(read_file(_ods(body)))[0] == [Row(5, "", "Pa co", "Luis", paid=True)]


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ja"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
    "<workbook>&b;</workbook>"
)
ROW = (
    "<table:table-row{}><table:table-cell{}><text:p>Paco</text:p></table:table-cell>"
    "</table:table-row>"
)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(b"", "empty", id="nothing"),
        pytest.param(b"\xef\xbb\xbf \n;;;\n", "empty", id="only separators"),
        pytest.param(b"x" * (MAX_BYTES + 1), "too_big", id="over 2 MB"),
        pytest.param(b"Paco;Luis\n" * 5011, "too_many_rows", id="5,011 lines"),
        pytest.param(b"a;" * 20 + b"b", "too_many_columns", id="21 columns"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "old_excel", id="xls"),
        pytest.param(b"%PDF-1.7\n", "not_a_table", id="PDF"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(64), "not_a_table", id="picture"),
        pytest.param(bytes(range(1, 32)) * 40, "not_a_table", id="bytes of anything"),
        pytest.param(b"PK\x03\x04 no zip", "unreadable", id="broken zip"),
        pytest.param(_xlsx(TABLE)[:-200], "unreadable", id="half an XLSX"),
        pytest.param(_zip(**{"a.txt": "hola"}), "not_a_table", id="zip of something else"),
        pytest.param(_zip(**{"xl/workbook.xml": "<workbook/>"}), "unreadable", id="not quite XLSX"),
        pytest.param(_zip(**{"xl/workbook.xml": BOMB}), "unsafe_xml", id="XML entities"),
        pytest.param(
            _zip(**{"xl/workbook.xml": BOMB.encode("utf-16")}), "unsafe_xml", id="hidden entities"
        ),
        pytest.param(
            _zip(**{"xl/workbook.xml": "<a/>", "x": bytes(60_000_000)}),
            "zip_too_big",
            id="zip bomb",
        ),
        pytest.param(
            _zip(**{"xl/workbook.xml": "<a/>" * 2_000_001}), "zip_too_big", id="endless XML"
        ),
        pytest.param(
            _zip(**{"xl/workbook.xml": "<a/>", **{f"f{n}": "" for n in range(1000)}}),
            "zip_too_big",
            id="a thousand members",
        ),
        pytest.param(
            _ods(ROW.format(' table:number-rows-repeated="1048576"', "")),
            "too_many_rows",
            id="rows",
        ),
        pytest.param(
            _ods(ROW.format("", ' table:number-columns-repeated="16384"')),
            "too_many_columns",
            id="columns",
        ),
        pytest.param(_ods("<table:table-row>"), "unreadable", id="broken ODS"),
    ],
)
def test_what_is_no_list_is_refused_as_a_whole(content, code):
    with pytest.raises(SheetError) as caught:
        read_file(content)
    assert caught.value.code == code
    assert wording.refused(caught.value).status == 400
    assert str(wording.refused(caught.value))


def test_a_quote_left_open_does_not_swallow_the_list():
    text = '"El Rubio;Luis\nPilar;Chema\nAna;Eva'
    assert [(a, b) for a, b, _town in _pairs(read_text(text))] == [
        ('"El Rubio', "Luis"),
        ("Pilar", "Chema"),
        ("Ana", "Eva"),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("Paco;Luis\n" * 5001, "too_many_rows", id="5,001 pairs"),
        pytest.param("Jugador 1;Jugador 2\n", "empty", id="only headings"),
    ],
)
def test_what_holds_no_pairs_or_too_many_is_refused(text, code):
    with pytest.raises(SheetError) as caught:
        read_rows(read_text(text))
    assert caught.value.code == code


def test_a_paste_over_two_megabytes_is_refused():
    with pytest.raises(SheetError, match="too_big"):
        read_text("ñ" * 1_000_001)


# --- What is wrong with a row -----------------------------------------------------------------
THERE = Registered(
    frozenset({3, 9}),
    {
        "ana yus|luco": (3, "Ana Yus · Eva Roche", "Luco"),
        "eva roche|luco": (3, "Ana Yus · Eva Roche", "Luco"),
    },
)


@pytest.mark.parametrize(
    ("row", "errors"),
    [
        pytest.param(Row(1, "5", town="Luco"), [("nobody", "player_1")], id="nobody"),
        pytest.param(Row(1, "", "A", "B", left="C"), [("left_over", "left")], id="three"),
        pytest.param(
            Row(1, "", "Paco Gil", "GIL, Paco"), [("same_person_twice", "player_2")], id="self"
        ),
        pytest.param(
            Row(1, "", "Ana Yus", "Paco", town="Luco"),
            [("plays_elsewhere", "player_1")],
            id="taken",
        ),
        pytest.param(Row(1, "0", "A", "B"), [("number_wrong", "number")], id="number 0"),
        pytest.param(Row(1, "10000", "A", "B"), [("number_wrong", "number")], id="number 10000"),
        pytest.param(Row(1, "siete", "A", "B"), [("number_wrong", "number")], id="number in words"),
        pytest.param(Row(1, "٧", "A", "B"), [("number_wrong", "number")], id="Arabic number"),
        pytest.param(Row(1, "9", "A", "B"), [("number_taken", "number")], id="number given"),
        pytest.param(Row(1, "", "P" * 61, "B"), [("text_too_long", "player_1")], id="long name"),
        pytest.param(
            Row(1, "", "A " + "G" * 81, "B"), [("text_too_long", "player_1")], id="surname"
        ),
        pytest.param(
            Row(1, "", "A", "B", town="L" * 61), [("text_too_long", "town")], id="long town"
        ),
        pytest.param(Row(1, "", "ﷺ" * 50, "B"), [("text_too_long", "player_1")], id="unfolds"),
        pytest.param(Row(1, "", "=2+2", "B"), [("text_formula", "player_1")], id="formula"),
        pytest.param(
            Row(1, "", "Gil, +Paco", "Sanz, Luis (@x)"),
            [("text_formula", "player_1"), ("text_formula", "player_2")],
            id="inner parts",
        ),
        pytest.param(Row(1, "", "A\x00", "B"), [("text_nul", "player_1")], id="NUL"),
        pytest.param(Row(1, "", "A", "\ud800"), [("text_surrogate", "player_2")], id="surrogate"),
        pytest.param(Row(1, "", "A", "\u202eB"), [("text_bidi", "player_2")], id="turned round"),
        pytest.param(Row(1, "", "A\x07", "B"), [("text_control", "player_1")], id="bell"),
        pytest.param(
            Row(1, "", "Begoï¿½", "Mu\ufffdoz"), [("text_undecoded", "player_2")], id="lost"
        ),
        pytest.param(
            Row(1, "", "Paco 600 123 123", "B"), [("private", "player_1")], id="telephone"
        ),
        pytest.param(
            Row(1, "", "A", "B", town="12345678Z"), [("private", "town")], id="identity card"
        ),
    ],
)
def test_a_row_that_cannot_be_registered_says_why_and_where(row, errors):
    (checked,) = check_rows([row], THERE)
    assert (checked.state, [(one.code, one.field) for one in checked.errors]) == ("bad", errors)
    assert all(wording.sentences(checked.errors))


@pytest.mark.parametrize("row", [Row(1, "", "Paco"), Row(1, "", "", "Paco", town="Luco")])
def test_who_comes_alone_looks_for_a_partner(row):
    (checked,) = check_rows([row], THERE)
    assert (checked.state, [one.code for one in checked.remarks]) == ("good", ["looks_for_partner"])
    assert [one.name for one in checked.players] == ["Paco"]


def test_who_is_alone_is_refused_where_he_plays_already():
    (checked,) = check_rows([Row(1, "", "", "Ana Yus", town="Luco")], THERE)
    assert (checked.state, [one.code for one in checked.remarks]) == (
        "already",
        ["already_entered"],
    )
    twice = check_rows([Row(1, "", "Paco", "Luis"), Row(2, "", "", "Luis")], Registered())
    assert [(one.state, [(e.code, e.field) for e in one.errors]) for one in twice] == [
        ("good", []),
        ("bad", [("plays_above", "player_2")]),
    ]


def test_good_rows_stay_good_whatever_stands_beside_them():
    checked = check_rows([PACO, Row(2, "", "Pilar", "Pilar"), PILAR], Registered())
    assert [row.state for row in checked] == ["good", "bad", "good"]


def test_the_later_of_two_rows_with_the_same_person_is_the_wrong_one():
    checked = check_rows([PACO, Row(2, "", "Luis Sanz", "Chema", town="Luco")], Registered())
    assert [row.state for row in checked] == ["good", "bad"]
    assert checked[1].errors == (
        Fault("plays_above", {"name": "Luis Sanz", "line": 1}, "player_1"),
    )


def test_a_person_of_a_bad_row_is_free_for_another():
    checked = check_rows([Row(1, "0", "Luis Sanz", "Eva", town="Luco"), PACO], Registered())
    assert [row.state for row in checked] == ["bad", "good"]


def test_the_same_pair_again_is_skipped_whichever_way_round():
    checked = check_rows([PACO, Row(2, "", "sanz, LUIS", "Paco  Gil", town="LUCO")], Registered())
    assert (checked[1].state, checked[1].remarks) == (
        "already",
        (Fault("repeated_pair", {"line": 1}),),
    )


def test_a_pair_already_registered_is_skipped_with_its_number():
    (checked,) = check_rows([Row(1, "", "Eva Roche", "Ana Yus", town="Luco")], THERE)
    assert (checked.state, checked.errors, checked.remarks) == (
        "already",
        (),
        (Fault("already_entered", {"number": 3}),),
    )


def test_a_number_twice_in_the_list_is_wrong_the_second_time():
    checked = check_rows([Row(1, "5", "A", "B"), Row(2, "5", "C", "D")], Registered())
    assert checked[1].errors == (Fault("number_repeated", {"number": 5, "line": 1}, "number"),)


def test_namesakes_of_two_villages_are_good_but_said():
    checked = check_rows([PACO, Row(2, "", "Paco Gil", "Chema", town="Daroca")], Registered())
    assert (checked[1].state, checked[1].remarks) == (
        "good",
        (Fault("namesake", {"name": "Paco Gil", "towns": "Luco"}, "player_1"),),
    )


def test_letters_saved_twice_are_put_right_and_said():
    found, _remarks = read_rows(read_text("BegoÃ±a;Ã\x8dÃ±igo;BÃ¡guena"))
    assert [(row.player_1, row.town) for row in found] == [("Begoña", "Báguena")]
    assert found[0].noticed[0] == Fault(
        "misread", {"before": "BegoÃ±a", "after": "Begoña"}, "player_1"
    )


@pytest.mark.parametrize("name", ["🃏 El As", "محمد علي", "דוד כהן", "王伟", "👨‍👩‍👧", "O'Hara"])
def test_every_script_is_good(name):
    (checked,) = check_rows([Row(1, "", name, "Luis")], Registered())
    assert checked.state == "good"


def test_two_thousand_rows():
    text = "\n".join(f"Paco{n};Luis{n};Luco" for n in range(2000))
    found, _remarks = read_rows(read_text(text))
    assert {row.state for row in check_rows(found, Registered())} == {"good"}
    assert len(found) == 2000


# --- Anything at all --------------------------------------------------------------------------
PIECES = st.lists(
    st.sampled_from([*'Pñ1/(),;|"=@ \t\n\r', " y ", " - ", "12. ", "\x00", "\ud800", "\u202e", "ﷺ"])
    | st.characters(),
    max_size=60,
).map("".join)


@given(PIECES)
def test_any_text_is_read_or_refused_in_words_and_what_is_good_may_be_registered(text):
    try:
        found, _remarks = read_rows(read_text(text))
    except SheetError as error:
        assert str(wording.refused(error))
        return
    for row in check_rows(found, Registered()):
        assert all(wording.sentences([*row.errors, *row.remarks])) or row.state == "good"
        if row.state == "good":
            people, _town = clean_people(1 if row.alone else 2, row.players, row.town)
            assert tuple(identity(one) for one in people) == keys_of(row)
            assert str(json.dumps(row.as_json())).encode()


@given(st.binary(max_size=400) | st.binary(max_size=400).map(lambda tail: b"PK\x03\x04" + tail))
def test_any_file_is_read_or_refused(content):
    try:
        sheet = read_file(content)
    except SheetError as error:
        assert str(wording.refused(error))
    else:
        assert sheet.lines


# --- Words ------------------------------------------------------------------------------------
def _codes(*modules) -> set[str]:
    """Every code that these modules give, read from their source."""
    text = "".join(inspect.getsource(module) for module in modules)
    return set(re.findall(r'(?:Fault|SheetError)\(\s*"(\w+)"', text))


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    from tournaments.names.characters import CODES

    codes = _codes(apart, columns, core, lines, office, rows, worksheets) | set(CODES)
    words = set(wording.SHEETS) | set(wording.ERRORS) | set(wording.REMARKS)
    assert codes == words


def test_sentences_say_field_and_values():
    fault = Fault("plays_above", {"name": "Luis Sanz", "line": 4}, "player_2")
    with translation.override("es"):
        assert wording.sentence(fault) == (
            "Jugador 2: Luis Sanz ya está en la línea 4. Si es otra persona que se llama igual, "
            "añádale el apodo o el pueblo."
        )


def test_reading_a_list_needs_no_django():
    for path in Path(core.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not any(name.startswith("django") for name in names), path


def test_a_line_keeps_its_number_and_its_cells():
    assert read_text("\nPaco;Luis;;\n").lines == (Line(2, ("Paco", "Luis")),)
