"""Tests of every public page at each moment of a tournament; no page may show private data."""

import re

import pytest
from django.test import Client

from scoring.actas.services import correct_acta
from scoring.rounds.services.rounds import open_next_round
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.costs import count_queries
from tests.rows import each
from tests.scoring.played_rounds import (
    BRACKET,
    KNOCKOUT,
    PUBLIC,
    SWISS,
    finish,
    matches,
    play,
    play_all,
    publish,
)
from tests.sizes import size
from tests.worlds import world
from tournaments.models import Entry
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry
from tournaments.site.page_cache import PAGES

HOME = "/t/casino-de-calamocha/"


def visible_text(html: bytes) -> str:
    """Return the visible text of a page, without tags and with single spaces."""
    body = re.sub(r"(?s)<(script|style|head).*?</\1>", " ", html.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", body).replace("\xa0", " ").split())


def read_page(path: str = "") -> str:
    response = Client().get(HOME + path)
    assert response.status_code == 200, path
    return visible_text(response.content)


@pytest.fixture(params=["knockout", "swiss"])
def tournament(request, make_tournament):
    return make_tournament(tables=3, **(KNOCKOUT if request.param == "knockout" else SWISS))


def check_all_pages_answer(tournament):
    for path in PUBLIC:
        assert Client().get(HOME + path).status_code == 200, path
    check_bracket_page(tournament)


def check_bracket_page(tournament):
    """Check that the page of the bracket answers in a knockout only."""
    status = 200 if tournament.stage.format == "knockout" else 404
    assert Client().get(HOME + BRACKET).status_code == status


def test_a_page_in_english_by_its_address_sets_the_language_cookie(tournament):
    answer = Client().get(f"{HOME}clasificacion/?fase=1&idioma=en")
    assert (
        "Standings" in visible_text(answer.content)
        and answer.cookies["django_language"].value == "en"
    )
    assert 'href="?fase=1&amp;idioma=es"' in answer.content.decode()
    assert "idioma=en" in re.search(r'hx-get="([^"]+)"', answer.content.decode())[1]


# --- Moments of a tournament --------------------------------------------------------------------
def test_public_pages_answer_without_entries(tournament):
    for path in [page for page in PUBLIC if page != "inscripcion/1/"]:
        assert Client().get(HOME + path).status_code == 200, path
    assert "Inscripciones: 0 parejas" in read_page()
    assert "Todavía no hay nadie" in read_page("clasificacion/")


def test_public_pages_before_the_draw_are_the_same_with_a_draft(tournament, pairs, pilar):
    pairs(tournament, 5)
    pages_before = [read_page(path) for path in PUBLIC]
    check_bracket_page(tournament)
    home = read_page()
    assert "Inscripciones: 5 parejas" in home and "Paco Gil · Luis Gil" in home
    assert "Todavía no se ha hecho el sorteo" in read_page("emparejamientos/")
    assert "salen por su número de inscripción" in read_page("clasificacion/")
    assert "Todavía no hay sorteo" in read_page("mesa/?q=1")
    open_next_round(stage=tournament.stage, author=pilar)
    assert [read_page(path) for path in PUBLIC] == pages_before


def test_public_pages_answer_during_a_round_with_fewer_tables_than_matches(
    tournament, pairs, pilar, chema
):
    pairs(tournament, 9)
    play_all(publish(tournament, pilar), pilar)
    publish(tournament, pilar)
    play(matches(tournament, state="playing")[0], chema)
    assert "1 de 4" in read_page()
    assert "En las mesas (3)" in read_page("emparejamientos/")
    assert "Provisional: faltan 3 encuentros" in read_page("clasificacion/")
    check_bracket_page(tournament)


@pytest.mark.slow
def test_public_pages_with_a_withdrawn_and_a_late_pair_and_at_the_end(
    tournament, pairs, pilar, chema
):
    pairs(tournament, 8)
    publish(tournament, pilar)
    withdraw_entry(entry=tournament.entries.get(number=1), author=chema, reason="se marcha")
    pairs(tournament, 1)
    Entry.objects.filter(number=2).update(paid=False, present=False)
    check_no_private_data()
    check_bracket_page(tournament)
    assert "Se retiró" in read_page("mesa/?q=1")
    assert "Se retiró" in read_page("clasificacion/")
    assert "Por incomparecencia" in read_page("inscripcion/1/")
    assert "No está en esta ronda" in read_page("mesa/?q=9")
    finish(tournament, pilar)
    check_all_pages_answer(tournament)
    for page in (read_page(), read_page("clasificacion/")):
        podium = page[page.index("Primer puesto") :]
        assert (
            podium.index("Primer puesto")
            < podium.index("Segundo puesto")
            < podium.index("Tercer puesto")
        )
    assert "Clasificación final" in read_page("clasificacion/")
    assert "Terminado" in read_page()


def check_no_private_data():
    """Check that public pages have neither private data nor a CSRF token, and that only the search
    for an entry sets a cookie, with the number of the entry."""
    for path in PUBLIC:
        answer = Client().get(HOME + path)
        page = answer.content.decode()
        assert answer.status_code == 200, path
        assert set(answer.cookies) == ({"numero"} if path == "mesa/?q=1" else set()), path
        assert "csrf" not in page.lower(), path
        for private in ("pilar", "chema", "@", "agado", "Presente", "tapete-2026"):
            assert private not in page.replace("data-news", ""), (path, private)


# --- Contents of each page ----------------------------------------------------------------------
def test_the_home_page_explains_the_match_and_the_format(casino):
    home = read_page()
    assert "Dos cotos de 3 partidas. Gana el coto el primero que gana 3 partidas" in home
    assert "Eliminatoria con tercer puesto. El que pierde se va." in home


def test_the_home_page_shows_the_tables_and_the_latest_results(casino, pairs, pilar, chema):
    pairs(casino, 8)
    publish(casino, pilar)
    match = matches(casino, table=1)[0]
    play(match, chema)
    home = read_page()
    assert "Últimos resultados" in home
    assert "3 mesas en juego de 8" in home


def test_the_pairings_are_grouped_into_playing_waiting_finished_and_byes(
    make_tournament, pairs, pilar, chema
):
    tournament = make_tournament(tables=2)
    pairs(tournament, 13)
    publish(tournament, pilar)
    play(matches(tournament, table=1)[0], chema)
    page = read_page("emparejamientos/")
    groups = [
        "En las mesas (2)",
        "En espera de mesa (2)",
        "Terminados (1)",
        "Descansan en esta ronda (3)",
    ]
    assert sorted(groups, key=page.index) == groups


def test_a_waiting_match_shows_the_number_of_matches_before_it(make_tournament, pairs, pilar):
    tournament = make_tournament(tables=1)
    pairs(tournament, 8)
    publish(tournament, pilar)
    page = read_page("emparejamientos/")
    assert (
        page.index("la siguiente en sentarse") < page.index("1 delante") < page.index("2 delante")
    )


def test_the_pairings_by_surname_are_in_alphabetical_order(casino, pilar):
    for pair in ["Íñigo Zaera|Ana Ábalos", "Luis Sanz|El Moreno"]:
        people = [Person(*name.split(" ", 1)) for name in pair.split("|")]
        register_entry(tournament=casino, author=pilar, players=people)
    publish(casino, pilar)
    page = read_page("emparejamientos/?por=apellido")
    names = ["Ábalos, Ana", "Moreno, El", "Sanz, Luis", "Zaera, Íñigo"]
    assert sorted(names, key=page.index) == names


def test_a_match_reopened_by_a_correction_is_listed_with_the_current_round(casino, pairs, pilar):
    pairs(casino, 4)
    play_all(publish(casino, pilar), pilar)
    publish(casino, pilar)
    reopened_match = matches(casino, round__number=1)[0]
    correct_acta(match=reopened_match, author=pilar, lines=["coto 3-1"], reason="faltaba un coto")
    assert "de la ronda 1" in read_page("emparejamientos/")
    number = reopened_match.sides.first().entry.number
    assert f"Encuentro {reopened_match.number}" in read_page(f"mesa/?q={number}")


def test_the_page_of_a_pair_lists_its_matches_in_order(make_tournament, pairs, pilar):
    tournament = make_tournament(**SWISS)
    pairs(tournament, 5)
    finish(tournament, pilar)
    pages = [read_page(f"inscripcion/{number}/") for number in range(1, 6)]
    for page in pages:
        day = page[page.index("Su día") :]
        assert day.index("Ronda 1") < day.index("Ronda 2") < day.index("Ronda 3")
        assert "Clasificación final: puesto" in page
    byes = [page.count("Descansa: se le da por ganada") for page in pages]
    assert sorted(byes) == [0, 0, 1, 1, 1]


def test_the_page_of_a_pair_names_the_next_rival_of_the_winner(casino, pairs, pilar):
    pairs(casino, 8)
    publish(casino, pilar)
    match, next_match = matches(casino, round__number=1)[:2]
    page = read_page(f"inscripcion/{match.sides.first().entry.number}/")
    assert f"Si gana (Semifinales), contra: Ganador del encuentro {next_match.number}" in page


# --- Unknown tournaments, pairs and orders ------------------------------------------------------
@world
def only_pair(casino, pairs):
    return pairs(casino, 1)


@each("path", *PUBLIC, BRACKET)
def test_an_unknown_tournament_is_not_found(db, path):
    assert Client().get(f"/t/nadie/{path}").status_code == 404


@each("number", "0", "2", "99999999999999999999", "-1", "1e3", "uno", "%00")
def test_an_unknown_pair_is_not_found(only_pair, number):
    assert Client().get(f"{HOME}inscripcion/{number}/").status_code == 404


@each("order", "", "mesa", "APELLIDO", "%00", "🃏" * 3000, "<script>")
def test_an_unknown_order_of_the_pairings_is_ignored(only_pair, order):
    response = Client().get(HOME + "emparejamientos/", {"por": order})
    assert response.status_code == 200
    assert b"<script>alert" not in response.content


# --- Number of queries --------------------------------------------------------------------------
@pytest.mark.slow
def test_the_queries_do_not_grow_with_the_pairs(pairs, pilar, make_tournament):
    small_hall, large_hall = make_tournament(name="Poco"), make_tournament(name="Mucho")
    for tournament, count in ((small_hall, 4), (large_hall, size(12, 30))):
        pairs(tournament, count)
        publish(tournament, pilar)
        play_all(tournament.stage.rounds.get(), pilar)
    for path in (*PUBLIC, BRACKET):
        PAGES.clear()
        costs = [
            count_queries(Client(), f"/t/{tournament.slug}/{path}")
            for tournament in (small_hall, large_hall)
        ]
        assert costs[1] <= costs[0] + 3, path  # at most three more queries, for the standings
        assert max(costs) <= 25, path
