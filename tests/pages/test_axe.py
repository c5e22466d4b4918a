"""Tests of every page of the site with axe: a day in play, a finished day and a draft.

The pages are those of a visitor, a referee and an organiser, in Spanish and in English.
"""

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

NamedPage = tuple[str, str]  # the description of a page, and its HTML
USERNAMES = ("", "arbitro", "organizacion")  # "" is a visitor
LANGUAGES = ("es", "en")
HALL = "http://tapete.test"

# In the short run each page replaces the previous one without styles or scripts, which takes a
# third of the time. `test_look` checks the contrast of colours, and the journeys check pages with
# styles.
CHECK_PARSED = """async (html) => {
  const next = new DOMParser().parseFromString(html, "text/html");
  next.querySelectorAll("script, link, meta[http-equiv]").forEach((one) => one.remove());
  next.querySelectorAll("img").forEach((one) => one.removeAttribute("src"));
  document.replaceChild(document.adoptNode(next.documentElement), document.documentElement);
  return (%s)({rules: {"color-contrast": {enabled: false}, "target-size": {enabled: false}}});
}"""
FIND_FAULTS = """async (how) => {
  const {violations} = await axe.run({resultTypes: ["violations"], selectors: false, ...how});
  return violations.flatMap(({id, nodes}) =>
    nodes.slice(0, 3).map(({html}) => `${id}: ${html.slice(0, 120)}`));
}"""


def _played_demo(name: str, **options: object) -> Tournament:
    call_command("demo", name=name, entries=8, stdout=StringIO(), **options)
    return Tournament.objects.get(name=name)


def _day_in_play() -> Tournament:
    return _played_demo("En juego", rounds=1, format="swiss")


def _finished_day() -> Tournament:
    return _played_demo("Acabado", rounds=1, finish=True, format="knockout")


def _day_with_draft() -> Tournament:
    tournament = _played_demo("Sorteado", rounds=0, format="groups", option=["size=4"])
    tournament.rounds.all().delete()
    organiser = User.objects.get(username="organizacion")
    open_next_round(stage=tournament.stage, author=organiser)
    return tournament


def _pages(day: Callable[[], Tournament]) -> Iterator[NamedPage]:
    """Yield the pages that the day answers, each with its description.

    The short run yields each page once: on the day in play as the organiser, on another day as a
    visitor or the organiser in turn. Of the finished day it takes every second page.
    """
    tournament = day()
    users = {user.username: user for user in User.objects.filter(username__in=(*USERNAMES, "mesa"))}
    places = places_of(tournament, users["organizacion"], users["mesa"])
    pages = [address for address in ADDRESSES if not address.is_api and "GET" in address.acts]
    checked_addresses = pages[::2] if day is _finished_day and not LONG else pages
    for index, address in enumerate(checked_addresses):
        one_username = USERNAMES[2] if day is _day_in_play else USERNAMES[index % 2 * 2]
        for username in USERNAMES if LONG else (one_username,):
            for language in LANGUAGES if LONG else (LANGUAGES[index // 2 % 2],):
                html = _html(users.get(username), f"{path_of(address, places)}?idioma={language}")
                if "<html" in html:  # a fragment is checked within its page
                    yield f"{username or 'nobody'}, {language}: {address}", html


def _html(user: User | None, path: str) -> str:
    """Return the page of this user at a path, or "" if the answer is no page."""
    browser = Client()
    if user is not None:
        browser.force_login(user)
    answer = browser.get(path)
    is_page = answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]
    return answer.content.decode() if is_page else ""


@pytest.mark.parametrize(
    ("day", "fewest"),
    [
        pytest.param(_day_in_play, 60, marks=pytest.mark.always, id="in play"),
        pytest.param(_finished_day, 15, id="over"),
        pytest.param(_day_with_draft, 15, id="draft"),
    ],
)
def test_axe_finds_no_fault_on_any_page(
    db: None, day: Callable[[], Tournament], fewest: int
) -> None:
    pages = list(_pages(day))
    assert len(pages) > fewest
    faults: dict[str, list[str]] = {}
    with opened_chromium() as chromium:  # inside, its event loop forbids queries
        page = chromium.new_page(viewport=PHONE, reduced_motion="reduce")
        check = _check_rendered if LONG else _check_parsed
        for name, html in pages:
            for fault in check(page, html):
                faults.setdefault(fault, []).append(name)
    assert faults == {}


def _check_parsed(page: Page, html: str) -> list[str]:
    """Return the faults of a page without its styles."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    return list(page.evaluate(CHECK_PARSED % FIND_FAULTS, html))


def _check_rendered(page: Page, html: str) -> list[str]:
    """Return the faults of a page with its styles and without its scripts."""

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
    return list(page.evaluate(FIND_FAULTS, {}))
