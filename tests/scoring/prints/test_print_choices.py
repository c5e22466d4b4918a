"""Tests of the choices of a print: tables, copies, order; and of the sheets that the page shows."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from scoring.forecast.simulation.rehearsal import play_round, play_rounds
from scoring.prints.ask import PrintAsk, orders_by_area
from scoring.prints.sheets import SHEETS
from tests.rows import each
from tests.scoring.played_rounds import publish
from tests.scoring.prints.printed import context_of, seat_in_twos, sheet_pages, words
from tests.sizes import size
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role
from tournaments.models import Job
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry

PRINTS_URL = "/t/casino-de-calamocha/imprimir/"


@world
def tournament(casino, pairs, pilar, raul):
    """A tournament of eight pairs at tables 1 to 4; Raúl is the referee of tables 1 and 2."""
    pairs(casino, 8)
    publish(casino, pilar)
    grant_role(tournament=casino, author=pilar, username="raul", role="referee", tables="1-2")
    return casino


@pytest.fixture
def order(client_as, django_capture_on_commit_callbacks):
    """A function that orders a sheet as a user and returns the answer and the text of each page."""

    def order_sheet(user, **fields):
        with django_capture_on_commit_callbacks(execute=True):
            answer = client_as(user).post(f"{PRINTS_URL}hoja/", fields)
        job = Job.objects.first()
        if job is None:
            return answer, []
        with job.file.open() as file:
            return answer, [page.extract_text() for page in PdfReader(BytesIO(file.read())).pages]

    return order_sheet


def match_at(tournament, table):
    return tournament.matches.get(table=table)


def tables_on(pages, tournament):
    """Return the tables whose actas are on the pages."""
    text = words(pages)
    return [table for table in range(1, 5) if match_at(tournament, table).code in text]


@pytest.mark.slow
def test_the_actas_of_chosen_tables_are_printed(tournament, pilar, order):
    _answer, pages = order(pilar, sheet="actas", tables="1 y 3")
    assert tables_on(pages, tournament) == [1, 3]
    job = Job.objects.get()
    assert job.params["tables"] == "1, 3"
    assert job.file.name.endswith("-actas-mesas-1-3.pdf")


def test_a_list_of_chosen_tables_names_them(tournament):
    text = words(sheet_pages(tournament, "pairings_table", tables="2-3"))
    assert "por mesas · mesas 2-3" in text and len(re.findall("Pareja A", text)) == 1
    rows = context_of(tournament, "pairings_table", tables="2-3")["seated"]
    assert [row["table"] for row in rows] == [2, 3]
    assert [row["table"] for row in context_of(tournament, "table_times", tables="4")["rows"]] == [
        4
    ]
    assert context_of(tournament, "table_numbers", tables="2-3")["numbers"] == [2, 3]


MORE_WRONG_CHOICES = [  # similar errors, for a long run
    ({"sheet": "actas", "tables": "0"}, 400, "Las mesas van de la 1 a la"),
    ({"sheet": "actas", "tables": "todas"}, 400, "escriba las mesas así: 1-12, 20"),
    ({"sheet": "actas", "copies": "10"}, 400, "Copias"),
    ({"sheet": "standings", "changed": "1"}, 409, "Nada ha cambiado"),
]


@pytest.mark.slow
@each(
    "fields, status, sentence",
    ({"sheet": "actas", "tables": "99"}, 400, "Las mesas van de la 1 a la"),
    ({"sheet": "actas", "tables": "5-1"}, 400, "escriba las mesas así: 1-12, 20"),
    ({"sheet": "actas", "tables": "1" * 200}, 400, "Mesas"),
    ({"sheet": "badges", "tables": "1"}, 400, "Esa hoja no va por mesas"),
    ({"sheet": "actas", "blank": "2", "tables": "1"}, 400, "Esa hoja no va por mesas"),
    ({"sheet": "actas", "copies": "0"}, 400, "Copias"),
    ({"sheet": "actas", "order": "surname"}, 400, "no se puede ordenar así"),
    ({"sheet": "badges", "order": "area"}, 400, "no se puede ordenar así"),
    ({"sheet": "actas", "order": "color"}, 400, "Orden"),
    ({"sheet": "actas", "changed": "1"}, 409, "Nada ha cambiado"),
    *size([], long=MORE_WRONG_CHOICES),
)
def test_a_wrong_choice_is_refused_with_a_sentence(
    fields, status, sentence, tournament, pilar, order
):
    answer, _pages = order(pilar, **fields)
    assert answer.status_code == status
    assert sentence in answer.text.split("error-summary")[1].split("</div>")[0]
    assert not Job.objects.exists()


def test_tables_without_a_match_are_refused(casino, pairs, pilar, client_as):
    seat_in_twos(casino, pairs(casino, 4))
    answer = client_as(pilar).post(f"{PRINTS_URL}hoja/", {"sheet": "actas", "tables": "4"})
    assert answer.status_code == 409
    assert "no se juega todavía en las mesas 4" in answer.text
    assert 'id="elegir" open' in answer.text and 'value="4"' in answer.text


@pytest.mark.slow
def test_a_referee_chooses_among_his_tables(tournament, raul, order):
    answer, _pages = order(raul, sheet="actas", tables="2-3")
    assert answer.status_code == 403 and "Usted arbitra las mesas 1-2" in answer.text
    _answer, pages = order(raul, sheet="actas", tables="2")
    assert tables_on(pages, tournament) == [2]
    _answer, pages = order(raul, sheet="whole_round")
    assert tables_on(pages, tournament) == [1, 2]
    assert order(raul, sheet="pairings_table", tables="3")[0].status_code == 302


@pytest.mark.slow
def test_copies_are_printed_one_after_another(tournament, pilar, order):
    _answer, three_copies = order(pilar, sheet="actas", copies="3")
    one_copy = three_copies[:2]
    assert tables_on(one_copy, tournament) == [1, 2, 3, 4] and one_copy[0] != one_copy[1]
    assert three_copies == one_copy * 3


def test_each_referee_has_a_list_of_his_tables_and_the_others_come_last(
    make_tournament, pairs, pilar, raul
):
    tournament = make_tournament(tables=3)
    seat_in_twos(tournament, pairs(tournament, 9))
    grant_role(tournament=tournament, author=pilar, username="raul", role="referee", tables="2")
    orders = orders_by_area(tournament, PrintAsk("pairings_table", order="area"))
    assert [order.tables for order in orders] == ["2", "0-1, 3"]
    lists = [SHEETS["pairings_table"].pieces(tournament, order)[0].context for order in orders]
    assert [str(context["title"]).partition(" · ")[2] for context in lists] == [
        "mesa 2",
        "mesas 1, 3",
    ]
    assert [[row["table"] for row in context["seated"]] for context in lists] == [[2], [1, 3]]
    assert [len(context["waiting"]) for context in lists] == [0, 1]
    assert [len(context["byes"]) for context in lists] == [0, 1]
    (own_order,) = orders_by_area(tournament, PrintAsk("actas", order="area", tables="2"))
    assert own_order.tables == "2"


def test_an_order_by_area_needs_a_referee_with_tables(casino, pairs, pilar, client_as):
    seat_in_twos(casino, pairs(casino, 4))
    answer = client_as(pilar).post(f"{PRINTS_URL}hoja/", {"sheet": "actas", "order": "area"})
    assert answer.status_code == 409 and "repártalas en «Colaboradores»" in answer.text
    assert 'value="area"' not in client_as(pilar).get(PRINTS_URL).text


def test_receipts_badges_and_entries_are_ordered_by_surname(casino, pilar):
    for first_surname, second_surname in (
        ("Zapata", "Gil"),
        ("de la Fuente", "Sanz"),
        ("Álvarez", "Yus"),
    ):
        players = [Person("Ana", first_surname), Person("Eva", second_surname)]
        register_entry(tournament=casino, author=pilar, players=players)
    for sheet, rows in (("receipts", "cards"), ("place_cards", "cards"), ("entries", "entries")):
        numbers = [row["number"] for row in context_of(casino, sheet, order="surname")[rows]]
        assert numbers == [3, 2, 1], sheet
    badges = context_of(casino, "badges", order="surname")["cards"]
    assert [badge["surname"] for badge in badges] == [
        "Álvarez",
        "de la Fuente",
        "Gil",
        "Sanz",
        "Yus",
        "Zapata",
    ]


@pytest.mark.slow
def test_a_whole_round_is_one_document(tournament):
    pages = sheet_pages(tournament, "whole_round")
    assert "por apellidos" in pages[0] and "por mesas" in pages[1]
    assert tables_on(pages[2:], tournament) == [1, 2, 3, 4] and len(pages) == 4


# --- Sheets shown first -------------------------------------------------------------------------
def sheets_in_sight(html):
    """Return the sheets that the page offers above its section «elegir», in order."""
    return re.findall(r'name="sheet" value="(\w+)"', html.split('id="elegir"')[0])


def test_before_the_draw_the_page_shows_the_sheets_of_the_entries(casino, pairs, chema, client_as):
    pairs(casino, 4)
    html = client_as(chema).get(PRINTS_URL).text
    expected_sheets = ["entries", "table_numbers", "poster", "receipts", "badges", "place_cards"]
    assert sheets_in_sight(html) == expected_sheets


def test_during_a_round_the_page_shows_the_whole_round_first(tournament, pilar, client_as):
    sheets = sheets_in_sight(client_as(pilar).get(PRINTS_URL).text)
    assert sheets[:4] == ["whole_round", "emergency", "pairings_surname", "pairings_table"]
    assert len(sheets) == 8


def test_after_the_end_the_page_shows_the_final_sheets(tournament, pilar, client_as):
    play_round(tournament.rounds.get(), pilar, "tapete")
    play_rounds(tournament.stage, pilar, 20, "tapete")
    sheets = sheets_in_sight(client_as(pilar).get(PRINTS_URL).text)
    assert sheets[0] == "final" and {"final_acta", "prizes", "diplomas", "press"} < set(sheets)
    assert "whole_round" not in sheets


def test_every_sheet_has_an_anchor_on_the_page(tournament, pilar, client_as):
    html = client_as(pilar).get(PRINTS_URL).text
    assert sorted(re.findall(r'id="hoja-(\w+)"', html)) == sorted(SHEETS)
