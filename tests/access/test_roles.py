"""Roles, tried: every address of the site by every role, pages and API.

`docs/addresses.txt` says the act of each address and is what the site is compared with: a view
that asks for another act is not believed. Every role that may not is tried everywhere; of those
that may write, one by turns (`./dev test --full`) or all (`--long`). If a new address has a new
kind of place in it (`<int:number>`, …), `places` of conftest wants a line for it.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve

from tests.access import roles_table
from tests.addresses import METHODS, ROLES_PAGE, WRITTEN, Address, addresses, table, written
from tests.sizes import LONG, size
from tournaments.models import Role
from tournaments.permissions import ACTS, AT_TABLE, SECRETARY, allows

PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
ROLES = {
    "público": ("", None),
    "vecino": ("", "vecino"),
    "árbitro": (Role.REFEREE, "raul"),
    "mesa": (Role.DESK, "chema"),
    "organización": (Role.ORGANISER, "pilar"),
    "secretaría": (SECRETARY, "sofia"),
}
ADDRESSES = written(WRITTEN.read_text())
GUARDED = {
    "publish a round": "/t/<slug:slug>/rondas/<int:number>/publicar/",
    "undo a re-entry": "/t/<slug:slug>/inscripciones/<int:number>/reenganche/anular/",
    "rehearse": "/t/<slug:slug>/ensayo/jugar/",
    "reinstate": "/api/v1/tournaments/<slug:slug>/entries/<int:number>/reinstate/",
    "split a pair": "/api/v1/tournaments/<slug:slug>/entries/<int:number>/separate/",
}


def path_of(address: Address, places: Mapping[str, Any]) -> str:
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


def is_kept_out(answer: Any, address: Address, username: str | None) -> bool:
    if address.is_api:
        return answer.status_code in (401, 403)
    if username is None and AT_TABLE not in address.acts.values():
        return answer.status_code == 302 and answer.url.startswith("/cuenta/login/")
    return answer.status_code == 403


def differences(kept: str, code: str) -> list[str]:
    """Return the lines of which only one of the two tables knows, as a patch of the kept one."""
    before, now = set(kept.splitlines()), set(code.splitlines())
    return sorted([f"-{line}" for line in before - now] + [f"+{line}" for line in now - before])


def test_each_address_carries_the_act_that_is_written():
    wrong = differences(WRITTEN.read_text(), table())
    assert not wrong, (
        "The code and docs/addresses.txt differ. If every new line (+) says the act that is "
        "meant, run `python -m tests.addresses` and commit the file:\n" + "\n".join(wrong)
    )
    assert WRITTEN.read_text() == table(), "run: python -m tests.addresses"


@pytest.mark.parametrize("route", GUARDED.values(), ids=GUARDED)
def test_a_view_that_asks_for_less_is_told_with_its_line(route, monkeypatch):
    callback = resolve("/" + PLACE.sub("1", route).strip("/") + "/").func
    kept = next(one for one in ADDRESSES if str(one) == route)
    if kept.is_api:
        monkeypatch.setattr(callback.cls, "acts", {"POST": "view_panel"})
    else:
        monkeypatch.setattr(callback, "act", "view_panel")
    weaker = Address(kept.route, {"POST": "view_panel"})
    assert differences(WRITTEN.read_text(), table()) == [f"+{weaker.line}", f"-{kept.line}"]


def test_every_address_of_ours_says_its_act():
    silent = [one.line for one in addresses() if not one.acts or None in one.acts.values()]
    assert silent == [], "decorate the view with @act, or give it `acts`"
    assert {act for one in addresses() for act in one.acts.values()} <= set(ACTS)


def one_of(found: list[Any], place: int) -> list[Any]:
    """Return one of these, the next for the next place; none of none."""
    return [found[place % len(found)]] if found else []


def _tried_roles(act: str, place: int, *, may: bool) -> list[str]:
    """Return the roles that this act lets in, in small one by turns; or all those it keeps out."""
    known = {name: username is not None for name, (_role, username) in ROLES.items()}
    allowed = [name for name, (role, _name) in ROLES.items() if allows(act, role, known[name])]
    if may:
        return allowed if LONG else one_of(allowed, place)
    return [name for name in ROLES if name not in allowed]


def _wrong_answers(name: str, places: Mapping[str, Any], request: Any, *, may: bool) -> list[str]:
    """Ask each address that this role may enter, or may not; return the unexpected answers."""
    username = ROLES[name][1]
    browser = Client()
    if username:
        browser.force_login(request.getfixturevalue(username))
    login, wrong = browser.cookies, []
    for place, address in enumerate(ADDRESSES):
        path = path_of(address, places)
        for method, act in address.acts.items():
            if (may and method == "GET") or name not in _tried_roles(act, place, may=may):
                continue
            browser.cookies = login.copy()  # an address may log out
            answer = _tried(browser, method, path, address.is_api)
            if (
                answer.status_code == 405
                or answer.status_code >= 500
                or may == is_kept_out(answer, address, username)
            ):
                wrong.append(f"{address} {method}: {answer.status_code}, may={may}")
    return wrong


@pytest.mark.slow
@pytest.mark.always
@pytest.mark.parametrize("name", ROLES)
def test_a_role_that_may_not_is_kept_out_everywhere(name, places, request):
    assert _wrong_answers(name, places, request, may=False) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ROLES)
def test_a_role_that_may_write_gets_in(name, places, request):
    """Of the roles that may, one by turns; all of them with `--long`. Those that may read do, in
    `test_walk`."""
    assert _wrong_answers(name, places, request, may=True) == []


@pytest.mark.slow
def test_no_address_answers_another_method(places, pilar):
    browser = Client()
    browser.force_login(pilar)
    wrong = []
    for place, address in enumerate(ADDRESSES):
        known = METHODS if address.is_api else METHODS[:2]
        others = [method for method in known if method not in address.acts]
        for method in size(one_of(others, place), long=others):
            answer = _tried(browser, method, path_of(address, places), address.is_api)
            if answer.status_code != 405:
                wrong.append(f"{address} {method}: {answer.status_code}, not written")
    assert wrong == []


def test_the_table_in_the_docs_is_the_one_in_force():
    assert roles_table.table() == ROLES_PAGE.read_text(), "run: python -m tests.addresses"
