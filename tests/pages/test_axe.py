"""Axe looks at every page of the site: of a day in play, of one that is over and of a draft, as
nobody, as the referee and as who organises, in Spanish and in English."""

from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from playwright.sync_api import Page, Route

from scoring.rounds.services.rounds import open_next_round
from tests.access.test_roles import ADDRESSES, path_of
from tests.conftest import places_of
from tests.pages.conftest import opened_chromium
from tests.pages.visitor import AXE, PHONE
from tests.sizes import LONG
from tournaments.models import Tournament

pytestmark = pytest.mark.browser

Seen = tuple[str, str]  # which page, and its HTML
WHO = ("", "arbitro", "organizacion")
LANGUAGES = ("es", "en")
HALL = "http://tapete.test"

# In small nothing is painted: a page is parsed in the place of the one before, with neither style
# nor script, which takes a third. `test_look` holds the contrast of the colours, and the journeys
# look at their pages painted.
UNPAINTED = """async (html) => {
  const next = new DOMParser().parseFromString(html, "text/html");
  next.querySelectorAll("script, link, meta[http-equiv]").forEach((one) => one.remove());
  next.querySelectorAll("img").forEach((one) => one.removeAttribute("src"));
  document.replaceChild(document.adoptNode(next.documentElement), document.documentElement);
  return (%s)({rules: {"color-contrast": {enabled: false}, "target-size": {enabled: false}}});
}"""
LOOKED_AT = """async (how) => {
  const {violations} = await axe.run({resultTypes: ["violations"], selectors: false, ...how});
  return violations.flatMap(({id, nodes}) =>
    nodes.slice(0, 3).map(({html}) => `${id}: ${html.slice(0, 120)}`));
}"""


def _demo(name: str, **how: object) -> Tournament:
    call_command("demo", name=name, entries=8, stdout=StringIO(), **how)
    return Tournament.objects.get(name=name)


def _playing() -> Tournament:
    return _demo("En juego", rounds=1, format="swiss")


def _over() -> Tournament:
    return _demo("Acabado", rounds=1, finish=True, format="knockout")


def _draft() -> Tournament:
    tournament = _demo("Sorteado", rounds=0, format="groups", option=["size=4"])
    tournament.rounds.all().delete()
    organiser = User.objects.get(username="organizacion")
    open_next_round(stage=tournament.stage, author=organiser)
    return tournament


def _pages(day: Callable[[], Tournament]) -> Iterator[Seen]:
    """Each page that answers. In small: those of the day in play once each, as who organises; of
    the others (one in two of a day that is over) by turns as nobody and as who organises."""
    tournament = day()
    users = {user.username: user for user in User.objects.filter(username__in=(*WHO, "mesa"))}
    places = places_of(tournament, users["organizacion"], users["mesa"])
    shown = [address for address in ADDRESSES if not address.is_api and "GET" in address.acts]
    looked_at = shown[::2] if day is _over and not LONG else shown
    for place, address in enumerate(looked_at):
        visitor = WHO[2] if day is _playing else WHO[place % 2 * 2]
        for who in WHO if LONG else (visitor,):
            for language in LANGUAGES if LONG else (LANGUAGES[place // 2 % 2],):
                html = _html(users.get(who), f"{path_of(address, places)}?idioma={language}")
                if "<html" in html:  # a piece of a page is looked at in its page
                    yield f"{who or 'nobody'}, {language}: {address}", html


def _html(user: User | None, path: str) -> str:
    """Return the page that this user is given at a path; "" for anything else."""
    browser = Client()
    if user is not None:
        browser.force_login(user)
    answer = browser.get(path)
    is_page = answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]
    return answer.content.decode() if is_page else ""


@pytest.mark.parametrize(
    ("day", "fewest"),
    [
        pytest.param(_playing, 60, marks=pytest.mark.always, id="in play"),
        pytest.param(_over, 15, id="over"),
        pytest.param(_draft, 15, id="draft"),
    ],
)
def test_no_page_has_anything_that_axe_finds(
    db: None, day: Callable[[], Tournament], fewest: int
) -> None:
    pages = list(_pages(day))
    assert len(pages) > fewest
    found: dict[str, list[str]] = {}
    with opened_chromium() as chromium:  # from here on no query: its event loop forbids them
        page = chromium.new_page(viewport=PHONE, reduced_motion="reduce")
        look = _painted if LONG else _parsed
        for name, html in pages:
            for fault in look(page, html):
                found.setdefault(fault, []).append(name)
    assert found == {}


def _parsed(page: Page, html: str) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    return list(page.evaluate(UNPAINTED % LOOKED_AT, html))


def _painted(page: Page, html: str) -> list[str]:
    """With the style of the site, and without its scripts."""

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(HALL)
        file = finders.find(path.removeprefix("/static/"))
        if path == "/":
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        elif file and path.endswith((".css", ".svg")):
            route.fulfill(path=file)
        else:
            route.abort()

    page.route("**/*", serve)
    page.goto(HALL)
    page.unroute("**/*")
    page.evaluate(AXE.axe_script)
    return list(page.evaluate(LOOKED_AT, {}))
