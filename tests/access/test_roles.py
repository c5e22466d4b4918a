"""Every role tries every address of the site, pages and API.

`docs/addresses.txt` lists the act of each address; the site must agree with it. Every role without
permission is tried at every address. Of the roles that may write, `./dev test --full` tries one at
each address, in turn, and `--long` tries all. If a new address has a new parameter
(`<int:number>`, …), add a line for it to `places_of` in `tests/conftest.py`.
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
from tests.addresses import (
    ADDRESSES_PAGE,
    METHODS,
    ROLES_PAGE,
    Address,
    addresses,
    listed_addresses,
    table,
)
from tests.sizes import LONG, size
from tournaments.models import Role
from tournaments.permissions import ACTS, SECRETARY, WRITE_AT_TABLE, allows

PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
ROLES = {
    "público": ("", None),
    "vecino": ("", "vecino"),
    "árbitro": (Role.REFEREE, "raul"),
    "mesa": (Role.DESK, "chema"),
    "fase": (Role.STAGE, "fermin"),
    "organización": (Role.ORGANISER, "pilar"),
    "secretaría": (SECRETARY, "sofia"),
}
ADDRESSES = listed_addresses(ADDRESSES_PAGE.read_text())
GUARDED_ADDRESSES = {
    "publish a round": "/t/<slug:slug>/rondas/<int:number>/publicar/",
    "undo a re-entry": "/t/<slug:slug>/inscripciones/<int:number>/reenganche/anular/",
    "rehearse": "/t/<slug:slug>/ensayo/jugar/",
    "reinstate": "/api/v1/tournaments/<slug:slug>/entries/<int:number>/reinstate/",
    "split a pair": "/api/v1/tournaments/<slug:slug>/entries/<int:number>/separate/",
}


def path_of(address: Address, places: Mapping[str, Any]) -> str:
    def fill(parameter: re.Match[str]) -> str:
        name = parameter.group(1)
        if name not in places:
            pytest.fail(f"{address}: no value for <{name}>; add a line to `places_of`")
        return str(places[name])

    path = "/" + PLACE.sub(fill, address.route)
    assert not set(path) & set("<>()^$?\\"), f"{address}: write it with path(), not re_path()"
    return path


def try_address(browser: Client, method: str, path: str, is_api: bool) -> HttpResponse:
    """Return the answer to a request without data, and roll back its writes."""
    kind = {"content_type": "application/json"} if is_api and method != "GET" else {}
    with transaction.atomic():
        answer = browser.generic(method, path, data=b"{}" if is_api else b"", **kind)
        transaction.set_rollback(True)
    return answer


def is_kept_out(answer: Any, address: Address, username: str | None) -> bool:
    if address.is_api:
        return answer.status_code in (401, 403)
    if username is None and WRITE_AT_TABLE not in address.acts.values():
        return answer.status_code == 302 and answer.url.startswith("/cuenta/login/")
    return answer.status_code == 403


def differences(text: str, code: str) -> list[str]:
    """Return the lines of only one of the two tables, as a patch of `text`."""
    text_lines, code_lines = set(text.splitlines()), set(code.splitlines())
    return sorted(
        [f"-{line}" for line in text_lines - code_lines]
        + [f"+{line}" for line in code_lines - text_lines]
    )


def test_each_address_has_the_act_listed_in_the_docs():
    wrong = differences(ADDRESSES_PAGE.read_text(), table())
    assert not wrong, (
        "The code and docs/addresses.txt differ. If every new line (+) has the right act, "
        "run `python -m tests.addresses` and commit the file:\n" + "\n".join(wrong)
    )
    assert ADDRESSES_PAGE.read_text() == table(), "run: python -m tests.addresses"


@pytest.mark.parametrize("route", GUARDED_ADDRESSES.values(), ids=GUARDED_ADDRESSES)
def test_a_view_with_a_weaker_act_is_found_with_its_line(route, monkeypatch):
    callback = resolve("/" + PLACE.sub("1", route).strip("/") + "/").func
    address = next(address for address in ADDRESSES if str(address) == route)
    if address.is_api:
        monkeypatch.setattr(callback.cls, "acts", {"POST": "view_panel"})
    else:
        monkeypatch.setattr(callback, "act", "view_panel")
    weaker = Address(address.route, {"POST": "view_panel"})
    assert differences(ADDRESSES_PAGE.read_text(), table()) == [
        f"+{weaker.line}",
        f"-{address.line}",
    ]


def test_every_address_of_the_site_declares_its_act():
    silent_addresses = [
        address.line for address in addresses() if not address.acts or None in address.acts.values()
    ]
    assert silent_addresses == [], "decorate the view with @act, or give it `acts`"
    assert {act for address in addresses() for act in address.acts.values()} <= set(ACTS)


def item_in_turn(items: list[Any], position: int) -> list[Any]:
    """Return a list with the item whose turn it is at this position; [] without items."""
    return [items[position % len(items)]] if items else []


def _roles_to_try(act: str, position: int, *, may: bool) -> list[str]:
    """Return the roles that may do this act, or all that may not.

    The organiser of a stage is left out of the roles that may; a short run takes one, in turn.
    """
    has_account = {name: username is not None for name, (_role, username) in ROLES.items()}
    allowed_roles = [
        name for name, (role, _name) in ROLES.items() if allows(act, role, has_account[name])
    ]
    if may:
        allowed_roles = [name for name in allowed_roles if ROLES[name][0] != Role.STAGE]
        return allowed_roles if LONG else item_in_turn(allowed_roles, position)
    return [name for name in ROLES if name not in allowed_roles]


def _wrong_answers(name: str, places: Mapping[str, Any], request: Any, *, may: bool) -> list[str]:
    """Try each address that this role may write to, or may not use; return the wrong answers."""
    username = ROLES[name][1]
    browser = Client()
    if username:
        browser.force_login(request.getfixturevalue(username))
    login, wrong = browser.cookies, []
    for position, address in enumerate(ADDRESSES):
        path = path_of(address, places)
        for method, act in address.acts.items():
            if (may and method == "GET") or name not in _roles_to_try(act, position, may=may):
                continue
            browser.cookies = login.copy()  # an address may log out
            answer = try_address(browser, method, path, address.is_api)
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
def test_a_role_without_permission_is_refused_everywhere(name, places, request):
    assert _wrong_answers(name, places, request, may=False) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ROLES)
def test_a_role_with_permission_may_write(name, places, request):
    """Try one role with permission at each address, in turn; all of them with `--long`.

    `test_walk` tries the roles that may read, and `test_stage_organiser` the organiser of a stage.
    """
    assert _wrong_answers(name, places, request, may=True) == []


@pytest.mark.slow
def test_an_address_refuses_methods_that_are_not_listed(places, pilar):
    browser = Client()
    browser.force_login(pilar)
    wrong = []
    for position, address in enumerate(ADDRESSES):
        methods = METHODS if address.is_api else METHODS[:2]
        other_methods = [method for method in methods if method not in address.acts]
        for method in size(item_in_turn(other_methods, position), long=other_methods):
            answer = try_address(browser, method, path_of(address, places), address.is_api)
            if answer.status_code != 405:
                wrong.append(f"{address} {method}: {answer.status_code}, not listed")
    assert wrong == []


def test_docs_roles_md_matches_the_code():
    assert roles_table.table() == ROLES_PAGE.read_text(), "run: python -m tests.addresses"
