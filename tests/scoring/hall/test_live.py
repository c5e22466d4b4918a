"""Pages that refresh by themselves: what a telephone asks every few seconds, and what it costs."""

import re

import pytest
from django.test import Client
from django.utils import translation

from scoring.actas.services import record_hand
from tests.costs import measured
from tests.rows import each
from tests.scoring.days import BRACKET, PUBLIC, matches, play, publish
from tests.worlds import world
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry, set_paid
from tournaments.rounds.services.drafts import discard_round
from tournaments.site import live, page_cache
from tournaments.site.page_cache import revision

HTMX = {"HTTP_HX_REQUEST": "true"}
HOME = "/t/casino-de-calamocha/"


@world
def hall(casino, pairs, pilar):
    """Eight pairs at their tables, round 1 of a knockout."""
    pairs(casino, 8)
    publish(casino, pilar)
    return casino


@pytest.fixture
def phone():
    return Client()


def live_url(response):
    """The address with which this page asks again."""
    found = re.findall(r'hx-get="([^"]+)"', response.content.decode())
    return next(one for one in found if "/cuantos/" not in one).replace("&amp;", "&")


def settle(monkeypatch, tournament):
    """From now on pages are made as of this version, as by somebody who asked a moment before."""
    now = revision(tournament, EVERYTHING)
    for module in (page_cache, live):
        monkeypatch.setattr(module, "revision", lambda _tournament, _audience: now)


def line(hall, author, number=1):
    record_hand(match=matches(hall, position=1)[0], author=author, line="coto 3-1", number=number)


OTHERS = [BRACKET, "clasificacion/torneo/", "dibujos/", "partida/{}/"]


@pytest.mark.parametrize("path", [*[page for page in PUBLIC if page != "mesa/"], *OTHERS])
def test_while_nothing_happens_the_answer_is_empty_and_costs_two_queries(hall, phone, path):
    page = phone.get(HOME + path.format(matches(hall)[0].code))
    if "hx-get" not in page.content.decode():
        assert path == "mesa/?q=gil"  # several hits: nothing to refresh
        return
    again, queries = measured(phone, live_url(page), status=204, **HTMX)
    assert (len(queries) <= 2, again.content) == (True, b"")


@pytest.mark.parametrize("path", ["emparejamientos/", "ronda/1/"])
def test_a_round_thrown_away_meanwhile_shows_nothing_of_it(hall, phone, pilar, monkeypatch, path):
    settle(monkeypatch, hall)
    phone.get(HOME + path)
    discard_round(round=hall.rounds.get(), author=pilar, reason="la mesa 3 no está")
    phone.cookies["django_language"] = "en"  # nobody has asked for this face of it yet
    answer = phone.get(HOME + path)
    assert answer.status_code == (200 if path == "emparejamientos/" else 404)
    assert 'class="match"' not in answer.content.decode()


def test_who_has_come_and_been_drawn_meanwhile_is_in_the_bracket(
    make_tournament, pairs, pilar, phone, monkeypatch
):
    tournament = make_tournament(name="Ceros", format="lives", format_options={"lives": 3})
    pairs(tournament, 4)
    for match in publish(tournament, pilar).matches.exclude(state="bye"):
        play(match, pilar)
    settle(monkeypatch, tournament)
    for path in (BRACKET, "mesa/?q=gil"):
        phone.get(f"/t/{tournament.slug}/{path}")
    late = register_entry(
        tournament=tournament, author=pilar, players=[Person("Nueva"), Person("Pareja")], town=""
    )
    publish(tournament, pilar)
    for name in [
        one for one in page_cache._memory if "everybody" not in one
    ]:  # as in another process
        del page_cache._memory[name]
    phone.cookies["django_language"] = "en"
    answer = phone.get(f"/t/{tournament.slug}/{BRACKET}")
    assert (answer.status_code, f'id="v-{late.number}"' in answer.content.decode()) == (200, True)


def test_after_an_act_the_piece_comes_alone_and_asks_from_there_on(hall, phone, chema):
    asked = live_url(phone.get(HOME + "emparejamientos/"))
    line(hall, chema)
    line(hall, chema, 2)
    again = phone.get(asked, **HTMX)
    html = again.content.decode()
    assert again.status_code == 200
    assert html.lstrip().startswith('<div id="emparejamientos" class="live"')
    assert "<html" not in html and "csrf" not in html
    assert live_url(again) != asked
    assert phone.get(live_url(again), **HTMX).status_code == 204


def test_an_act_that_shows_nowhere_moves_nothing(hall, phone, chema):
    asked = live_url(phone.get(HOME + "emparejamientos/"))
    before = revision(hall, EVERYTHING)
    set_paid(entry=hall.entries.get(number=3), author=chema, paid=False)
    assert revision(hall, EVERYTHING) > before
    assert phone.get(asked, **HTMX).status_code == 204


def test_the_query_of_the_page_stays_when_it_asks_again(hall, phone, chema):
    asked = live_url(phone.get(HOME + "emparejamientos/?por=apellido&v=1&d=x"))
    assert asked.startswith(HOME + "emparejamientos/?por=apellido&v=")
    assert asked.count("v=") == 1
    line(hall, chema)
    line(hall, chema, 2)
    assert "Quién juega dónde, por apellido" in phone.get(asked, **HTMX).content.decode()


def test_a_pair_found_by_name_is_asked_for_again_by_its_number(hall, phone):
    name = hall.entries.get(number=5).seats.first().player
    asked = live_url(phone.get(f"{HOME}mesa/?q={name.name} {name.surname} {name.town}"))
    assert asked.startswith(HOME + "mesa/?q=5&v=")


@each("version", "", "0", "-1", "9" * 400, "%00", "1' or 1=1", "🃏")
def test_a_version_nobody_gave_gets_the_piece(hall, phone, version):
    again = phone.get(f"{HOME}clasificacion/?v={version}", **HTMX)
    assert again.status_code == 200
    assert again.content.decode().lstrip().startswith('<div id="clasificacion"')


def test_the_live_address_opened_in_a_browser_is_the_whole_page(hall, phone):
    asked = live_url(phone.get(HOME))
    assert b"<html" in phone.get(asked).content


def test_pages_are_only_read(hall, phone):
    for path in [*PUBLIC, BRACKET]:
        assert phone.post(HOME + path).status_code == 405
        assert phone.head(HOME + path).content == b""


# --- What is kept -------------------------------------------------------------------------------
def test_the_second_visitor_gets_what_was_made_for_the_first(hall, phone):
    first = phone.get(HOME + "clasificacion/").content
    answer, queries = measured(Client(), HOME + "clasificacion/")
    second = answer.content
    assert len(queries) <= 7
    assert first.count(b"<tr") == second.count(b"<tr") == 9


def test_what_is_kept_lasts_until_the_next_act(hall, phone, chema):
    assert b"0 de 4" in phone.get(HOME).content
    line(hall, chema)
    line(hall, chema, 2)
    assert b"1 de 4" in phone.get(HOME).content


def test_what_is_kept_speaks_one_language(hall, phone):
    spanish = phone.get(HOME + "emparejamientos/").content
    phone.cookies["django_language"] = "en"
    english = phone.get(HOME + "emparejamientos/").content
    assert b'lang="es"' in spanish and b'lang="en"' in english
    with translation.override("en"):
        said = translation.gettext("En las mesas").encode()
    assert said in english and b"En las mesas" in spanish


# --- The whole page, asked for again ------------------------------------------------------------
def test_a_page_the_browser_has_already_is_not_sent_again(hall, phone):
    page = phone.get(HOME + "clasificacion/")
    again = phone.get(HOME + "clasificacion/", HTTP_IF_NONE_MATCH=page["ETag"])
    assert (again.status_code, again.content) == (304, b"")


def test_a_page_is_sent_again_after_an_act_and_to_somebody_else(hall, phone, chema, client_as):
    etag = phone.get(HOME + "clasificacion/")["ETag"]
    desk = client_as(chema).get(HOME + "clasificacion/", HTTP_IF_NONE_MATCH=etag)
    assert desk.status_code == 200
    line(hall, chema)
    line(hall, chema, 2)
    assert phone.get(HOME + "clasificacion/", HTTP_IF_NONE_MATCH=etag).status_code == 200


def test_piece_and_page_are_not_taken_one_for_the_other(hall, phone):
    page = phone.get(HOME)
    assert "HX-Request" in page["Vary"]
    assert "no-cache" in page["Cache-Control"] and "private" in page["Cache-Control"]
