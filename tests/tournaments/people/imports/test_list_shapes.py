"""Tests of lists as clubs and forms write them: each column is read, or has a remark."""

import io

import pytest
from openpyxl import Workbook

from tests.rows import each
from tournaments.people.imports.core import SheetError, yes_or_no
from tournaments.people.imports.rows import ExistingEntries, check_rows, read_rows
from tournaments.people.imports.worksheets import decode, find_separator, read_file, read_text
from tournaments.people.words.imports import list_refusal

ROSA = [("Rosa Mur", "Inés Royo", "Odón")]
TWO_PAIRS = [("Rosa Mur", "Inés Royo", "Odón"), ("Blas Oro", "Jorge Val", "Torrijo")]


def entries_of(sheet, size: int = 2) -> list[tuple[str, ...]]:
    """Return the full names and the town of each entry."""
    return [
        (*(player.full_name for player in row.players), row.town)
        for row in read_rows(sheet, size)[0]
    ]


def read(text: str, size: int = 2) -> list[tuple[str, ...]]:
    return entries_of(read_text(text), size)


def remarks_of(text: str, size: int = 2) -> set[str]:
    return {remark.code for remark in read_rows(read_text(text), size)[1]}


def workbook(*sheets: list[list[object]], merged_cells: str = "") -> bytes:
    workbook_file, buffer = Workbook(), io.BytesIO()
    workbook_file.remove(workbook_file.active)
    for number, lines in enumerate(sheets, 1):
        worksheet = workbook_file.create_sheet(f"Hoja {number}")
        for line in lines:
            worksheet.append(line)
        for cells in merged_cells.split():
            worksheet.merge_cells(cells)
    workbook_file.save(buffer)
    return buffer.getvalue()


# --- Separators -----------------------------------------------------------------------------------
@each(
    "text",
    "Fecha,Jugador 1,Jugador 2,Pueblo\n2026/07/02,Rosa Mur,Inés Royo,Odón",
    "N.º,Jugador 1,Jugador 2,Pueblo/Peña\n1,Rosa Mur,Inés Royo,Odón",
    'Hora,"Jugador 1","Jugador 2","Domicilio","Pueblo"\n'
    '"2/7/2026 9:15:01",Rosa Mur,Inés Royo,"C/ Alta 3, 2º - B",Odón',
    "Marca temporal,Nombre y apellidos del primer jugador,Nombre y apellidos del segundo jugador,"
    "Peña o pueblo,¿Tiene alergias?\n2/7/2026 9:15,Rosa Mur,Inés Royo,Odón,leche; huevo",
    'Jugador 1,Jugador 2,Notas,Pueblo\nRosa Mur,Inés Royo,"llega tarde,\ny con prisa, dice",Odón',
    "Rosa Mur / Inés Royo, Odón",
    "Rosa Mur y Inés Royo;Odón",
)
def test_commas_separate_columns_whatever_the_cells_contain(text):
    assert read(text) == ROSA


def test_town_with_a_dash_or_a_slash_stays_whole():
    assert read("Rosa,Inés,Torrijo - Monreal\nBlas,Jorge,Odón/Alto") == [
        ("Rosa", "Inés", "Torrijo - Monreal"),
        ("Blas", "Jorge", "Odón/Alto"),
    ]


@each(
    "text, separator",
    ("Mur, Rosa / Royo, Inés\nOro, Blas / Val, Jorge", ""),
    ("Mur, Rosa y Royo, Inés", ""),
    ("Mur, Rosa; Royo, Inés", ";"),
    ('"Mur; Rosa",Inés,Odón\n"Oro; Blas",Jorge,Odón', ","),
    ("Rosa;Inés;a, b, c\nBlas;Jorge", ";"),
)
def test_separator_is_chosen_for_the_whole_list(text, separator):
    assert find_separator(text) == separator


# --- Columns --------------------------------------------------------------------------------------
def test_merged_heading_belongs_to_both_columns():
    lines = [["Nº", "Pareja", None, "Pueblo"], [1, *TWO_PAIRS[0]], [2, *TWO_PAIRS[1]]]
    assert entries_of(read_file(workbook(lines, merged_cells="B1:C1"))) == TWO_PAIRS


@each(
    "text",
    "Nº;Pareja;;Pueblo\n1;Rosa Mur;Inés Royo;Odón",
    "Pareja;;Pueblo\n1;Rosa Mur / Inés Royo;Odón",
    "Pareja;;;Pueblo\n1;Rosa Mur;Inés Royo;Odón",
    "Nº;Jugador 1;;Jugador 2;;Pueblo\n1;Rosa;Mur;Inés;Royo;Odón",
    "Nº;Jugador 1;;Jugador 2;;Pueblo\n;Nombre;Apellidos;Nombre;Apellidos;\n"
    "1;Rosa;Mur;Inés;Royo;Odón",
)
def test_column_under_a_wide_heading_is_read(text):
    assert read(text) == ROSA


@each("heading", "Jugador 1;Jugador 2", "Jugador 1;Jugador 2;", "Nº;Jugador 1;Jugador 2")
def test_town_without_a_heading_is_read_with_a_remark(heading):
    number_cell = "1;" if heading.startswith("Nº") else ""
    text = f"{heading}\n{number_cell}Rosa Mur;Inés Royo;Odón"
    assert (read(text), remarks_of(text)) == (ROSA, {"town_supposed"})


@each("extra", "600 11 22 33", "viene tarde", "7")
def test_unread_column_is_remarked_with_its_lines(extra):
    text = f"Jugador 1;Jugador 2;Pueblo\nRosa;Inés;Odón\nBlas;Jorge;Odón;{extra}"
    (remark,) = read_rows(read_text(text))[1]
    assert (remark.code, remark.params) == (
        "column_untitled",
        {"column": 4, "count": 1, "lines": "3"},
    )


def test_numbers_of_a_column_without_a_heading_are_used():
    rows, _remarks = read_rows(read_text(";Jugador 1;Jugador 2\n8;Rosa;Inés\n9;Blas;Jorge"))
    assert [row.number for row in rows] == ["8", "9"]


# --- Headings -------------------------------------------------------------------------------------
@each("heading", "Nombre de la pareja", "Nombre del equipo", "Equipo: nombre")
def test_name_of_a_pair_is_not_read_as_a_player(heading):
    text = f"{heading};Jugador 1;Jugador 2;Pueblo\nLas Sotas;Rosa Mur;Inés Royo;Odón"
    assert (read(text), remarks_of(text)) == (ROSA, {"entry_name_not_kept"})


def test_name_of_a_pena_is_read_as_the_town():
    assert read("Nombre de la peña;Jugador 1;Jugador 2\nOdón;Rosa Mur;Inés Royo") == ROSA


@each(
    "text",
    "Nombre de la pareja;Pueblo\nRosa Mur y Inés Royo;Odón",
    "Jugador;Pareja;Pueblo\nRosa Mur;Inés Royo;Odón",
    "Nombre;Nombre de su pareja;Pueblo\nRosa Mur;Inés Royo;Odón",
    "Jugador/a;Compañero/a;Pueblo\nRosa Mur;Inés Royo;Odón",
    "Jugador/a;Jugador/a;Pueblo\nRosa Mur;Inés Royo;Odón",
    "Jugadora (A);Jugadora (B);Pueblo\nRosa Mur;Inés Royo;Odón",
    "Talla jugador 1;Jugador 1;Jugador 2;Pueblo\nM;Rosa Mur;Inés Royo;Odón",
    "Nombre y apellidos del jugador 1 (como en el DNI);"
    "Nombre y apellidos del jugador 2 (como en el DNI);Pueblo\nRosa Mur;Inés Royo;Odón",
    "Equip;Nom i cognoms;Nom i cognoms;Poble\n1;Rosa Mur;Inés Royo;Odón",
    "Parella;Localidade\nRosa Mur e Inés Royo;Odón",
    "Xogador 1;Xogadora 2;Concello\nRosa Mur;Inés Royo;Odón",
    "Zk.;Jokalaria 1;Jokalaria 2;Herria\n1;Rosa Mur;Inés Royo;Odón",
    "Izena;Abizena;Bikotekidea;Herria\nRosa;Mur;Inés Royo;Odón",
    "Équipe;Joueuse 1;Joueuse 2;Ville\n1;Rosa Mur;Inés Royo;Odón",
    "Nom joueur 1;Prénom joueur 1;Nom joueur 2;Prénom joueur 2;Commune\nMur;Rosa;Royo;Inés;Odón",
)
def test_headings_of_forms_and_of_other_languages_are_read(text):
    assert read(text) == ROSA


@each("join", "i", "eta", "e", "et", "y")
def test_word_for_and_separates_two_people_in_every_language(join):
    assert read(f"Parella\nRosa Mur {join} Inés Royo") == [("Rosa Mur", "Inés Royo", "")]


@each(
    "text, people",
    ("Nombre;Primer apellido;Segundo apellido\nRosa;Mur;Gil", ["Rosa Mur Gil"]),
    ("Apellido 1;Apellido 2;Nombre\nMur;Gil;Rosa", ["Rosa Mur Gil"]),
    ("Nom;1r cognom;2n cognom\nRosa;Mur;Gil", ["Rosa Mur Gil"]),
    ("Prénom;Nom;Club\nRosa;Mur;X", ["Rosa Mur"]),
    (
        "Nombre J1;Apellido 1 J1;Apellido 2 J1;Nombre J2;Apellido 1 J2;Apellido 2 J2\n"
        "Rosa;Mur;Gil;Inés;Royo;Oro",
        ["Rosa Mur Gil", "Inés Royo Oro"],
    ),
    (
        "Nombre;1er apellido;2º apellido;Nombre;1er apellido;2º apellido\n"
        "Rosa;Mur;Gil;Inés;Royo;Oro",
        ["Rosa Mur Gil", "Inés Royo Oro"],
    ),
    ("Nombre 1;Apellido 1;Nombre 2;Apellido 2\nRosa;Mur;Inés;Royo", ["Rosa Mur", "Inés Royo"]),
)
def test_two_columns_of_surnames_make_one_surname(text, people):
    (row,) = read_rows(read_text(text), len(people))[0]
    assert [player.full_name for player in row.players] == people
    assert check_rows([row], ExistingEntries())[0].state == "good"


# --- One player in each line ----------------------------------------------------------------------
@each(
    "text",
    "Pareja;Jugador;Pueblo\n1;Rosa Mur;Odón\n1;Inés Royo;Odón\n2;Blas Oro;Torrijo\n"
    "2;Jorge Val;Torrijo",
    "Pareja;Jugador;Pueblo\n1;Rosa Mur;Odón\n;Inés Royo;\n2;Blas Oro;Torrijo\n;Jorge Val;",
    "Equipo;Nombre;Apellidos;Pueblo\nSotas;Rosa;Mur;Odón\nSotas;Inés;Royo;Odón\n"
    "Reyes;Blas;Oro;Torrijo\nReyes;Jorge;Val;Torrijo",
    "Nº;Pareja;Jugador;Pueblo\n1;1;Rosa Mur;Odón\n2;1;Inés Royo;Odón\n3;2;Blas Oro;Torrijo\n"
    "4;2;Jorge Val;Torrijo",
    "1;Rosa Mur;Odón\n1;Inés Royo;Odón\n2;Blas Oro;Torrijo\n2;Jorge Val;Torrijo",
)
def test_lines_with_one_player_each_make_pairs(text):
    assert read(text) == TWO_PAIRS
    assert "players_paired" in remarks_of(text)


def test_trio_from_three_lines_is_paid_if_all_three_have_paid():
    text = "Trío;Jugador;Pagado\n4;Rosa;sí\n4;Inés;sí\n4;Blas;no\n5;Jorge;sí\n5;Eva;x\n5;Sol;1"
    rows, _remarks = read_rows(read_text(text), 3)
    assert [(row.number, row.player_3, row.paid) for row in rows] == [
        ("4", "Blas", False),
        ("5", "Sol", True),
    ]


def test_players_without_a_pair_number_stay_single():
    text = "Nº;Jugador;Pueblo\n1;Rosa Mur;Odón\n2;Inés Royo;Odón"
    assert read(text) == [("Rosa Mur", "Odón"), ("Inés Royo", "Odón")]


def test_team_with_a_line_for_each_player_is_one_entry():
    text = "Equipo;Jugador;Pueblo\nSotas;Rosa;Odón\nSotas;Inés;Odón\nReyes;Blas;Luco\n;Jorge;"
    rows, remarks = read_rows(read_text(text), 1, 4)
    assert [(row.name, row.people) for row in rows] == [
        ("Sotas", "Rosa / Inés"),
        ("Reyes", "Blas / Jorge"),
    ]
    assert [remark.code for remark in remarks] == ["players_paired"]


# --- Paid and unpaid ------------------------------------------------------------------------------
@each("text", "✓", "✅", "bizum", "Bizum 20 €", "20 €", "€ 20", "20,00", "12/08/2026", "Sí, pagado")
def test_words_that_mean_paid(text):
    assert yes_or_no(text) is True


@each(
    "text", "NO PAGADO", "no ha pagado", "Sin pagar", "pendiente de pago", "debe 20 €", "✗", "0 €"
)
def test_words_that_mean_unpaid(text):
    assert yes_or_no(text) is False


@each(
    "text, paid",
    ("Rosa / Inés (Odón) - no pagado", False),
    ("Rosa / Inés (Odón), NO PAGADO", False),
    ("Rosa / Inés (Odón) sin pagar", False),
    ("Rosa / Inés (Odón) bizum", True),
)
def test_words_after_the_names_are_read_as_paid_or_unpaid(text, paid):
    (row,) = read_rows(read_text(text))[0]
    assert (row.paid, row.left, row.player_2) == (paid, "", "Inés")


def test_columns_of_unpaid_and_of_payment_method_mark_nobody_as_paid():
    text = "Jugador 1;Jugador 2;No pagado;Forma de pago\nRosa;Inés;x;bizum"
    assert read_rows(read_text(text))[0][0].paid is False
    assert remarks_of(text) == {"columns_not_used"}


# --- Lines without people -------------------------------------------------------------------------
@each(
    "text, code",
    ("Nº;Jugador 1;Jugador 2;Pagado\n1;A;B;20 €\n;TOTAL;;20 €", "totals_skipped"),
    ("A / B\nTotal: 1 pareja, 20 €", "totals_skipped"),
    ("GRUPO 1;;\n1;A;B\n\nGrupo 2 (tarde);;", "titles_skipped"),
    ("Lista de espera;;\n1;A;B", "titles_skipped"),
    ("Nº;Jugador 1;Jugador 2\n1;A;B\nNº;Jugador 1;Jugador 2", "headings_repeated"),
    ("1;A;B\n2;;\n3;;", "blank_lines_skipped"),
    ("1.- A / B\n2.-\n3.-", "blank_lines_skipped"),
    ("Nº;Jugador 1;Jugador 2;Pagado\n1;A;B;VERDADERO\n2;;;FALSO", "blank_lines_skipped"),
)
def test_totals_titles_and_empty_lines_are_skipped_with_a_remark(text, code):
    assert read(text) == [("A", "B", "")]
    assert remarks_of(text) == {code}


def test_paid_line_without_people_is_a_fault():
    rows, _remarks = read_rows(read_text("Nº;Jugador 1;Jugador 2;Pagado\n1;A;B;\n2;;;sí\n3;C;D;"))
    assert [fault.code for fault in check_rows(rows, ExistingEntries())[1].errors] == ["nobody"]


@each(
    "text",
    "Nº;Jugador 1;Jugador 2;;Nº;Jugador 1;Jugador 2\n1;A;B;;3;E;F\n2;C;D",
    "Nº;Pareja;Nº;Pareja\n1;A / B;3;E / F\n2;C / D;;",
    "Jugador 1;Jugador 2;;Jugador 1;Jugador 2\nA;B;;E;F\nC;D;;;",
    "1;A;B;;3;E;F\n2;C;D;;;;",
)
def test_tables_side_by_side_are_read(text):
    assert read(text) == [("A", "B", ""), ("C", "D", ""), ("E", "F", "")]
    assert "tables_read" in remarks_of(text)


# --- Files ----------------------------------------------------------------------------------------
LETTERS = "Jugador 1;Jugador 2\nBegoña Güell;Íñigo Peiró\nÁngel Núñez;Óscar Ibáñez\n"


@each(
    "encoding, remark",
    ("cp1252", "read_as_windows"),
    ("iso-8859-15", "read_as_windows"),
    ("mac_roman", "read_as_mac"),
    ("cp850", "read_as_dos"),
)
def test_old_encodings_are_recognised(encoding, remark):
    text, remarks = decode(LETTERS.encode(encoding))
    assert (text, [remark_found.code for remark_found in remarks]) == (LETTERS, [remark])


@each("word", "Begoña", "Ibáñez", "García", "Peiró", "Núñez", "Inés", "Lefèvre", "Muñoz, 20 €")
def test_one_word_is_enough_to_recognise_the_encoding(word):
    for encoding in ("cp1252", "mac_roman", *(["cp850"] if "€" not in word else [])):
        assert decode(word.encode(encoding))[0] == word


def code_of(content: bytes) -> str:
    with pytest.raises(SheetError) as error:
        read_file(content)
    assert str(list_refusal(error.value))
    return error.value.code


HTML = "<table><tr><td>Rosa</td><td>Inés</td></tr></table>"


@each(
    "content, code",
    (b"\xd0\xcf\x11\xe0" + bytes(600) + "EncryptedPackage".encode("utf-16-le"), "protected"),
    (b"\xd0\xcf\x11\xe0" + bytes(600) + "WordDocument".encode("utf-16-le"), "not_a_table"),
    (HTML.encode(), "web_page"),
    (f"\ufeff<!DOCTYPE html>\n<html><body>{HTML}".encode(), "web_page"),
    (f"<html>{HTML}".encode("utf-16"), "web_page"),
    (b"MIME-Version: 1.0\nContent-Type: multipart/related", "web_page"),
    (
        b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
        "other_program",
    ),
    ("Михаил;Иван".encode("cp1251"), "unknown_alphabet"),
)
def test_refused_file_is_named_by_its_type(content, code):
    assert code_of(content) == code


def test_worksheet_with_the_list_is_read_and_the_others_are_named():
    instructions = [["Paso", "Qué hacer"], ["1", "Escriba las parejas"], ["2", "Guárdelo"]]
    list_lines = [["Jugador 1", "Jugador 2", "Pueblo"], *map(list, TWO_PAIRS)]
    sheet = read_file(workbook(instructions, [], list_lines))
    assert entries_of(sheet) == TWO_PAIRS
    assert [(remark.code, remark.params) for remark in sheet.remarks] == [
        ("other_pages", {"page": "Hoja 3", "others": "Hoja 1"})
    ]


def test_second_worksheet_with_a_list_is_remarked():
    worksheets = [[["Jugador 1", "Jugador 2", "Pueblo"], list(entry)] for entry in TWO_PAIRS]
    sheet = read_file(workbook(*worksheets))
    assert (entries_of(sheet), [remark.code for remark in sheet.remarks]) == (
        TWO_PAIRS[:1],
        ["other_pages"],
    )


def test_large_worksheet_after_the_list_is_ignored():
    data_lines = [["x"]] * 5_020
    list_lines = [["Jugador 1", "Jugador 2", "Pueblo"], list(TWO_PAIRS[0])]
    assert entries_of(read_file(workbook(list_lines, data_lines))) == ROSA
