"""A walk through the site: every address that a role may read, once, in a tournament in play.

`tests/access/test_walk.py` looks at what was seen on it.
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

# Lists searched, sorted and paged, besides the addresses as they are.
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
FOLDED = ("details", "template", "script", "style", "head")
EMPTY = ("meta", "link", "img", "input", "br", "hr", "source", "wbr", "use", "path", "rect")


class Page(HTMLParser):
    """What a page has for whoever reads it, whole or before anything on it is opened."""

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
        named = dict(attrs)
        if tag not in EMPTY:
            self._open.append(tag)
        if tag == "html":
            self.language = named.get("lang") or ""
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.headings.append(int(tag[1]))
        if tag == "a" and named.get("href"):
            self.links.append(str(named["href"]))
        classes = (named.get("class") or "").split()
        ranks = [one for one in classes if one.startswith("button--") and one != "button--big"]
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
        return any(tag in FOLDED for tag in self._open)


@dataclass(frozen=True, repr=False)
class Visit:
    """One address as it was answered; `page` is None unless it is HTML."""

    address: Address | None  # None for one of LISTS
    path: str
    status_code: int
    url: str  # where it sends to
    headers: Mapping[str, str]
    content: bytes
    page: Page | None

    def __repr__(self) -> str:
        return self.path

    @property
    def is_whole_page(self) -> bool:
        """Whether it is more than a piece of a page."""
        return self.page is not None and b"<html" in self.content


@dataclass(frozen=True)
class Walk:
    """The visits of one role."""

    visits: list[Visit]
    # Addresses that did not open with a query, without it.
    without_query: list[tuple[Visit, Visit]]
    # A link of a page, and where it leads: None if there is no such address.
    followed: list[tuple[Visit, str, Visit | None]]

    @property
    def pages(self) -> list[tuple[Visit, Page]]:
        return [(visit, visit.page) for visit in self.visits if visit.page is not None]


def walk_as(role: str, user: User | None, places: Mapping[str, Any], query: str = "") -> Walk:
    """Visit every address that the role may read, pages with the query behind, and follow links."""
    browser = Client()
    if user is not None:
        browser.force_login(user)
    login = browser.cookies

    def visit(path: str, address: Address | None = None) -> Visit:
        browser.cookies = login.copy()  # an address may log out, or keep the language
        with transaction.atomic():
            answer = browser.get(path)
            transaction.set_rollback(True)
        return _visited(address, path, answer)

    visits = [
        visit(f"{path_of(one, places)}{'' if one.is_api else query}", one)
        for one in _readable_by(role)
    ]
    closed = [one for one in visits if query in one.path and one.status_code not in (200, 302)]
    without_query = [(one, visit(one.path.removesuffix(query))) for one in closed if query]
    visits += [visit(one.format_map(places)) for one in LISTS]
    followed = _follow(visits, visit, with_queries=role == "organización")
    return Walk(visits, without_query, list(followed))


def _follow(
    visits: list[Visit], visit: Callable[[str], Visit], *, with_queries: bool
) -> Iterator[tuple[Visit, str, Visit | None]]:
    """Follow one link to each address that has not been visited; with queries, one that asks
    something of each address too."""
    known = {(resolve(one.path.partition("?")[0]).url_name, False) for one in visits}
    for one in visits:
        for link in one.page.links if one.page and one.status_code == 200 else []:
            to = urlsplit(urljoin(one.path, link))
            if link.startswith("#") or to.netloc or to.scheme not in ("", "http"):
                continue
            try:
                asked = resolve(to.path).url_name, with_queries and bool(to.query)
            except Resolver404:
                yield one, link, None
                continue
            if asked not in known:
                known.add(asked)
                yield one, link, visit(f"{to.path}?{to.query}")


def _readable_by(role: str) -> Iterator[Address]:
    """Yield what the role may read; a neighbour, only what needs an account: he sees the rest as
    anybody."""
    rank, username = ROLES[role]
    for address in ADDRESSES:
        act = address.acts.get("GET")
        if not act or not allows(act, rank, username is not None):
            continue
        if role != "vecino" or not allows(act, "", False):
            yield address


def _visited(address: Address | None, path: str, answer: HttpResponse) -> Visit:
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
