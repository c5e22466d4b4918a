"""Exports as CSV, XLSX and ODS files, and entries imported again from them."""

import csv
import io

import pytest
from openpyxl import load_workbook

from tests.scoring.transfer.demos import demo
from tests.worlds import world
from tournaments.models import Membership, PublicNames, Visibility
from tournaments.names.people import Person
from tournaments.people.imports.office import read_ods
from tournaments.people.selectors.entries_table import entries_table
from tournaments.people.services.imports import accept_import, create_file_preview, read_upload
from tournaments.people.services.registering import register_entry, set_paid
from tournaments.site.spreadsheets import KINDS, ExportTable, table_file

UNUSUAL_NAMES = [
    (Person("El Chato"), Person("La Pilar", "Gil")),
    (Person("Paco «el Rubio»", "O'Donnell"), Person("'Chema'", "Yus")),
    (Person("José Mª", "Peña de la O"), Person("Luis «el Rojo»", "Sanz")),
    (Person("María del Carmen", "García y Cajal"), Person("Iñaki", "Aurrekoetxea-Etxebarria")),
    (Person("Paco", "Gil", "Luco"), Person("Paco", "Gil", "Báguena")),
    (Person("Дмитрий", "Иванов"), Person("李", "王")),
]


@world
def tournament_with_unusual_names(casino, pilar):
    """A tournament of pairs with unusual names; some have paid, are seeded or play at night."""
    for index, pair in enumerate(UNUSUAL_NAMES):
        entry = register_entry(
            tournament=casino,
            author=pilar,
            players=pair,
            number=3 * index + 1,
            town="" if pair[0].town else ["Luco", "L'Horta", "Peña «El Cierzo»"][index % 3],
            session="noche" if index % 2 else "",
            seed=index // 3,
            present=bool(index % 2),
        )
        if index % 3 == 0:
            set_paid(entry=entry, author=pilar, paid=True)
    return casino


def _cells(content, format):
    """Return the rows of a file, each a list of cells."""
    if format == "csv":
        text = content.decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))
    if format == "xlsx":
        return [list(row) for row in load_workbook(io.BytesIO(content)).active.values]
    return [list(line.cells) for line in read_ods(content)[0].lines]


@pytest.mark.parametrize("format", KINDS)
def test_exported_entries_are_imported_unchanged(
    format, tournament_with_unusual_names, make_tournament, pilar
):
    table = entries_table(tournament_with_unusual_names)
    other_tournament = make_tournament(name="Otro")
    content = table_file(table, format)
    preview = create_file_preview(
        tournament=other_tournament, author=pilar, name=f"x.{format}", content=content
    )
    preview = read_upload(preview=preview, content=content)
    entry_count = accept_import(preview=preview, author=pilar)
    assert entry_count == len(UNUSUAL_NAMES), preview.rows
    assert entries_table(other_tournament).rows == table.rows
    assert table_file(entries_table(other_tournament), "csv") == table_file(table, "csv")


@pytest.mark.parametrize("format", KINDS)
def test_a_formula_is_exported_as_text_and_a_number_as_a_number(format):
    table = ExportTable("x", ["a", "b"], [["=1+1", -3], ["@x", 1.5], ["\tx", None]])
    cells = _cells(table_file(table, format), format)
    assert cells[1][0] == "'=1+1" and cells[2][0] == "'@x"
    if format == "xlsx":
        assert cells[1][1] == -3
        assert load_workbook(io.BytesIO(table_file(table, format))).active["A2"].data_type == "s"


def test_the_csv_has_the_mark_and_separator_that_a_spanish_excel_needs():
    content = table_file(ExportTable("x", ["año", "b"], [["ñ", 1]]), "csv")
    assert content == "\ufeffaño;b\r\nñ;1\r\n".encode()


# --- Results, standings, calendar -----------------------------------------------------------------
@world
def league(db):
    return demo("Liga", format="league", entries=5, rounds=2)


@pytest.mark.parametrize("export", ["resultados", "clasificacion", "calendario"])
@pytest.mark.parametrize("format", KINDS)
def test_the_public_downloads_results_standings_and_calendar(export, format, league, client):
    answer = client.get(f"/t/{league.slug}/descargar/{export}/?como={format}")
    assert answer.status_code == 200 and answer["Content-Type"] == KINDS[format]
    assert f"{league.slug}-{export}.{format}" in answer["Content-Disposition"]
    rows = _cells(answer.content, format)
    assert len(rows) > 5 and {len(row) for row in rows[:2]} == {len(rows[0])}


def test_a_result_has_its_round_its_table_and_its_score(league, client):
    rows = _cells(client.get(f"/t/{league.slug}/descargar/resultados/").content, "csv")
    first = dict(zip(rows[0], rows[1], strict=True))
    assert first["Ronda"] and first["Encuentro"] == "1" and first["Bando"] == "A"
    assert first["Cotos"].isdigit() and first["Resultado"] in ("gana", "pierde")
    assert any("Descansa" in row for row in rows)


def test_places_and_entry_numbers_of_the_standings_are_numbers(league, client):
    content = client.get(f"/t/{league.slug}/descargar/clasificacion/?como=xlsx").content
    rows = _cells(content, "xlsx")
    assert rows[0][:4] == ["Puesto", "Número", "Nombres", "Pueblo"]
    assert rows[1][0] == 1 and isinstance(rows[1][1], int)


@pytest.mark.parametrize("export", ["resultados", "clasificacion", "calendario"])
def test_an_export_has_no_names_if_the_tournament_hides_them(export, league, client):
    names = {player.surname for player in league.players.all()} - {""}
    address = f"/t/{league.slug}/descargar/{export}/"
    assert any(name in client.get(address).content.decode() for name in names)
    league.public_names = PublicNames.NUMBERS
    league.save()
    text = client.get(address).content.decode()
    assert not any(name in text for name in names) and "Pareja" in text


def test_outsiders_download_neither_the_entries_nor_a_private_tournament(
    league, client, client_as, vecino, chema
):
    entries = f"/t/{league.slug}/inscripciones/descargar/"
    assert client.get(entries).status_code == 302
    assert client_as(vecino).get(entries).status_code == 403
    Membership.objects.create(tournament=league, user=chema, role="desk")
    assert b"Pagado" in client_as(chema).get(entries).content
    league.visibility = Visibility.PRIVATE
    league.save()
    assert client.get(f"/t/{league.slug}/descargar/resultados/").status_code == 404


def test_an_unknown_export_or_format_is_refused(league, client):
    assert client.get(f"/t/{league.slug}/descargar/todo/").status_code == 404
    assert client.get(f"/t/{league.slug}/descargar/resultados/?como=exe").status_code == 400


@pytest.mark.parametrize("export", ["results", "standings", "calendar"])
@pytest.mark.parametrize("format", KINDS)
def test_the_api_returns_the_same_kinds_of_files(export, format, league, client):
    answer = client.get(f"/api/v1/tournaments/{league.slug}/exports/{export}/?format={format}")
    assert answer.status_code == 200 and answer["Content-Type"] == KINDS[format]


def test_the_api_returns_the_entries_only_to_the_desk(league, client, client_as, chema):
    address = f"/api/v1/tournaments/{league.slug}/exports/entries/"
    assert client.get(address).status_code in (401, 403)
    Membership.objects.create(tournament=league, user=chema, role="desk")
    assert b"Pagado" in client_as(chema).get(address).content
    assert client.get(address.replace("entries", "nothing")).status_code == 404
    assert client.get(f"{address.replace('entries', 'results')}?format=exe").status_code == 400


def test_the_pages_link_to_their_exports(league, client_as, pilar):
    Membership.objects.create(tournament=league, user=pilar, role="organiser")
    browser = client_as(pilar)
    for page, address in (
        ("inscripciones/", "inscripciones/descargar/?como=xlsx"),
        ("clasificacion/", "descargar/clasificacion/?como=ods&amp;fase=1"),
        ("rondas/", "descargar/resultados/?como=csv&amp;fase=1"),
        ("calendario/", "descargar/calendario/?como=csv&amp;fase=1"),
    ):
        assert address in browser.get(f"/t/{league.slug}/{page}").content.decode(), page
