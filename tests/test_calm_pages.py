"""Pages are calm: one primary button in sight, and no fingerprint to be read by everybody."""

import re
from html.parser import HTMLParser

import pytest

from tests.access.test_roles import ADDRESSES, ROLES, one_of, path_of
from tests.sizes import size
from tournaments.permissions import allows

FINGERPRINT = re.compile(r"\b[0-9a-f]{32,}\b")
FOLDED = ("details", "template", "script", "style", "head")


class Seen(HTMLParser):
    """Parts of a page in sight before anything is opened: its primary buttons, its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.folds = 0
        self.words: list[str] = []
        self.buttons = 0
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        classes = (found.get("class") or "").split()
        if tag in FOLDED:
            self.folds += 1
        ranks = [one for one in classes if one.startswith("button--") and one != "button--big"]
        if "button" in classes and not ranks and not self.folds:
            self.buttons += 1

    def handle_endtag(self, tag):
        if tag in FOLDED:
            self.folds = max(self.folds - 1, 0)

    def handle_data(self, data):
        if not self.folds:
            self.words.append(data)


def _pages(browsers, places):
    """Each page with what is in sight of it; in small, to one of those who may open it."""
    for place, address in enumerate(ADDRESSES):
        act = address.acts.get("GET")
        may = [one for (role, name), one in browsers if act and allows(act, role, name is not None)]
        for browser in [] if address.is_api else size(one_of(may, place), long=may):
            answer = browser.get(path_of(address, places))
            if answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]:
                yield str(address), Seen(answer.content.decode())


@pytest.mark.slow
def test_one_primary_button_a_page_and_fingerprints_on_request(places, client_as, pilar, chema):
    people = {"público": None, "mesa": chema, "organización": pilar}
    browsers = [(ROLES[name], client_as(user)) for name, user in people.items()]
    pages = list(_pages(browsers, places))
    assert len(pages) > 60
    assert {page: seen.buttons for page, seen in pages if seen.buttons > 1} == {}
    assert [page for page, seen in pages if FINGERPRINT.search(" ".join(seen.words))] == []
