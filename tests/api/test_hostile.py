"""Hostile bodies, queries and addresses at every operation are refused, and never cause a 500."""

import json
from functools import cache
from typing import Any

import pytest
from django.core.cache import cache as django_cache
from django.db import transaction
from drf_spectacular.generators import SchemaGenerator

from scoring.rounds.services.rounds import open_next_round
from tests.api.bodies import GOOD, LINE
from tests.api.conftest import Api
from tests.conftest import places_of
from tests.rows import words
from tests.sizes import size
from tests.worlds import world
from tournaments.models import Club, ImportPreview

# Values that no member of a body accepts.
NEVER_VALID = ["\x00", "a\x00b", "\ud800", 1.5, 10**30, -(10**30), [[[[]]]], {"a": {"b": [1]}}]
# Values that some members of a body accept.
SOMETIMES_VALID = [
    None,
    True,
    0,
    -1,
    "",
    " ",
    "x" * 70_000,
    "\u202e",
    "🃏",
    "=1+1",
    "\ufffd",
    [],
    {},
]
RAW = [
    *(b"", b"{", b"[]", b"null", b"7", b'"x"', b"\xff\xfe\x00"),
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"number": NaN, "table": NaN}',
    b'{"number": 1e999}',
    b'{"\\ud800": 1}',
    b'{"\\u0000": 1}',
    b"{" + b",".join(b'"a%d":1' % n for n in range(10_000)) + b"}",
]


@world
def places(playing, pilar, chema) -> dict[str, Any]:
    """The values of the address parameters, with a round in play and an import with one row."""
    values = places_of(playing, pilar, chema)
    Club.objects.get(slug=values["club"]).officers.create(user=pilar)
    row = dict.fromkeys(words("number player_3 town"), "") | {"player_1": "Ana", "player_2": "Eva"}
    row |= dict.fromkeys(words("paid present dropped"), False)
    row |= {"line": 1, "size": 2, "extra": 0, "entry": None, "noticed": []}
    ImportPreview.objects.filter(pk=values["preview"]).update(rows=[row])
    return values


@cache
def operations() -> dict[str, dict[str, Any]]:
    """Return the operations of the schema by method and path."""
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    return {
        f"{method.upper()} {path.removeprefix('/api/v1/')}": operation
        for path, methods in paths.items()
        for method, operation in methods.items()
    }


def _query_parameters(operation: dict[str, Any]) -> list[str]:
    return [
        parameter["name"]
        for parameter in operation.get("parameters", [])
        if parameter["in"] == "query"
    ]


def _send(api: Api, operation: str, places: dict[str, Any], body: Any, query: str = "") -> str:
    """Send a request and roll back its writes; return the status and the code of a refusal."""
    method, path = operation.split()
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    with transaction.atomic():
        answer = api.send(method, path.format(**places) + query, raw)
        transaction.set_rollback(True)
    error = answer.json()["error"] if answer.status_code >= 400 else {"code": ""}
    return f"{answer.status_code} {error['code']}".strip()


def test_every_operation_with_a_body_is_tried():
    operations_with_body = [
        name
        for name, operation in operations().items()
        if "application/json" in operation.get("requestBody", {}).get("content", {})
    ]
    assert sorted(GOOD) == sorted(operations_with_body)


@pytest.mark.slow
def test_bodies_with_a_hostile_member_are_refused(api, places):
    wrong = []
    for position, (operation, good) in enumerate(GOOD.items()):
        django_cache.clear()  # the cache counts wrong tries
        is_throttled = any(word in operation for word in ("token", "accept", "account"))
        always_refused = {"400", "429"} if is_throttled else {"400"}
        allowed_statuses = always_refused | {"200", "201", "202", "204", "403", "404", "409"}
        for path, hostile, value in _hostile_copies(good, position):
            answer = _send(api, operation, places, hostile)
            if answer[:3] not in (always_refused if value in NEVER_VALID else allowed_statuses):
                wrong.append(f"{operation} {path} = {str(value)[:40]!r}: {answer}")
    assert wrong == []


def _values_in_turn(values: list[Any], position: int) -> list[Any]:
    """Return all values, or in a short run only the value whose turn it is at this position."""
    return size([values[position % len(values)]], long=values)


def _hostile_copies(body: Any, first_turn: int) -> list[tuple[str, Any, Any]]:
    """Return copies of the body, each with one member replaced by a hostile value.

    Each copy comes with the path of the member and the value. In a short run, the member number n
    of the body gets the value whose turn is `first_turn` + n.
    """
    copies = []
    for position, path in enumerate(_member_paths(body), first_turn):
        for value in _values_in_turn([*NEVER_VALID, *SOMETIMES_VALID], position):
            copy = json.loads(json.dumps(body))
            parent = copy
            for step in path[:-1]:
                parent = parent[step]
            parent[path[-1]] = value
            copies.append((".".join(map(str, path)), copy, value))
    return copies


def _member_paths(value: Any, prefix: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    members = value.items() if isinstance(value, dict) else enumerate(value)
    paths = []
    for name, member in members:
        paths.append((*prefix, name))
        if isinstance(member, dict | list):
            paths += _member_paths(member, (*prefix, name))
    return paths


@pytest.mark.slow
def test_hostile_bodies_are_refused(api, places):
    wrong = []
    for position, operation in enumerate(GOOD):
        django_cache.clear()
        for raw in _values_in_turn(RAW, position):
            allowed_statuses = {"400", "429"} if raw else {"400", "200", "201", "404", "409"}
            answer = _send(api, operation, places, raw)
            if answer[:3] not in allowed_statuses:
                wrong.append(f"{operation} {raw[:30]!r}: {answer}")
    assert wrong == []


HANDS = [
    *({}, [], None, 7, "coto 3-1"),
    *({"kind": kind} for kind in (None, [], "deal", "\ud800")),
    {"kind": "coto", "partidas": [3, 1], "\ud800": 1},
    *(
        {"kind": "coto", "partidas": partidas}
        for partidas in ([10**30, -1], [[3], {}], [3.0, True], [3] * 10_000)
    ),
    {"kind": "deal", "cards": [60, 60], "last": "a", "cantes": [{}] * 5_000},
    {"kind": "deal", "cards": [60, 60], "last": {"A": 1}, "dealer": 7},
    *(
        {"kind": "forfeit", "loser": "A", "reason": reason}
        for reason in ("\x00", "\ud800", "x" * 100_000)
    ),
    {"kind": "ruling", "ruling": "anula", "side": "A", "reason": "x"},
]


@pytest.mark.parametrize("act", ["hands", "preview"])
def test_hostile_lines_are_refused(act, api, places):
    operation = f"POST tournaments/{{slug}}/matches/{{code}}/{act}/"
    answers = [_send(api, operation, places, {"number": 1, "hand": hand}) for hand in HANDS]
    assert [answer[:3] for answer in answers] == ["400"] * len(HANDS), answers
    line_and_hand = {**LINE, "hand": {"kind": "coto", "partidas": [3, 1]}}
    assert _send(api, operation, places, line_and_hand) == "400 invalid"
    assert _send(api, operation, places, {"number": 1}) == "400 invalid"


@pytest.mark.slow
def test_hostile_queries_cause_no_error(api, places):
    junk = ["%00", "%ED%A0%80", "%ff", "", "x" * 5000, "1e9", "9" * 30, "9" * 5000, "-1", "[]", "é"]
    # 409: a round with a photo cannot be discarded.
    allowed_statuses = ("200", "204", "400", "404", "409")
    wrong = []
    queries = [
        (key, name)
        for key, operation in operations().items()
        for name in _query_parameters(operation)
    ]
    for position, (operation, name) in enumerate(queries):
        django_cache.clear()
        for value in _values_in_turn(junk, position):
            answer = _send(api, operation, places, {}, f"?{name}={value}")
            if answer[:3] not in allowed_statuses:
                wrong.append(f"{operation} {name}={value[:20]}: {answer}")
    assert wrong == []


@pytest.mark.slow
def test_hostile_addresses_are_refused(api, places):
    junk = {
        "slug": ["no-existe", "x" * 3000],
        "code": ["%00", "%ff", "x" * 3000, "ñ", "..%2f"],
        "username": ["%00", "%ff", "x" * 3000, "nadie"],
        "preview": ["00000000-0000-0000-0000-000000000000"],
        "job": ["00000000-0000-0000-0000-000000000000"],
    }
    for name in words("number entry invitation couple table screen photo"):
        junk[name] = ["0", "999999999999999999999999", "9" * 5000]
    wrong = []
    for position, operation in enumerate(operations()):
        django_cache.clear()
        body = GOOD.get(operation, {})
        for name in [name for name in junk if f"{{{name}}}" in operation]:
            for value in _values_in_turn(junk[name], position):
                values = {**places, name: value}
                answer = _send(api, operation, values, body, "?reason=x&q=1")
                if answer[:3] not in ("404", "400"):
                    wrong.append(f"{operation} {name}={value[:20]}: {answer}")
    assert wrong == []


def test_a_draft_is_not_found_by_others(api, api_as, casino, pairs, pilar, chema):
    pairs(casino, 6)
    open_next_round(stage=casino.stage, author=pilar)
    path = f"tournaments/{casino.slug}/rounds/"
    assert api.get(path).json()["count"] == 1
    assert api.get(f"{path}1/").json()["state"] == "draft"
    for user in (chema, None):
        assert api_as(user).get(path).json()["count"] == 0
        assert api_as(user).get(f"{path}1/").status_code == 404
    assert api_as(chema).get(f"tournaments/{casino.slug}/matches/").json()["count"] == 0
