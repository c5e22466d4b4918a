"""A stranger who has the address of a tournament that is not for him: every address, every list."""

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from scoring.actas.table_links import link_secret
from scoring.hall.services import revoke_link
from tests.access.test_roles import ADDRESSES, _tried, path_of
from tests.sizes import size
from tournaments.models import Tournament, Visibility
from tournaments.permissions import PUBLIC, act_of
from tournaments.setup.services.tournament import edit_tournament

OF_A_TOURNAMENT = [one for one in ADDRESSES if "<slug:slug>" in one.route]
SHOWN = [one for one in OF_A_TOURNAMENT if one.acts.get("GET") == "view_public"]
PUBLIC_PAGES = [one for one in SHOWN if not one.is_api]
PUBLIC_API = [one for one in SHOWN if one.is_api]
TURNS = size(2, long=1)
LISTS = ["/", "/?q=casino", "/api/v1/tournaments/", "/api/v1/tournaments/?q=casino"]


@pytest.fixture
def shown_as(casino, places, pilar):
    """The casino with a round in play, shown as is asked; with what stands in its addresses."""

    def show(visibility):
        edit_tournament(tournament=casino, author=pilar, visibility=visibility)
        casino.refresh_from_db()
        return places

    return show


def _link(match):
    return reverse("table_open", args=[match.code, link_secret(match)])


def test_there_are_public_addresses_to_try():
    assert len(PUBLIC_PAGES) > 12 and len(PUBLIC_API) > 8


@pytest.mark.slow
def test_a_private_tournament_is_not_there_for_others(shown_as, client_as, vecino):
    """Each address with each of its methods; and its live piece, which a page asks for alone: in
    small, one of the others one, and the next the other."""
    places = shown_as(Visibility.PRIVATE)
    others, pieces, told = [client_as(None), client_as(vecino)], ["?v=1&d=x", "?fase=1"], []
    for place, address in enumerate(OF_A_TOURNAMENT):
        path = path_of(address, places)
        for browser in others[place % TURNS :: TURNS]:
            for method in address.acts:
                answer = _tried(browser, method, path, address.is_api)
                if answer.status_code not in (404, 405):
                    told.append(f"{method} {path}: {answer.status_code}")
            for more in pieces[place // TURNS % TURNS :: TURNS] if "GET" in address.acts else []:
                answer = browser.get(path + more, headers={"HX-Request": "true"})
                if answer.status_code != 404 or b"Paco" in answer.content:
                    told.append(f"{path}{more}: {answer.status_code}")
    assert told == []


def test_its_404_is_that_of_an_address_that_there_is_not(shown_as, client):
    shown_as(Visibility.PRIVATE)
    for path in ("/t/{}/", "/t/{}/panel/", "/api/v1/tournaments/{}/"):
        here = client.get(path.format("casino-de-calamocha"))
        nowhere = client.get(path.format("casino-de-ningun-sitio"))
        said = [
            re.sub(rb"casino-de-[a-z-]+|[a-zA-Z0-9]{64}", b"", one.content)
            for one in (here, nowhere)
        ]
        assert here.status_code == nowhere.status_code == 404 and said[0] == said[1]


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.UNLISTED])
def test_lists_do_not_name_it_to_others(shown_as, client_as, vecino, visibility):
    shown_as(visibility)
    pages = [*LISTS, "/robots.txt", "/sw.js", "/sin-red/", "/manifest.webmanifest", "/privacidad/"]
    for browser in (client_as(None), client_as(vecino)):
        for path in pages:
            answer = browser.get(path)
            assert answer.status_code == 200, path
            assert b"casino-de-calamocha" not in answer.content, path
            assert b"Casino de Calamocha" not in answer.content, path


@pytest.mark.slow
@pytest.mark.parametrize("turn, visibility", [*enumerate(Visibility.values)])
def test_its_team_sees_it_as_ever(shown_as, client_as, pilar, raul, turn, visibility):
    places, turns = shown_as(visibility), size(3, long=1)
    for browser in (client_as(pilar), client_as(raul)):
        for path in LISTS:
            assert b"Casino de Calamocha" in browser.get(path).content, path
        for address in [*PUBLIC_PAGES, *PUBLIC_API][turn % turns :: turns]:
            path = path_of(address, places)
            assert browser.get(path).status_code != 404 or _absent(browser, path), path


def _absent(browser, path):
    """Whether what there is not at the address is not the tournament: it has no bracket, say."""
    Tournament.objects.update(visibility=Visibility.PUBLIC)
    return browser.get(path).status_code == 404


def test_the_code_on_the_paper_opens_nothing_of_it_to_others(shown_as, client, casino):
    shown_as(Visibility.PRIVATE)
    match = casino.matches.get(number=1)
    assert client.get(f"/a/{match.code}/").status_code == 404
    wrong = client.get(f"/m/{match.code}/{'a' * 16}/")
    assert wrong.status_code == 404 and b"Calamocha" not in wrong.content


# --- The link of a table ------------------------------------------------------------------------
def test_a_player_reaches_his_table_and_from_it_the_public_pages(shown_as, client, casino):
    places = shown_as(Visibility.PRIVATE)
    match = casino.matches.get(number=1)
    answer = client.get(_link(match), follow=True)
    assert answer.status_code == 200
    assert urlsplit(answer.redirect_chain[-1][0]).path == f"/t/{casino.slug}/mesa/{match.code}/"
    for page in ("", "emparejamientos/", "clasificacion/", "mesa/?q=1", "privacidad/"):
        assert client.get(f"/t/{casino.slug}/{page}").status_code == 200, page
    assert client.get(f"/api/v1/tournaments/{casino.slug}/").status_code == 200
    assert client.get(f"/t/{casino.slug}/panel/").status_code == 302  # a role is another matter
    for path in LISTS:
        assert b"Casino de Calamocha" not in client.get(path).content
    assert places["code"] == match.code


def test_after_the_match_the_link_still_shows_it_and_revoked_it_does_not(
    shown_as, client, casino, pilar
):
    shown_as(Visibility.PRIVATE)
    match = casino.matches.select_related("tournament", "round").get(number=1)
    client.get(_link(match))
    casino.matches.filter(pk=match.pk).update(state="finished", finished_at="2020-01-01T00:00Z")
    late = Client()
    assert late.get(_link(match), follow=True).status_code == 200
    revoke_link(match=match, author=pilar)
    for browser in (client, late):
        assert browser.get(f"/t/{casino.slug}/").status_code == 404


def test_the_link_of_one_tournament_opens_no_other(shown_as, make_tournament, client, casino):
    shown_as(Visibility.PRIVATE)
    other = make_tournament(name="Otro", visibility=Visibility.PRIVATE)
    client.get(_link(casino.matches.get(number=1)))
    assert client.get(f"/t/{casino.slug}/").status_code == 200
    assert client.get(f"/t/{other.slug}/").status_code == 404


def test_who_leaves_the_team_sees_it_no_more(shown_as, client_as, raul, casino):
    shown_as(Visibility.PRIVATE)
    browser = client_as(raul)
    assert browser.get(f"/t/{casino.slug}/").status_code == 200
    casino.team.filter(user=raul).delete()
    assert browser.get(f"/t/{casino.slug}/").status_code == 404


# --- Search engines -----------------------------------------------------------------------------
@pytest.mark.slow
def test_search_engines_keep_only_the_public_pages_of_what_is_listed(shown_as, client, casino):
    for visibility, kept in ((Visibility.UNLISTED, False), (Visibility.PUBLIC, True)):
        places = shown_as(visibility)
        for address in PUBLIC_PAGES:
            answer = client.get(path_of(address, places))
            said = answer.headers.get("X-Robots-Tag", "")
            assert ("noindex" in said) is not kept, (address, visibility)
        for address in PUBLIC_API[kept % TURNS :: TURNS]:
            assert "noindex" in client.get(path_of(address, places)).headers["X-Robots-Tag"]
    for page in ("/cuenta/login/", f"/t/{casino.slug}/panel/"):
        assert "noindex" in client.get(page).headers["X-Robots-Tag"]


def _matches(rule, path):
    """As RFC 9309 matches a rule: from the beginning, `*` for anything."""
    return re.match(".*".join(map(re.escape, rule.split("*"))), path) is not None


def test_robots_txt_keeps_out_of_what_is_not_for_everybody(places, client):
    answer = client.get("/robots.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.content.decode().splitlines()
    assert lines[0] == "User-agent: *" and lines[-1] == "Allow: /"
    rules = [line.partition(": ")[2] for line in lines if line.startswith("Disallow")]
    for address in ADDRESSES:
        path = path_of(address, places)
        out = any(_matches(rule, path) for rule in rules)
        # The pages of a club that are public are not for search engines either.
        own = address.route.startswith(("a/", "m/", "invitacion/", "salas/", "club/", "api/"))
        own = own or "/inscripcion/solicitud/" in address.route
        private = not {"view_public", "request_entry"} & set((address.acts or {}).values())
        assert out == (own or private), path
    assert all(any(_matches(rule, f"/{area}") for rule in rules) for area in ("cuenta/", "admin/"))


def test_the_act_of_a_view_is_read_from_itself():
    from scoring.public.views import pages
    from tournaments.setup import views as panel

    assert act_of(pages.standings) == PUBLIC and act_of(panel.panel) == "view_panel"
    assert act_of(print) == ""
