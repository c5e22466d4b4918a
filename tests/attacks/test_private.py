"""Tests of private and unlisted tournaments: what strangers see at every address and list."""

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from scoring.actas.table_links import link_secret
from scoring.hall.services import revoke_link
from tests.access.test_roles import ADDRESSES, path_of, try_address
from tests.sizes import size
from tournaments.models import Tournament, Visibility
from tournaments.permissions import PUBLIC, act_of
from tournaments.setup.services.tournament import edit_tournament

TOURNAMENT_ADDRESSES = [address for address in ADDRESSES if "<slug:slug>" in address.route]
PUBLIC_ADDRESSES = [
    address for address in TOURNAMENT_ADDRESSES if address.acts.get("GET") == "view_public"
]
PUBLIC_PAGES = [address for address in PUBLIC_ADDRESSES if not address.is_api]
PUBLIC_API = [address for address in PUBLIC_ADDRESSES if address.is_api]
TURNS = size(2, long=1)
LISTS = ["/", "/?q=casino", "/api/v1/tournaments/", "/api/v1/tournaments/?q=casino"]


@pytest.fixture
def show_as(casino, places, pilar):
    """Return a function that sets the visibility of the casino.

    The function returns the values of the address parameters of the casino.
    """

    def show(visibility):
        edit_tournament(tournament=casino, author=pilar, visibility=visibility)
        casino.refresh_from_db()
        return places

    return show


def _table_link(match):
    return reverse("table_open", args=[match.code, link_secret(match)])


def test_there_are_public_addresses_to_try():
    assert len(PUBLIC_PAGES) > 12 and len(PUBLIC_API) > 8


@pytest.mark.slow
def test_a_private_tournament_is_a_404_for_others(show_as, client_as, vecino):
    """Try each address with each method, and with two queries that ask for a fragment.

    In a short run, a visitor and a neighbour take turns, and so do the two queries.
    """
    places = show_as(Visibility.PRIVATE)
    browsers = [client_as(None), client_as(vecino)]
    queries = ["?v=1&d=x", "?fase=1"]
    wrong = []
    for place, address in enumerate(TOURNAMENT_ADDRESSES):
        path = path_of(address, places)
        for browser in browsers[place % TURNS :: TURNS]:
            for method in address.acts:
                answer = try_address(browser, method, path, address.is_api)
                if answer.status_code not in (404, 405):
                    wrong.append(f"{method} {path}: {answer.status_code}")
            for query in queries[place // TURNS % TURNS :: TURNS] if "GET" in address.acts else []:
                answer = browser.get(path + query, headers={"HX-Request": "true"})
                if answer.status_code != 404 or b"Paco" in answer.content:
                    wrong.append(f"{path}{query}: {answer.status_code}")
    assert wrong == []


def test_the_404_of_a_private_tournament_equals_that_of_a_missing_one(show_as, client):
    show_as(Visibility.PRIVATE)
    for path in ("/t/{}/", "/t/{}/panel/", "/api/v1/tournaments/{}/"):
        private = client.get(path.format("casino-de-calamocha"))
        missing = client.get(path.format("casino-de-ningun-sitio"))
        bodies = [
            re.sub(rb"casino-de-[a-z-]+|[a-zA-Z0-9]{64}", b"", answer.content)
            for answer in (private, missing)
        ]
        assert private.status_code == missing.status_code == 404 and bodies[0] == bodies[1]


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.UNLISTED])
def test_lists_do_not_name_a_private_or_unlisted_tournament_to_others(
    show_as, client_as, vecino, visibility
):
    show_as(visibility)
    pages = [*LISTS, "/robots.txt", "/sw.js", "/sin-red/", "/manifest.webmanifest", "/privacidad/"]
    for browser in (client_as(None), client_as(vecino)):
        for path in pages:
            answer = browser.get(path)
            assert answer.status_code == 200, path
            assert b"casino-de-calamocha" not in answer.content, path
            assert b"Casino de Calamocha" not in answer.content, path


@pytest.mark.slow
@pytest.mark.parametrize("turn, visibility", [*enumerate(Visibility.values)])
def test_the_team_sees_its_private_tournament_everywhere(
    show_as, client_as, pilar, raul, turn, visibility
):
    places, turns = show_as(visibility), size(3, long=1)
    for browser in (client_as(pilar), client_as(raul)):
        for path in LISTS:
            assert b"Casino de Calamocha" in browser.get(path).content, path
        for address in [*PUBLIC_PAGES, *PUBLIC_API][turn % turns :: turns]:
            path = path_of(address, places)
            assert browser.get(path).status_code != 404 or _is_missing_when_public(browser, path), (
                path
            )


def _is_missing_when_public(browser, path):
    """Make the tournament public; return whether the address is still a 404.

    The bracket of a stage without one is.
    """
    Tournament.objects.update(visibility=Visibility.PUBLIC)
    return browser.get(path).status_code == 404


def test_the_code_on_an_acta_opens_no_private_tournament_to_others(show_as, client, casino):
    show_as(Visibility.PRIVATE)
    match = casino.matches.get(number=1)
    assert client.get(f"/a/{match.code}/").status_code == 404
    wrong = client.get(f"/m/{match.code}/{'a' * 16}/")
    assert wrong.status_code == 404 and b"Calamocha" not in wrong.content


# --- The link of a table ------------------------------------------------------------------------
def test_the_link_of_a_table_opens_the_public_pages_of_a_private_tournament(
    show_as, client, casino
):
    places = show_as(Visibility.PRIVATE)
    match = casino.matches.get(number=1)
    answer = client.get(_table_link(match), follow=True)
    assert answer.status_code == 200
    assert urlsplit(answer.redirect_chain[-1][0]).path == f"/t/{casino.slug}/mesa/{match.code}/"
    for page in ("", "emparejamientos/", "clasificacion/", "mesa/?q=1", "privacidad/"):
        assert client.get(f"/t/{casino.slug}/{page}").status_code == 200, page
    assert client.get(f"/api/v1/tournaments/{casino.slug}/").status_code == 200
    assert client.get(f"/t/{casino.slug}/panel/").status_code == 302  # the link gives no role
    for path in LISTS:
        assert b"Casino de Calamocha" not in client.get(path).content
    assert places["code"] == match.code


def test_the_link_of_a_table_works_after_the_match_until_it_is_revoked(
    show_as, client, casino, pilar
):
    show_as(Visibility.PRIVATE)
    match = casino.matches.select_related("tournament", "round").get(number=1)
    client.get(_table_link(match))
    casino.matches.filter(pk=match.pk).update(state="finished", finished_at="2020-01-01T00:00Z")
    late_browser = Client()
    assert late_browser.get(_table_link(match), follow=True).status_code == 200
    revoke_link(match=match, author=pilar)
    for browser in (client, late_browser):
        assert browser.get(f"/t/{casino.slug}/").status_code == 404


def test_the_link_of_a_table_opens_no_other_tournament(show_as, make_tournament, client, casino):
    show_as(Visibility.PRIVATE)
    other_tournament = make_tournament(name="Otro", visibility=Visibility.PRIVATE)
    client.get(_table_link(casino.matches.get(number=1)))
    assert client.get(f"/t/{casino.slug}/").status_code == 200
    assert client.get(f"/t/{other_tournament.slug}/").status_code == 404


def test_a_former_member_of_the_team_no_longer_sees_a_private_tournament(
    show_as, client_as, raul, casino
):
    show_as(Visibility.PRIVATE)
    browser = client_as(raul)
    assert browser.get(f"/t/{casino.slug}/").status_code == 200
    casino.team.filter(user=raul).delete()
    assert browser.get(f"/t/{casino.slug}/").status_code == 404


# --- Search engines -----------------------------------------------------------------------------
@pytest.mark.slow
def test_search_engines_may_index_only_public_pages_of_public_tournaments(show_as, client, casino):
    for visibility, is_indexed in ((Visibility.UNLISTED, False), (Visibility.PUBLIC, True)):
        places = show_as(visibility)
        for address in PUBLIC_PAGES:
            answer = client.get(path_of(address, places))
            robots_tag = answer.headers.get("X-Robots-Tag", "")
            assert ("noindex" in robots_tag) is not is_indexed, (address, visibility)
        for address in PUBLIC_API[is_indexed % TURNS :: TURNS]:
            assert "noindex" in client.get(path_of(address, places)).headers["X-Robots-Tag"]
    for page in ("/cuenta/login/", f"/t/{casino.slug}/panel/"):
        assert "noindex" in client.get(page).headers["X-Robots-Tag"]


def _matches(rule, path):
    """Return whether a rule matches a path by RFC 9309: from its start, `*` for any text."""
    return re.match(".*".join(map(re.escape, rule.split("*"))), path) is not None


def test_robots_txt_excludes_the_addresses_that_are_not_public(places, client):
    answer = client.get("/robots.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.content.decode().splitlines()
    assert lines[0] == "User-agent: *" and lines[-1] == "Allow: /"
    rules = [line.partition(": ")[2] for line in lines if line.startswith("Disallow")]
    for address in ADDRESSES:
        path = path_of(address, places)
        is_excluded = any(_matches(rule, path) for rule in rules)
        # Search engines may not index the public pages of a club either.
        never_indexed = address.route.startswith(
            ("a/", "m/", "invitacion/", "salas/", "club/", "api/")
        )
        never_indexed = never_indexed or "/inscripcion/solicitud/" in address.route
        private = not {"view_public", "request_entry"} & set((address.acts or {}).values())
        assert is_excluded == (never_indexed or private), path
    assert all(any(_matches(rule, f"/{area}") for rule in rules) for area in ("cuenta/", "admin/"))


def test_a_view_declares_its_own_act():
    from scoring.public.views import pages
    from tournaments.setup import views as panel

    assert act_of(pages.standings) == PUBLIC and act_of(panel.panel) == "view_panel"
    assert act_of(print) == ""
