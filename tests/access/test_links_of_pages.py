"""Links lead somewhere: those of searched, sorted and paged lists, as each role; and an address
with words that no page knows is that page."""

from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve

from scoring.services.draws.rounds import open_next_round, publish_round
from tests.access.test_roles import path_of
from tests.addresses import WRITTEN, written

LISTS = (
    "/?q=casino",
    "/cuentas/?q=pilar",
    "/t/{slug}/inscripciones/?q=a",
    "/t/{slug}/inscripciones/?page=2",
    "/t/{slug}/inscripciones/?fase=1&q=gil&orden=surname",
    "/t/{slug}/historial/?act=set_paid",
    "/t/{slug}/clasificacion/?page=2",
    "/t/{slug}/emparejamientos/?fase=1&page=2&por=apellido",
    "/t/{slug}/cuadro/?fase=1&page=1",
    "/t/{slug}/mesa/?q=gil",
)


class Links(HTMLParser):
    """The addresses of the links of a page, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        address = dict(attrs).get("href")
        if tag == "a" and address:
            self.found.append(address)


@pytest.mark.slow
@pytest.mark.parametrize("role", ["", "raul", "chema", "pilar"])
def test_the_links_of_a_searched_sorted_or_paged_list(
    role, casino, pairs, pilar, client_as, request
):
    """Every link has a page behind it; one link to each page is followed, and
    the role may open it."""
    pairs(casino, 34)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    browser = client_as(request.getfixturevalue(role) if role else None)
    followed: set[str | None] = set()
    pages = 0
    for listed in LISTS:
        page = listed.format(slug=casino.slug)
        answer = browser.get(page)
        if answer.status_code != 200:
            continue  # not a page of this role, which test_roles says
        pages += 1
        for link in Links(answer.content.decode()).found:
            to = urlsplit(urljoin(page, link))
            if to.netloc or to.scheme not in ("", "http"):
                continue
            try:
                view = resolve(to.path).url_name
            except Resolver404:
                pytest.fail(f"{page} → {link}: no such address", pytrace=False)
            if view in followed:
                continue
            followed.add(view)
            status = browser.get(f"{to.path}?{to.query}").status_code
            assert status in (200, 302), f"{page} → {link}: {status}"
    assert pages >= 5 and len(followed) > 10


@pytest.mark.slow
def test_an_address_with_words_that_no_page_knows(places, client_as, pilar):
    """Pages answer alike with `?idioma=en&zz=1` behind them: an unknown query is no form."""
    browser = client_as(pilar)
    tried = 0
    for address in written(WRITTEN.read_text()):
        if address.is_api or "GET" not in address.acts:
            continue
        path = path_of(address, places)
        status = browser.get(f"{path}?idioma=en&zz=1").status_code
        if status in (200, 302):
            tried += 1
        else:
            assert browser.get(path).status_code == status, f"{path}: {status}"
    assert tried > 30
