"""Pages that refresh by themselves: the request that a phone repeats, its answer, its queries."""

import re

import pytest
from django.test import Client
from django.utils import translation

from scoring.actas.services import record_hand
from tests.costs import page_and_queries
from tests.rows import each
from tests.scoring.played_rounds import BRACKET, PUBLIC, matches, play, publish
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
def tournament(casino, pairs, pilar):
    """A knockout of eight pairs with round 1 at the tables."""
    pairs(casino, 8)
    publish(casino, pilar)
    return casino


@pytest.fixture
def phone():
    return Client()


def live_url(response):
    """Return the address from which the page refreshes itself."""
    addresses = re.findall(r'hx-get="([^"]+)"', response.content.decode())
    return next(url for url in addresses if "/cuantos/" not in url).replace("&amp;", "&")


def freeze_revision(monkeypatch, tournament):
    """Freeze the revision, so that pages are built as for a request sent before later changes."""
    frozen_revision = revision(tournament, EVERYTHING)
    for module in (page_cache, live):
        monkeypatch.setattr(module, "revision", lambda _tournament, _audience: frozen_revision)


def write_first_coto(tournament, author, number=1):
    record_hand(
        match=matches(tournament, position=1)[0], author=author, line="coto 3-1", number=number
    )


OTHER_PAGES = [BRACKET, "clasificacion/torneo/", "dibujos/", "partida/{}/"]


@pytest.mark.parametrize("path", [*[page for page in PUBLIC if page != "mesa/"], *OTHER_PAGES])
def test_a_refresh_without_changes_is_empty_and_costs_two_queries(tournament, phone, path):
    page = phone.get(HOME + path.format(matches(tournament)[0].code))
    if "hx-get" not in page.content.decode():
        assert path == "mesa/?q=gil"  # several people found: the page does not refresh
        return
    refresh_answer, queries = page_and_queries(phone, live_url(page), status=204, **HTMX)
    assert (len(queries) <= 2, refresh_answer.content) == (True, b"")


@pytest.mark.parametrize("path", ["emparejamientos/", "ronda/1/"])
def test_a_round_discarded_during_the_request_is_not_shown(
    tournament, phone, pilar, monkeypatch, path
):
    freeze_revision(monkeypatch, tournament)
    phone.get(HOME + path)
    discard_round(round=tournament.rounds.get(), author=pilar, reason="la mesa 3 no está")
    phone.cookies["django_language"] = "en"  # no cached page in English yet
    response = phone.get(HOME + path)
    assert response.status_code == (200 if path == "emparejamientos/" else 404)
    assert 'class="match"' not in response.content.decode()


def test_an_entry_drawn_during_the_request_is_in_the_bracket(
    make_tournament, pairs, pilar, phone, monkeypatch
):
    tournament = make_tournament(name="Ceros", format="lives", format_options={"lives": 3})
    pairs(tournament, 4)
    for match in publish(tournament, pilar).matches.exclude(state="bye"):
        play(match, pilar)
    freeze_revision(monkeypatch, tournament)
    for path in (BRACKET, "mesa/?q=gil"):
        phone.get(f"/t/{tournament.slug}/{path}")
    late_entry = register_entry(
        tournament=tournament, author=pilar, players=[Person("Nueva"), Person("Pareja")], town=""
    )
    publish(tournament, pilar)
    # Empty the cache, as in another process.
    for key in [key for key in page_cache._memory if "everybody" not in key]:
        del page_cache._memory[key]
    phone.cookies["django_language"] = "en"
    response = phone.get(f"/t/{tournament.slug}/{BRACKET}")
    assert (response.status_code, f'id="v-{late_entry.number}"' in response.content.decode()) == (
        200,
        True,
    )


def test_a_refresh_after_a_line_sends_only_the_fragment_with_its_next_address(
    tournament, phone, chema
):
    url = live_url(phone.get(HOME + "emparejamientos/"))
    write_first_coto(tournament, chema)
    write_first_coto(tournament, chema, 2)
    response = phone.get(url, **HTMX)
    html = response.content.decode()
    assert response.status_code == 200
    assert html.lstrip().startswith('<div id="emparejamientos" class="live"')
    assert "<html" not in html and "csrf" not in html
    assert live_url(response) != url
    assert phone.get(live_url(response), **HTMX).status_code == 204


def test_a_change_that_no_page_shows_refreshes_nothing(tournament, phone, chema):
    url = live_url(phone.get(HOME + "emparejamientos/"))
    revision_before = revision(tournament, EVERYTHING)
    set_paid(entry=tournament.entries.get(number=3), author=chema, paid=False)
    assert revision(tournament, EVERYTHING) > revision_before
    assert phone.get(url, **HTMX).status_code == 204


def test_a_refresh_keeps_the_query_of_the_page(tournament, phone, chema):
    url = live_url(phone.get(HOME + "emparejamientos/?por=apellido&v=1&d=x"))
    assert url.startswith(HOME + "emparejamientos/?por=apellido&v=")
    assert url.count("v=") == 1
    write_first_coto(tournament, chema)
    write_first_coto(tournament, chema, 2)
    assert "Quién juega dónde, por apellido" in phone.get(url, **HTMX).content.decode()


def test_a_pair_found_by_name_refreshes_by_its_number(tournament, phone):
    player = tournament.entries.get(number=5).seats.first().player
    url = live_url(phone.get(f"{HOME}mesa/?q={player.name} {player.surname} {player.town}"))
    assert url.startswith(HOME + "mesa/?q=5&v=")


@each("version", "", "0", "-1", "9" * 400, "%00", "1' or 1=1", "🃏")
def test_a_refresh_with_an_unknown_version_gets_the_fragment(tournament, phone, version):
    response = phone.get(f"{HOME}clasificacion/?v={version}", **HTMX)
    assert response.status_code == 200
    assert response.content.decode().lstrip().startswith('<div id="clasificacion"')


def test_a_refresh_address_opened_in_a_browser_shows_the_whole_page(tournament, phone):
    url = live_url(phone.get(HOME))
    assert b"<html" in phone.get(url).content


def test_public_pages_refuse_post(tournament, phone):
    for path in [*PUBLIC, BRACKET]:
        assert phone.post(HOME + path).status_code == 405
        assert phone.head(HOME + path).content == b""


# --- Cached pages -------------------------------------------------------------------------------
def test_the_second_visitor_gets_the_page_cached_for_the_first(tournament, phone):
    first_page = phone.get(HOME + "clasificacion/").content
    response, queries = page_and_queries(Client(), HOME + "clasificacion/")
    second_page = response.content
    assert len(queries) <= 7
    assert first_page.count(b"<tr") == second_page.count(b"<tr") == 9


def test_a_cached_page_lasts_until_the_next_change(tournament, phone, chema):
    assert b"0 de 4" in phone.get(HOME).content
    write_first_coto(tournament, chema)
    write_first_coto(tournament, chema, 2)
    assert b"1 de 4" in phone.get(HOME).content


def test_each_language_has_its_own_cached_page(tournament, phone):
    spanish = phone.get(HOME + "emparejamientos/").content
    phone.cookies["django_language"] = "en"
    english = phone.get(HOME + "emparejamientos/").content
    assert b'lang="es"' in spanish and b'lang="en"' in english
    with translation.override("en"):
        heading = translation.gettext("En las mesas").encode()
    assert heading in english and b"En las mesas" in spanish


# --- Pages that the browser has already ---------------------------------------------------------
def test_an_unchanged_page_is_not_sent_again(tournament, phone):
    page = phone.get(HOME + "clasificacion/")
    response = phone.get(HOME + "clasificacion/", HTTP_IF_NONE_MATCH=page["ETag"])
    assert (response.status_code, response.content) == (304, b"")


def test_a_page_is_sent_again_after_a_line_and_to_another_user(tournament, phone, chema, client_as):
    etag = phone.get(HOME + "clasificacion/")["ETag"]
    desk_page = client_as(chema).get(HOME + "clasificacion/", HTTP_IF_NONE_MATCH=etag)
    assert desk_page.status_code == 200
    write_first_coto(tournament, chema)
    write_first_coto(tournament, chema, 2)
    assert phone.get(HOME + "clasificacion/", HTTP_IF_NONE_MATCH=etag).status_code == 200


def test_caches_keep_fragment_and_page_apart(tournament, phone):
    page = phone.get(HOME)
    assert "HX-Request" in page["Vary"]
    assert "no-cache" in page["Cache-Control"] and "private" in page["Cache-Control"]
