"""Walk through the site: open every address that a role may read, in a tournament in play.

`tests/access/test_walk.py` checks the pages.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

from tests.access.test_roles import ADDRESSES, ROLES, Address, path_of
from tournaments.permissions import allows

# Lists with a search, an order or a page, in addition to every address without a query.
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
    "/club/{club}/personas/?q=gil",
    "/club/{club}/personas/{person}/unir/?con={person}",
)
FOLDED_TAGS = ("details", "template", "script", "style", "head")
EMPTY_TAGS = ("meta", "link", "img", "input", "br", "hr", "source", "wbr", "use", "path", "rect")


class Page(HTMLParser):
    """The texts, headings, links and buttons of a page; `in_sight` has the texts outside folds."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.language = ""
        self.title = ""
        self.headings: list[int] = []
        self.links: list[str] = []
        self.texts: list[str] = []
        self.in_sight: list[str] = []
        self.primary_buttons = 0
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag not in EMPTY_TAGS:
            self._open.append(tag)
        if tag == "html":
            self.language = attributes.get("lang") or ""
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.headings.append(int(tag[1]))
        if tag == "a" and attributes.get("href"):
            self.links.append(str(attributes["href"]))
        classes = (attributes.get("class") or "").split()
        ranks = [name for name in classes if name.startswith("button--") and name != "button--big"]
        if "button" in classes and not ranks and not self._folded:
            self.primary_buttons += 1

    def handle_endtag(self, tag: str) -> None:
        while tag in self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._open[-2:] == ["head", "title"]:
            self.title += data.strip()
        if not {"script", "style"} & {*self._open[-2:]}:
            self.texts.append(" ".join(data.split()))
        if not self._folded:
            self.in_sight.append(data)

    @property
    def _folded(self) -> bool:
        return any(tag in FOLDED_TAGS for tag in self._open)


@dataclass(frozen=True, repr=False)
class Visit:
    """The answer of one address; `page` is None unless it is HTML."""

    address: Address | None  # None for a path of LISTS
    path: str
    status_code: int
    url: str  # the target of a redirect
    headers: Mapping[str, str]
    content: bytes
    page: Page | None

    def __repr__(self) -> str:
        return self.path

    @property
    def is_whole_page(self) -> bool:
        """Return whether the answer is a whole page, not a fragment."""
        return self.page is not None and b"<html" in self.content


@dataclass(frozen=True)
class Walk:
    """The visits of one role."""

    visits: list[Visit]
    # Visits that failed with the added query, each with a visit of its path without the query.
    failures_and_retries: list[tuple[Visit, Visit]]
    # The visit of a page, a link on the page, and the visit of the link (None: no such address).
    followed_links: list[tuple[Visit, str, Visit | None]]

    @property
    def pages(self) -> list[tuple[Visit, Page]]:
        return [(visit, visit.page) for visit in self.visits if visit.page is not None]


def walk_as(role: str, user: User | None, places: Mapping[str, Any], query: str = "") -> Walk:
    """Visit every address that the role may read and follow links; `query` is added to pages."""
    browser = Client()
    if user is not None:
        browser.force_login(user)
    login = browser.cookies

    def visit(path: str, address: Address | None = None) -> Visit:
        browser.cookies = login.copy()  # an address may log out or set the language
        with transaction.atomic():
            answer = browser.get(path)
            transaction.set_rollback(True)
        return _visit_of(address, path, answer)

    visits = [
        visit(f"{path_of(address, places)}{'' if address.is_api else query}", address)
        for address in _readable_by(role)
    ]
    failed_visits = [
        visited
        for visited in visits
        if query in visited.path and visited.status_code not in (200, 302)
    ]
    failures_and_retries = [
        (visited, visit(visited.path.removesuffix(query))) for visited in failed_visits if query
    ]
    visits += [visit(path.format_map(places)) for path in LISTS]
    followed_links = _follow(visits, visit, with_queries=role == "organización")
    return Walk(visits, failures_and_retries, list(followed_links))


def _follow(
    visits: list[Visit], visit: Callable[[str], Visit], *, with_queries: bool
) -> Iterator[tuple[Visit, str, Visit | None]]:
    """Follow one link to each address without a visit; with queries, also one link with a query.

    Yield the page, the link and the visit of the link (None: no such address).
    """
    visited_addresses = {
        (resolve(page_visit.path.partition("?")[0]).url_name, False) for page_visit in visits
    }
    for page_visit in visits:
        for link in (
            page_visit.page.links if page_visit.page and page_visit.status_code == 200 else []
        ):
            parts = urlsplit(urljoin(page_visit.path, link))
            if link.startswith("#") or parts.netloc or parts.scheme not in ("", "http"):
                continue
            try:
                target = resolve(parts.path).url_name, with_queries and bool(parts.query)
            except Resolver404:
                yield page_visit, link, None
                continue
            if target not in visited_addresses:
                visited_addresses.add(target)
                yield page_visit, link, visit(f"{parts.path}?{parts.query}")


def _readable_by(role: str) -> Iterator[Address]:
    """Yield the addresses that the role may read; «vecino» has no role and skips public ones."""
    rank, username = ROLES[role]
    for address in ADDRESSES:
        act = address.acts.get("GET")
        if not act or not allows(act, rank, username is not None):
            continue
        if role != "vecino" or not allows(act, "", False):
            yield address


def _visit_of(address: Address | None, path: str, answer: HttpResponse) -> Visit:
    is_html = not answer.streaming and "text/html" in answer.headers.get("Content-Type", "")
    return Visit(
        address,
        path,
        answer.status_code,
        getattr(answer, "url", ""),
        dict(answer.headers),
        answer.content if is_html else b"",
        Page(answer.content.decode()) if is_html else None,
    )
