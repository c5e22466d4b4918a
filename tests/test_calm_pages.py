"""Pages are calm: one primary button in sight, and no fingerprint to be read by everybody."""

import re
from html.parser import HTMLParser

from tests.rows import each
from tests.test_roles import ADDRESSES, path_of

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


def _pages(browser, places):
    """Each page that this browser may open, with what is in sight of it."""
    for address in ADDRESSES:
        if "GET" not in (address.acts or {}) or "/api/" in str(address):
            continue
        answer = browser.get(path_of(address, places))
        if answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]:
            yield str(address), Seen(answer.content.decode())


@each("who", "nobody", "pilar", "chema")
def test_one_primary_button_a_page_and_fingerprints_on_request(who, request, places, client_as):
    user = None if who == "nobody" else request.getfixturevalue(who)
    pages = list(_pages(client_as(user), places))
    assert len(pages) > 15
    assert {page: seen.buttons for page, seen in pages if seen.buttons > 1} == {}
    assert [page for page, seen in pages if FINGERPRINT.search(" ".join(seen.words))] == []
