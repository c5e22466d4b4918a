"""Who may do what, tried: every address of the site by every role, pages and API.

An area that adds an address is tried here by itself; if the address has a new kind of place in
it (`<int:number>`, …), `places` of conftest wants a line for it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tournaments.models import Role
from tournaments.permissions import ACTS, AT_TABLE, allows
from tournaments.wording.acts import RIGHTS

# Addresses of other people's packages, which keep their own doors.
THIRD_PARTY = ("cuenta/", "idioma/", "admin/")
PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
ROLES = {
    "público": ("", None),
    "vecino": ("", "vecino"),
    "árbitro": (Role.REFEREE, "raul"),
    "mesa": (Role.DESK, "chema"),
    "organización": (Role.ORGANISER, "pilar"),
}


@dataclass(frozen=True)
class Address:
    """One address with the act of each of its methods; `acts` is None when none is declared."""

    route: str
    acts: Mapping[str, str] | None
    is_api: bool

    def __str__(self) -> str:
        return f"/{self.route}"


def addresses() -> list[Address]:
    return [
        _address(route, pattern)
        for route, pattern in _walk(get_resolver().url_patterns, "")
        if not route.startswith(THIRD_PARTY) and _owner(pattern) != "drf_spectacular"
    ]


def _walk(patterns: list[Any], before: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        else:
            yield route, pattern


def _view(pattern: URLPattern) -> Any:
    """The class of a view made from one, else the function."""
    for name in ("cls", "view_class"):
        if hasattr(pattern.callback, name):
            return getattr(pattern.callback, name)
    return pattern.callback


def _owner(pattern: URLPattern) -> str:
    return _view(pattern).__module__.split(".")[0]


def _address(route: str, pattern: URLPattern) -> Address:
    if route.startswith("api/"):
        return Address(route, getattr(_view(pattern), "acts", None), True)
    act = getattr(pattern.callback, "act", None)
    return Address(route, act and {"GET": act, "POST": act}, False)


ADDRESSES = addresses()


def _path(address: Address, places: Mapping[str, Any]) -> str:
    def fill(place: re.Match[str]) -> str:
        name = place.group(1)
        if name not in places:
            pytest.fail(f"{address}: nothing to put in <{name}>; add a line to `places`")
        return str(places[name])

    path = "/" + PLACE.sub(fill, address.route)
    assert not set(path) & set("<>()^$?\\"), f"{address}: write it with path(), not re_path()"
    return path


def _tried(browser: Client, method: str, path: str, is_api: bool) -> HttpResponse:
    """The answer to a request without data, of which nothing stays."""
    kind = {"content_type": "application/json"} if is_api and method != "GET" else {}
    with transaction.atomic():
        answer = browser.generic(method, path, data=b"{}" if is_api else b"", **kind)
        transaction.set_rollback(True)
    return answer


def _kept_out(answer: HttpResponse, address: Address, username: str | None) -> bool:
    if address.is_api:
        return answer.status_code in (401, 403)
    if username is None and AT_TABLE not in (address.acts or {}).values():
        return answer.status_code == 302 and answer.url.startswith("/cuenta/login/")
    return answer.status_code == 403


def test_there_are_addresses_to_try():
    assert {"/", "/t/<slug:slug>/panel/", "/t/<slug:slug>/ajustes/"} <= set(map(str, ADDRESSES))


@pytest.mark.parametrize("address", ADDRESSES, ids=str)
def test_every_address_of_ours_says_its_act(address):
    assert address.acts, f"{address} says no act: decorate it with @act, or give it `acts`"
    assert set(address.acts.values()) <= set(ACTS)


@pytest.mark.parametrize("address", [one for one in ADDRESSES if one.acts], ids=str)
def test_who_may_gets_in_and_who_may_not_does_not(address, places, request, vecino):
    path = _path(address, places)
    wrong = []
    for name, (role, username) in ROLES.items():
        browser = Client()
        if username:
            browser.force_login(request.getfixturevalue(username))
        answers = {method: _tried(browser, method, path, address.is_api) for method in address.acts}
        # A view for GET or POST alone may answer 405 to the other before it looks at who asks.
        offered = {method: one for method, one in answers.items() if one.status_code != 405}
        assert offered, f"{address} answers 405 to everything"
        for method, answer in offered.items():
            may = allows(address.acts[method], role, username is not None)
            if answer.status_code >= 500 or may == _kept_out(answer, address, username):
                wrong.append(f"{name} {method}: {answer.status_code}, may={may}")
    assert wrong == []


def test_every_right_is_said_in_words():
    assert RIGHTS.keys() == ACTS.keys()


def test_the_table_in_the_docs_is_the_one_in_force():
    printed = StringIO()
    call_command("roles", stdout=printed)
    written = Path(__file__).parent.parent / "docs/roles.md"
    assert printed.getvalue() == written.read_text(), "run: manage.py roles > docs/roles.md"
