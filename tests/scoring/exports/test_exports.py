"""Sheets go out for a spreadsheet, and the entries come back in."""

import csv
import io

import pytest
from openpyxl import load_workbook

from tests.scoring.transfer.days import demo
from tests.worlds import world
from tournaments.models import Membership, PublicNames, Visibility
from tournaments.names.people import Person
from tournaments.people.imports.office import read_ods
from tournaments.people.selectors.entries_table import entries_table
from tournaments.people.services.imports import accept_import, create_file_preview, read_upload
from tournaments.people.services.registering import register_entry, set_paid
from tournaments.site.spreadsheets import KINDS, ExportTable, table_file

WORST = [
    (Person("El Chato"), Person("La Pilar", "Gil")),
    (Person("Paco «el Rubio»", "O'Donnell"), Person("'Chema'", "Yus")),
    (Person("José Mª", "Peña de la O"), Person("Luis «el Rojo»", "Sanz")),
    (Person("María del Carmen", "García y Cajal"), Person("Iñaki", "Aurrekoetxea-Etxebarria")),
    (Person("Paco", "Gil", "Luco"), Person("Paco", "Gil", "Báguena")),
    (Person("Дмитрий", "Иванов"), Person("李", "王")),
]


@world
def full(casino, pilar):
    """Pairs with the worst names, some paid, seeded, of a session."""
    for place, pair in enumerate(WORST):
        entry = register_entry(
            tournament=casino,
            author=pilar,
            players=pair,
            number=3 * place + 1,
            town="" if pair[0].town else ["Luco", "L'Horta", "Peña «El Cierzo»"][place % 3],
            session="noche" if place % 2 else "",
            seed=place // 3,
            present=bool(place % 2),
        )
        if place % 3 == 0:
            set_paid(entry=entry, author=pilar, paid=True)
    return casino


def _cells(content, format):
    if format == "csv":
        text = content.decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))
    if format == "xlsx":
        return [list(row) for row in load_workbook(io.BytesIO(content)).active.values]
    return [list(line.cells) for line in read_ods(content)[0].lines]


@pytest.mark.parametrize("format", KINDS)
def test_the_entries_come_back_as_they_were(format, full, make_tournament, pilar):
    table = entries_table(full)
    other = make_tournament(name="Otro")
    content = table_file(table, format)
    preview = create_file_preview(
        tournament=other, author=pilar, name=f"x.{format}", content=content
    )
    preview = read_upload(preview=preview, content=content)
    done = accept_import(preview=preview, author=pilar)
    assert done == len(WORST), preview.rows
    assert entries_table(other).rows == table.rows
    assert table_file(entries_table(other), "csv") == table_file(table, "csv")


@pytest.mark.parametrize("format", KINDS)
def test_a_formula_goes_as_a_text_and_a_number_as_a_number(format):
    table = ExportTable("x", ["a", "b"], [["=1+1", -3], ["@x", 1.5], ["\tx", None]])
    cells = _cells(table_file(table, format), format)
    assert cells[1][0] == "'=1+1" and cells[2][0] == "'@x"
    if format == "xlsx":
        assert cells[1][1] == -3
        assert load_workbook(io.BytesIO(table_file(table, format))).active["A2"].data_type == "s"


def test_a_spanish_excel_opens_the_csv():
    content = table_file(ExportTable("x", ["año", "b"], [["ñ", 1]]), "csv")
    assert content == "\ufeffaño;b\r\nñ;1\r\n".encode()


# --- Results, standings, calendar -----------------------------------------------------------------
@world
def league(db):
    return demo("Liga", format="league", entries=5, rounds=2)


@pytest.mark.parametrize("export", ["resultados", "clasificacion", "calendario"])
@pytest.mark.parametrize("format", KINDS)
def test_the_public_takes_what_it_sees(export, format, league, client):
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


def test_the_standings_have_numbers(league, client):
    content = client.get(f"/t/{league.slug}/descargar/clasificacion/?como=xlsx").content
    rows = _cells(content, "xlsx")
    assert rows[0][:4] == ["Puesto", "Número", "Nombres", "Pueblo"]
    assert rows[1][0] == 1 and isinstance(rows[1][1], int)


@pytest.mark.parametrize("export", ["resultados", "clasificacion", "calendario"])
def test_no_name_goes_out_where_names_are_hidden(export, league, client):
    names = {player.surname for player in league.players.all()} - {""}
    address = f"/t/{league.slug}/descargar/{export}/"
    assert any(name in client.get(address).content.decode() for name in names)
    league.public_names = PublicNames.NUMBERS
    league.save()
    text = client.get(address).content.decode()
    assert not any(name in text for name in names) and "Pareja" in text


def test_what_is_private_stays_private(league, client, client_as, vecino, chema):
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
def test_the_api_gives_the_same_files(export, format, league, client):
    answer = client.get(f"/api/v1/tournaments/{league.slug}/exports/{export}/?format={format}")
    assert answer.status_code == 200 and answer["Content-Type"] == KINDS[format]


def test_the_api_gives_the_entries_to_the_desk(league, client, client_as, chema):
    address = f"/api/v1/tournaments/{league.slug}/exports/entries/"
    assert client.get(address).status_code in (401, 403)
    Membership.objects.create(tournament=league, user=chema, role="desk")
    assert b"Pagado" in client_as(chema).get(address).content
    assert client.get(address.replace("entries", "nothing")).status_code == 404
    assert client.get(f"{address.replace('entries', 'results')}?format=exe").status_code == 400


def test_the_pages_offer_the_files(league, client_as, pilar):
    Membership.objects.create(tournament=league, user=pilar, role="organiser")
    browser = client_as(pilar)
    for page, address in (
        ("inscripciones/", "inscripciones/descargar/?como=xlsx"),
        ("clasificacion/", "descargar/clasificacion/?como=ods&amp;fase=1"),
        ("rondas/", "descargar/resultados/?como=csv&amp;fase=1"),
        ("calendario/", "descargar/calendario/?como=csv&amp;fase=1"),
    ):
        assert address in browser.get(f"/t/{league.slug}/{page}").content.decode(), page
