"""What no program should send, to every operation of the schema: a clear no, and never a 500."""

import json
from typing import Any

import pytest
from django.db import transaction
from drf_spectacular.generators import SchemaGenerator

from scoring.models import Photo, RefereeCall, Ruling
from scoring.services.draws.rounds import open_next_round
from tests.api.conftest import Api
from tests.sizes import size
from tests.worlds import world
from tournaments.models import ForbiddenCouple, ImportPreview, Job
from tournaments.services.access.invitations import invite

LINE = {"number": 1, "line": "coto 3-1"}
# A body that each operation takes, to break one member at a time.
GOOD: dict[str, dict[str, Any]] = {
    "POST token/": {
        "username": "pilar",
        "password": "x",
        "code": "123456",
        "name": "Pantalla",
        "days": 7,
    },
    "POST tournaments/": {
        "name": "Otro",
        "venue": "",
        "starts_at": "2026-12-05T16:30:00",
        "tables": 4,
        "game": "guinote",
        "preset": "mejor_de_13",
        "game_options": {},
        "format": "knockout",
        "format_options": {},
        "seed": "",
    },
    "PATCH tournaments/{slug}/": {
        "name": "Otro",
        "tables": 9,
        "capacity": 8,
        "squad": 0,
        "confirmations": 2,
        "provisional": True,
        "visibility": "unlisted",
        "responsible": "Peña",
        "contact": "x@y.es",
        "privacy": "Nada.",
    },
    "POST tournaments/{slug}/entries/": {
        "players": [{"name": "Ana", "surname": "", "town": ""}, {"name": "Eva"}],
        "town": "Luco",
        "paid": True,
        "present": False,
        "number": 77,
        "session": "noche",
        "seed": 1,
        "single": False,
        "name": "",
    },
    "PATCH tournaments/{slug}/entries/{number}/": {
        "players": [{"name": "Ana"}, {"name": "Eva"}],
        "town": "Luco",
        "paid": True,
    },
    "POST tournaments/{slug}/entries/{number}/withdraw/": {
        "reason": "se va",
        "kind": "absent",
        "effect": "void",
    },
    "POST tournaments/{slug}/entries/mark-all/": {"mark": "paid"},
    "POST tournaments/{slug}/entries/mark-all/undo/": {"mark": "paid", "line": 1},
    "POST tournaments/{slug}/entries/{number}/partner/": {"partner": {"name": "Eva"}},
    "POST tournaments/{slug}/entries/{number}/reenter/": {"paid": True},
    "POST tournaments/{slug}/entries/{number}/reenter/undo/": {"paid": True},
    "POST tournaments/{slug}/stages/{number}/open/": {"declined": [1]},
    "POST tournaments/{slug}/matches/{code}/catch-up/": {"rivals": [1]},
    "POST tournaments/{slug}/matches/{code}/catch-up/undo/": {"reason": "no hacía falta"},
    "POST tournaments/{slug}/matches/{code}/correct/preview/": {"lines": ["coto 3-1"]},
    "POST tournaments/{slug}/matches/{code}/move/": {"to": "AAAAAA", "reason": "x", "version": 1},
    "POST tournaments/{slug}/matches/{code}/swap-sides/": {"reason": "x", "version": 1},
    "POST tournaments/{slug}/entries/{number}/substitutions/": {
        "leaves": 1,
        "comes": {"name": "Eva", "surname": "Yus", "town": ""},
        "reason": "x",
    },
    "POST tournaments/{slug}/singles/pair/": {"first": 1, "second": 2},
    "POST tournaments/{slug}/singles/draw/": {"seed": "x", "method": "lot"},
    "POST tournaments/{slug}/seeding/": {"entries": [{"number": 1, "seed": 1, "session": "noche"}]},
    "PUT tournaments/{slug}/wishes/": {"wishes": [{"kind": "town", "weight": 3, "rounds": 0}]},
    "POST tournaments/{slug}/forbidden/": {"first": 1, "second": 3, "reason": "x"},
    "POST tournaments/{slug}/imports/": {"text": "Ana / Eva"},
    "PATCH tournaments/{slug}/imports/{preview}/rows/": {
        "rows": [{"place": 0, "player_1": "Ana", "dropped": True}]
    },
    "POST tournaments/{slug}/entries/{number}/rulings/": {
        "follows": "points",
        "points": 1,
        "fault": "conducta",
        "reason": "grita",
    },
    "POST tournaments/{slug}/entries/{number}/rulings/{ruling}/lift/": {"reason": "no era"},
    "POST tournaments/{slug}/matches/{code}/rulings/": {
        "entry": 1,
        "player": None,
        "follows": "line",
        "points": 0,
        "lines": ["partida A"],
        "fault": "habla",
        "reason": "x",
    },
    "POST tournaments/{slug}/matches/{code}/time/": {"minutes": 5, "reason": "x"},
    "POST tournaments/{slug}/matches/{code}/replay/": {"reason": "x"},
    "POST tournaments/{slug}/matches/{code}/call-referee/": {"side": "A"},
    "PUT tournaments/{slug}/stages/{number}/refereeing/": {
        "minutes": 45,
        "time_up": "extra",
        "extra_deals": 2,
        "warnings": ["warning", "out"],
        "grace": 10,
        "later": 5,
        "step": 5,
        "forfeit": 35,
        "score": [4, 0],
    },
    "POST tournaments/{slug}/stages/": {
        "name": "Final",
        "format": "knockout",
        "format_options": {},
        "preset": "mejor_de_13",
        "game_options": {},
        "carries": False,
        "intake": [{"stage": 1, "per": "all", "first": 1, "last": 4, "never_zero": True}],
    },
    "PATCH tournaments/{slug}/stages/{number}/": {"name": "Grupos"},
    "PUT tournaments/{slug}/stages/{number}/standings-rules/": {
        "preset": "usual",
        "chain": ["wins"],
        "counting": {"win": 3, "table": [3], "bye": "mean"},
    },
    "POST tournaments/{slug}/rounds/": {"number": 2},
    "POST tournaments/{slug}/rounds/{number}/publish/": {"seen": "x"},
    "POST tournaments/{slug}/rounds/{number}/swap/": {"first": 1, "second": 2, "reason": "x"},
    "POST tournaments/{slug}/rounds/{number}/redraw/": {"seed": "otra", "reason": "x"},
    "POST tournaments/{slug}/commitments/": {"reason": "falta uno"},
    "POST tournaments/{slug}/commitments/word/": {"word": "el gordo"},
    "POST tournaments/{slug}/rounds/change/": {"rounds": 4, "reason": "hay tiempo"},
    "POST tournaments/{slug}/bell/resume/": {"reason": "era pronto"},
    "PUT tournaments/{slug}/calendar/": {"dates": ["2026-12-05T17:00:00", None]},
    "POST tournaments/{slug}/commitments/reopen/": {"reason": "se hace tarde"},
    "POST tournaments/{slug}/matches/{code}/hands/": LINE,
    "POST tournaments/{slug}/matches/{code}/preview/": LINE,
    "POST tournaments/{slug}/matches/{code}/correct/": {
        "lines": ["coto 3-1"],
        "reason": "x",
        "version": 1,
    },
    "POST tournaments/{slug}/matches/{code}/sign/": {"version": 1},
    "POST tournaments/{slug}/matches/{code}/dispute/": {
        "version": 1,
        "lines": ["coto 3-1"],
        "reason": "al revés",
    },
    "POST tournaments/{slug}/matches/{code}/resolve/": {"keep": 1, "reason": "lo vi"},
    "POST tournaments/{slug}/matches/{code}/forfeit/": {
        "loser": 1,
        "reason": "x",
        "whole_tie": False,
    },
    "POST tournaments/{slug}/matches/{code}/names/": {"entry": 1, "names": "Ana"},
    "PUT tournaments/{slug}/rounds/{number}/line-ups/{entry}/": {"boards": [[1, 2]]},
    "POST tournaments/{slug}/matches/{code}/table/": {"table": 5},
    "POST tournaments/{slug}/prints/": {"sheet": "actas", "round": 1, "blank": 2, "match": "X"},
    "PUT tournaments/{slug}/team/{username}/": {"role": "referee", "tables": "1-3"},
    "POST tournaments/{slug}/invitations/": {
        "role": "referee",
        "tables": "1-3",
        "hours": 3,
        "places": 2,
    },
    "POST tournaments/{slug}/matters/reviewed/": {"signatures": [1]},
    "POST tournaments/{slug}/anonymise/": {"numbers": [1]},
    "POST tournaments/{slug}/delete/": {"name": "Casino de Calamocha", "while_playing": True},
    "POST account/delete/": {"password": "no-es-esta"},
    "POST invitations/accept/": {"secret": "no-es-esta"},
}
# What no member takes, whatever it is for.
NEVER = ["\x00", "a\x00b", "\ud800", 1.5, 10**30, -(10**30), [[[[]]]], {"a": {"b": [1]}}]
# What some members take and others do not.
PERHAPS = [None, True, 0, -1, "", " ", "x" * 70_000, "\u202e", "🃏", "=1+1", "\ufffd", [], {}]
RAW = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"7",
    b'"x"',
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"number": NaN, "table": NaN}',
    b'{"number": 1e999}',
    b'{"\\ud800": 1}',
    b'{"\\u0000": 1}',
    b"{" + b",".join(b'"a%d":1' % n for n in range(10_000)) + b"}",
]


@world
def places(playing, pilar, pairs) -> dict[str, Any]:
    """A tournament with a round in play, and what its addresses need."""
    preview = ImportPreview.objects.create(
        tournament=playing, owner=pilar, rows=[_row("Ana", "Eva")]
    )
    return {
        "slug": playing.slug,
        "number": 1,
        "entry": 1,
        "code": playing.matches.get(number=1).code,
        "preview": preview.pk,
        "job": Job.objects.create(tournament=playing, owner=pilar, kind="print").pk,
        "username": "chema",
        "ruling": Ruling.objects.create(
            stage=playing.stage,
            entry=playing.entries.get(number=1),
            points=1,
            reason="grita",
            follows="points",
        ).pk,
        "photo": Photo.objects.create(
            match=playing.matches.get(number=1), file="actas/none.jpg", width=1, height=1
        ).pk,
        "call": RefereeCall.objects.create(match=playing.matches.get(number=1)).pk,
        "invitation": invite(tournament=playing, author=pilar, role="desk", hours=1)[0].pk,
        "couple": ForbiddenCouple.objects.create(
            tournament=playing,
            first=playing.entries.get(number=1),
            second=playing.entries.get(number=2),
        ).pk,
    }


def _row(one: str, other: str) -> dict[str, Any]:
    return {
        "line": 1,
        "number": "",
        "player_1": one,
        "player_2": other,
        "player_3": "",
        "size": 2,
        "town": "",
        "paid": False,
        "present": False,
        "extra": 0,
        "entry": None,
        "dropped": False,
        "noticed": [],
    }


def _operations() -> dict[str, dict[str, Any]]:
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    return {
        f"{method.upper()} {path.removeprefix('/api/v1/')}": operation
        for path, methods in paths.items()
        for method, operation in methods.items()
    }


OPERATIONS = _operations()
WITH_BODY = [
    name
    for name, operation in OPERATIONS.items()
    if "application/json" in operation.get("requestBody", {}).get("content", {})
]
WITH_QUERY = {
    name: queries
    for name, operation in OPERATIONS.items()
    if (queries := [one["name"] for one in operation.get("parameters", []) if one["in"] == "query"])
}


def _send(api: Api, operation: str, places: dict[str, Any], body: Any, query: str = "") -> str:
    """The answer's status and code, "" without one; nothing of it stays."""
    method, path = operation.split()
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    with transaction.atomic():
        answer = api.send(method, path.format(**places) + query, raw)
        transaction.set_rollback(True)
    error = answer.json()["error"] if answer.status_code >= 400 else {"code": ""}
    return f"{answer.status_code} {error['code']}".strip()


def test_every_operation_with_a_body_is_tried():
    assert sorted(GOOD) == sorted(WITH_BODY)


@pytest.mark.parametrize("operation", GOOD)
def test_hostile_members(operation, api, places):
    wrong = []
    for path, broken, value in _broken(GOOD[operation]):
        told = _send(api, operation, places, broken)
        status = told[:3]
        guesses = any(one in operation for one in ("token", "accept", "account"))
        allowed = {"400", "429"} if guesses else {"400"}
        if value not in NEVER:
            allowed |= {"200", "201", "202", "204", "403", "404", "409"}
        if status not in allowed:
            wrong.append(f"{path} = {str(value)[:40]!r}: {told}")
    assert wrong == []


def _broken(body: Any) -> list[tuple[str, Any, Any]]:
    """The body with each member, however deep, put in turn to each hostile value: in small, one
    value in three, another for each member."""
    found = []
    paths = _paths(body)
    stride = size(min(3, len(paths)), full=1)
    for place, path in enumerate(paths):
        for value in [*NEVER, *PERHAPS][place % stride :: stride]:
            copy = json.loads(json.dumps(body))
            parent = copy
            for step in path[:-1]:
                parent = parent[step]
            parent[path[-1]] = value
            found.append((".".join(map(str, path)), copy, value))
    return found


def _paths(value: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for name, member in inside:
        found.append((*before, name))
        if isinstance(member, dict | list):
            found += _paths(member, (*before, name))
    return found


@pytest.mark.parametrize("operation", GOOD)
def test_hostile_bodies(operation, api, places):
    told = {raw[:30]: _send(api, operation, places, raw) for raw in RAW}
    empty_will_do = {"400", "200", "201", "404", "409"}
    wrong = {
        raw: one
        for raw, one in told.items()
        if one[:3] not in (empty_will_do if raw in (b"",) else {"400", "429"})
    }
    assert wrong == {}


HANDS = [
    {},
    [],
    None,
    7,
    "coto 3-1",
    {"kind": None},
    {"kind": []},
    {"kind": "deal"},
    {"kind": "\ud800"},
    {"kind": "coto", "partidas": [3, 1], "\ud800": 1},
    {"kind": "coto", "partidas": [10**30, -1]},
    {"kind": "coto", "partidas": [[3], {}]},
    {"kind": "coto", "partidas": [3.0, True]},
    {"kind": "coto", "partidas": [3] * 10_000},
    {"kind": "deal", "cards": [60, 60], "last": "a", "cantes": [{}] * 5_000},
    {"kind": "deal", "cards": [60, 60], "last": {"A": 1}, "dealer": 7},
    {"kind": "forfeit", "loser": "A", "reason": "\x00"},
    {"kind": "forfeit", "loser": "A", "reason": "\ud800"},
    {"kind": "forfeit", "loser": "A", "reason": "x" * 100_000},
    {"kind": "ruling", "ruling": "anula", "side": "A", "reason": "x"},
]


@pytest.mark.parametrize("act", ["hands", "preview"])
def test_hostile_lines(act, api, places):
    operation = f"POST tournaments/{{slug}}/matches/{{code}}/{act}/"
    told = [_send(api, operation, places, {"number": 1, "hand": hand}) for hand in HANDS]
    assert [one[:3] for one in told] == ["400"] * len(HANDS), told
    both = {**LINE, "hand": {"kind": "coto", "partidas": [3, 1]}}
    assert _send(api, operation, places, both) == "400 invalid"
    assert _send(api, operation, places, {"number": 1}) == "400 invalid"


@pytest.mark.parametrize("operation", WITH_QUERY)
def test_hostile_queries(operation, api, places):
    junk = ["%00", "%ED%A0%80", "%ff", "", "x" * 5000, "1e9", "9" * 30, "9" * 5000, "-1", "[]", "é"]
    told = {
        f"{name}={value[:20]}": _send(api, operation, places, {}, f"?{name}={value}")
        for name in WITH_QUERY[operation]
        for value in junk
    }
    # 409: whatever the reason, a round of which there is a photo is not thrown away.
    allowed = ("200", "204", "400", "404", "409")
    wrong = {one: said for one, said in told.items() if said[:3] not in allowed}
    assert wrong == {}


@pytest.mark.parametrize("operation", [name for name in OPERATIONS if "{" in name])
def test_hostile_addresses(operation, api, places):
    junk = {
        "slug": ["no-existe", "x" * 3000],
        "number": ["0", "999999999999999999999999", "9" * 5000],
        "entry": ["0", "999999999999999999999999", "9" * 5000],
        "code": ["%00", "%ff", "x" * 3000, "ñ", "..%2f"],
        "username": ["%00", "%ff", "x" * 3000, "nadie"],
        "invitation": ["0", "999999999999999999999999", "9" * 5000],
        "couple": ["0", "999999999999999999999999", "9" * 5000],
        "photo": ["0", "999999999999999999999999", "9" * 5000],
        "preview": ["00000000-0000-0000-0000-000000000000"],
        "job": ["00000000-0000-0000-0000-000000000000"],
    }
    body, query = GOOD.get(operation, {}), "?reason=x&q=1"
    told = {
        f"{name}={value[:20]}": _send(api, operation, {**places, name: value}, body, query)
        for name in junk
        for value in junk[name]
        if f"{{{name}}}" in operation
    }
    wrong = {one: said for one, said in told.items() if said[:3] not in ("404", "400")}
    assert wrong == {}


def test_a_draft_is_not_there_for_others(api, api_as, casino, pairs, pilar, chema):
    pairs(casino, 6)
    open_next_round(stage=casino.stage, author=pilar)
    path = f"tournaments/{casino.slug}/rounds/"
    assert api.get(path).json()["count"] == 1
    assert api.get(f"{path}1/").json()["state"] == "draft"
    for who in (chema, None):
        assert api_as(who).get(path).json()["count"] == 0
        assert api_as(who).get(f"{path}1/").status_code == 404
    assert api_as(chema).get(f"tournaments/{casino.slug}/matches/").json()["count"] == 0
