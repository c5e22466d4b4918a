"""Tests of reading lists of pairs: every shape of text, every fault, and random input."""

import ast
import inspect
import json
import re
from importlib import import_module
from pathlib import Path

import pytest
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rows import case, each
from tournaments.names.people import Person, identity
from tournaments.people.imports import core
from tournaments.people.imports.core import RawLine, RowFault, SheetError
from tournaments.people.imports.lines import TypedEntry, read_line, read_person, write_person
from tournaments.people.imports.rows import (
    ExistingEntries,
    ImportRow,
    check_rows,
    identities_of,
    read_rows,
)
from tournaments.people.imports.worksheets import read_file, read_text
from tournaments.people.services.checks import clean_people
from tournaments.people.words import imports as wording

pytestmark = pytest.mark.each_database

PACO, PILAR = (
    ImportRow(1, "", "Paco Gil", "Luis Sanz", town="Luco"),
    ImportRow(2, "", "Pilar", "Chema", town=""),
)
TWO_PAIRS = [("Paco Gil", "Luis Sanz", "Luco"), ("Pilar", "Chema", "")]


def pairs_of(sheet) -> list[tuple[str, str, str]]:
    return [(row.player_1, row.player_2, row.town) for row in read_rows(sheet)[0]]


# --- Shapes of text ---------------------------------------------------------------------------
@each(
    "text",
    case("semicolons", "Paco Gil;Luis Sanz;Luco\nPilar;Chema"),
    case("tabs", "Paco Gil\tLuis Sanz\tLuco\r\nPilar\tChema\t\r\n"),
    case("bars and empty lines", "Paco Gil|Luis Sanz|Luco\n\n\nPilar|Chema"),
    case("commas, old Mac", "Paco Gil,Luis Sanz,Luco\rPilar,Chema"),
    case("by hand", "Paco Gil / Luis Sanz (Luco)\nPilar - Chema"),
    case("numbered by hand", "1. Paco Gil y Luis Sanz (Luco)\n2) Pilar + Chema"),
    case("separator line of Excel", "sep=;\nPaco Gil;Luis Sanz;Luco\nPilar;Chema"),
    case("quoted cells", '"Paco Gil";"Luis Sanz";"Luco"\n"Pilar";"Chema";""'),
    case("line break in a cell", '"Paco\nGil";Luis Sanz;Luco\nPilar;Chema'),
    case("semicolons, then tabs", "Paco Gil;Luis Sanz;Luco\nPilar\tChema"),
    case("byte order mark", "\ufeffPaco Gil;Luis Sanz;Luco\nPilar;Chema"),
    case("number first", "1;Paco Gil;Luis Sanz;Luco\n2;Pilar;Chema"),
    case("pair in one cell", "Paco Gil / Luis Sanz;Luco\nPilar / Chema;"),
    case(
        "with headings",
        "Torneo de San Roque;;\nN.º;Jugador 1;Jugador 2;Peña o pueblo;Móvil\n"
        "4;Paco Gil;Luis Sanz;Luco;600123123\n5;Pilar;Chema;;",
    ),
    case(
        "names and surnames",
        "Nombre;Apellidos;Nombre;Apellidos;Localidad\nPaco;Gil;Luis;Sanz;Luco\nPilar;;Chema",
    ),
    case(
        "columns in another order",
        "PUEBLO\tCOMPAÑERO\tJUGADOR\nLuco\tLuis Sanz\tPaco Gil\n\tChema\tPilar",
    ),
    case("English headings", "Player 1,Player 2,Town\nPaco Gil,Luis Sanz,Luco\nPilar,Chema,"),
    case("pair heading", "Pareja;Pueblo\nPaco Gil y Luis Sanz;Luco\nPilar y Chema;"),
)
def test_every_shape_of_text_gives_the_same_two_pairs(text):
    pairs = [
        (write_person(read_person(first)), write_person(read_person(second)), town)
        for first, second, town in pairs_of(read_text(text))
    ]
    assert pairs == TWO_PAIRS


@each(
    "line, entry",
    ("12. Paco Gil - Luis Sanz", TypedEntry("12", "Paco Gil", "Luis Sanz")),
    ("nº 7 Paco / Luis", TypedEntry("7", "Paco", "Luis")),
    ("7º Paco y Luis", TypedEntry("7", "Paco", "Luis")),
    ("Paco y Luis", TypedEntry("", "Paco", "Luis")),
    ("Luis e Íñigo", TypedEntry("", "Luis", "Íñigo")),
    ("Ramón y Cajal / Luis", TypedEntry("", "Ramón y Cajal", "Luis")),
    ("Gil, Paco / Sanz, Luis", TypedEntry("", "Gil, Paco", "Sanz, Luis")),
    ("Paco (Luco) / Luis (Daroca)", TypedEntry("", "Paco (Luco)", "Luis (Daroca)")),
    ("Paco / Luis (Luco)", TypedEntry("", "Paco", "Luis", town="Luco")),
    ("Paco / Luis / Chema", TypedEntry("", "Paco", "Luis", left=("Chema",))),
    ("Paco / Luis (Bañón) pagado", TypedEntry("", "Paco", "Luis", town="Bañón", ticks=("pagado",))),
    ("Paco / Luis, presente", TypedEntry("", "Paco", "Luis", ticks=("presente",))),
    (
        "Paco / Luis (Bañón) el lunes",
        TypedEntry("", "Paco", "Luis", town="Bañón", left=("el lunes",)),
    ),
    ("Paco (Luco) hijo / Luis", TypedEntry("", "Paco (Luco)", "Luis", left=("hijo",))),
    ("Paco / Luis - por la tarde", TypedEntry("", "Paco", "Luis", left=("por la tarde",))),
    ("Paco, Luis y Ana", TypedEntry("", "Paco", "Luis", left=("Ana",))),
    ("Gil, Paco y Sanz, Luis", TypedEntry("", "Gil, Paco", "Sanz, Luis")),
    ("Ana-Belén & Luis", TypedEntry("", "Ana-Belén", "Luis")),
    ("Paco", TypedEntry("", "Paco")),
)
def test_handwritten_line_is_read(line, entry):
    assert read_line(line) == entry


@each(
    "person",
    Person("Paco", "Gil", "Luco"),
    Person("José Luis", "Sanz"),
    Person("José", "Luis Sanz"),
    Person("María del Mar", "Gil"),
    Person("El Rubio"),
    Person("Chema", "", "Luco"),
)
def test_person_written_to_a_field_is_read_back(person):
    parsed_person = read_person(write_person(person))
    assert (f"{parsed_person.name} {parsed_person.surname}".strip(), parsed_person.town) == (
        f"{person.name} {person.surname}".strip(),
        person.town,
    )


def test_paid_and_present_are_read_in_many_notations():
    text = "Jugador 1;Jugador 2;Pagado;Asistencia\nA;B;sí;x\nC;D;20 €;✓\nE;F;NO;\nG;H;mañana;0\n"
    rows, remarks = read_rows(read_text(text))
    assert [(row.paid, row.present) for row in rows] == [
        (True, True),
        (True, True),
        (False, False),
        (False, False),
    ]
    assert rows[3].noticed == (RowFault("not_yes_or_no", {"text": "mañana"}, "paid"),)
    assert remarks == ()


@each(
    "text, leftover",
    ("Paco;Luis;Luco;sí;no", ""),
    ("Paco;Luis;Ana;Luco", "Luco"),
    ("Paco;Luis;Luco;sí;no;Ana Yus", "Ana Yus"),
    ("Paco / Luis / Ana;Luco", "Ana"),
    ("Jugador 1;Jugador 2;Jugador 3\nPaco;Luis;Ana Yus", "Ana Yus"),
    ("Jugador 1;Jugador 2;Pueblo\nPaco;Luis (Bañón) suplente: Ana;", "suplente: Ana"),
)
def test_unread_part_of_a_line_is_a_fault(text, leftover):
    rows, _remarks = read_rows(read_text(text))
    assert rows[0].left == leftover
    [row] = check_rows(rows, ExistingEntries())
    assert [fault.code for fault in row.errors] == (["left_over"] if leftover else [])
    assert "Ana" not in row.player_1 + row.player_2


@each("name", "Paco/Luis", "Paco (hijo) Gil", "Paco (Luco", "Paco [2]")
def test_mark_that_no_name_has_is_a_fault(name):
    [row] = check_rows([ImportRow(1, "", name, "Ana")], ExistingEntries())
    assert [(fault.code, fault.field) for fault in row.errors] == [("mark_in_name", "player_1")]


def test_columns_without_headings_are_recognised_by_position():
    rows, _remarks = read_rows(
        read_text("Paco;Luis;Luco;sí\nPilar;Chema;20€\nAna;Eva;600 12 34 56;Luco")
    )
    assert [(row.town, row.paid) for row in rows] == [("Luco", True), ("", True), ("Luco", False)]
    assert rows[2].noticed == (RowFault("private_dropped", {"count": 1}),)


@each("heading", "#", "Pareja", "Nº")
def test_several_headings_name_the_number_of_a_pair(heading):
    rows, _remarks = read_rows(read_text(f"{heading};Jugador 1;Jugador 2\n7;Paco;Luis"))
    assert rows == [ImportRow(2, "7", "Paco", "Luis")]


def test_paid_mark_beside_the_names_overrides_the_column():
    rows, _remarks = read_rows(read_text("Nº;Pareja;Pagado\n7;Paco / Luis (Luco) pagado;no"))
    assert (rows[0].player_2, rows[0].paid) == ("Luis", True)
    assert RowFault("tick_read", {"text": "pagado"}, "paid") in rows[0].noticed


def test_columns_of_telephones_and_identity_cards_are_not_used():
    sheet = read_text("Jugador 1;Jugador 2;Teléfono;DNI;Pueblo\nPaco;Luis;600123123;12345678Z;Luco")
    rows, remarks = read_rows(sheet)
    assert rows == [ImportRow(2, "", "Paco", "Luis", town="Luco")]
    assert remarks == (RowFault("columns_not_used", {"names": "Teléfono, DNI"}),)


def test_lines_above_the_headings_are_skipped_with_a_remark():
    sheet = read_text(
        "Maratón de San Roque;;\n15 de agosto;;\nJugador 1;Jugador 2;Pueblo\nPaco;Luis;Luco"
    )
    assert read_rows(sheet) == (
        [ImportRow(4, "", "Paco", "Luis", town="Luco")],
        (RowFault("lines_above_header", {"count": 2}),),
    )


@each("heading", "Jugador", "Pareja", "NOMBRE:", "Jugador 1")
def test_line_with_one_heading_is_skipped_with_a_remark(heading):
    rows, remarks = read_rows(read_text(f"{heading}\nPaco / Luis (Luco)\nAna;Eva"))
    assert [row.players for row in rows] == [
        (Person("Paco", "", ""), Person("Luis", "", "")),
        (Person("Ana", "", ""), Person("Eva", "", "")),
    ]
    assert remarks == (RowFault("heading_skipped", {"text": heading}),)
    assert read_rows(read_text("Jugador\nPaco\nAna"), 1)[0][0].player_1 == "Paco"


# --- Random input -----------------------------------------------------------------------------
SLOW_ALLOWED = settings(suppress_health_check=[HealthCheck.too_slow])
RANDOM_TEXTS = st.lists(
    st.sampled_from([*'Pñ1/(),;|"=@ \t\n\r', " y ", " - ", "12. ", "\x00", "\ud800", "\u202e", "ﷺ"])
    | st.characters(),
    max_size=60,
).map("".join)


@SLOW_ALLOWED
@given(RANDOM_TEXTS)
def test_any_text_is_refused_or_gives_rows_that_can_be_registered(text):
    try:
        rows, _remarks = read_rows(read_text(text))
    except SheetError as error:
        assert str(wording.list_refusal(error))
        return
    for row in check_rows(rows, ExistingEntries()):
        assert all(wording.sentences([*row.errors, *row.remarks])) or row.state == "good"
        if row.state == "good":
            people, _town = clean_people(1 if row.is_single else 2, row.players, row.town)
            assert tuple(identity(person) for person in people) == identities_of(row)
            assert str(json.dumps(row.as_json())).encode()


@SLOW_ALLOWED
@given(st.binary(max_size=400) | st.binary(max_size=400).map(lambda tail: b"PK\x03\x04" + tail))
def test_any_file_is_read_or_refused(content):
    try:
        sheet = read_file(content)
    except SheetError as error:
        assert str(wording.list_refusal(error))
    else:
        assert sheet.lines


# --- Words ------------------------------------------------------------------------------------
MODULES = [path for path in Path(core.__file__).parent.glob("*.py") if path.stem != "__init__"]


def _codes(*modules) -> set[str]:
    """Return every code of a fault or error in the source of these modules."""
    text = "".join(inspect.getsource(module) for module in modules)
    return set(re.findall(r'(?:Fault|SheetError)\(\s*"(\w+)"', text))


def test_every_fault_code_has_a_sentence_and_every_sentence_a_code():
    from tournaments.names.characters import CODES

    modules = [import_module(f"tournaments.people.imports.{path.stem}") for path in MODULES]
    codes = _codes(*modules) | set(CODES)
    codes_with_sentence = set(wording.SHEETS) | set(wording.ERRORS) | set(wording.REMARKS)
    assert codes == codes_with_sentence


def test_fault_sentence_names_the_field_and_the_values():
    fault = RowFault("plays_above", {"name": "Luis Sanz", "line": 4}, "player_2")
    with translation.override("es"):
        assert wording.fault_sentence(fault) == (
            "Jugador 2: Luis Sanz ya está en la línea 4. Si es otra persona que se llama igual, "
            "añádale el apodo o el pueblo."
        )


def test_modules_that_read_lists_do_not_import_django():
    for path in Path(core.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not any(name.startswith("django") for name in names), path


def test_line_has_its_number_and_its_cells():
    assert read_text("\nPaco;Luis;;\n").lines == (RawLine(2, ("Paco", "Luis")),)
