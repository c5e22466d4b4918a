"""Every refusal of the API has the same form and a stable code."""

import json

from django.test import Client

from tests.conftest import PASSWORD
from tests.rows import cases, each

NEW_TOURNAMENT = {
    "name": "Maratón de Luco",
    "starts_at": "2026-12-05T16:30:00+01:00",
    "tables": 4,
    "game": "guinote",
    "format": "swiss",
    "format_options": {"rounds": 3},
}
PAIR = {"players": [{"name": "Paco"}, {"name": "Luis"}], "town": "Luco"}


def refusal(answer) -> tuple[int, str, str]:
    """Return the status, code and field of a refusal, after checking the form of its body."""
    error = answer.json()["error"]
    assert error.keys() == {"code", "field", "article", "message", "params", "fields"}
    assert error["message"]
    return answer.status_code, error["code"], error["field"]


@each(
    "field, value, expected",
    ("name", None, (400, "invalid", "name")),
    ("name", "", (400, "invalid", "name")),
    ("name", 7, (400, "invalid", "name")),
    ("name", "a\x00b", (400, "invalid", "name")),
    ("name", "a\ud800b", (400, "invalid", "name")),
    ("name", "=2+2", (400, "text_formula", "name")),
    ("name", "ñ" * 121, (400, "invalid", "name")),
    ("starts_at", "mañana", (400, "invalid", "starts_at")),
    ("starts_at", "1826-08-16T16:00:00Z", (400, "date_out_of_range", "starts_at")),
    ("tables", 0, (400, "invalid", "tables")),
    ("tables", "8", (400, "invalid", "tables")),
    ("tables", True, (400, "invalid", "tables")),
    ("tables", 10**400, (400, "invalid", "tables")),
    ("game", "bridge", (400, "game_unknown", "game")),
    ("preset", "tres_cotos", (400, "preset_unknown", "preset")),
    ("game_options", {"cotos": 0}, (400, "option_range", "cotos")),
    ("game_options", {"cotos": True}, (400, "option_type", "cotos")),
    ("game_options", {"cotos": 1.5}, (400, "invalid", "game_options.cotos")),
    ("game_options", {"\ud800": 1}, (400, "option_unknown", "options")),
    ("game_options", {"best_of": 12}, (400, "guinote.best_of_even", "best_of")),
    ("format", "liga", (400, "unknown_format", "format")),
    ("format_options", {}, (400, "option_missing", "format_options")),
    ("format_options", {"rounds": 0}, (400, "rounds_out_of_range", "rounds")),
    ("seed", "x" * 61, (400, "invalid", "seed")),
    ("slug", "mio", (400, "invalid", "slug")),
    ("\ud800", 1, (400, "invalid", "�")),
)
def test_a_new_tournament_with_a_wrong_field_is_refused(api, field, value, expected):
    assert refusal(api.post("tournaments/", {**NEW_TOURNAMENT, field: value})) == expected


def test_a_new_tournament_is_created_once(api):
    created_answer = api.post("tournaments/", NEW_TOURNAMENT)
    expected = (201, {"players": 4, "cotos": 2, "partidas": 3, "best_of": 0, "play_all": False})
    assert (created_answer.status_code, created_answer.json()["game_options"]) == expected
    assert refusal(api.post("tournaments/", NEW_TOURNAMENT)) == (409, "just_created", "")


def test_errors_are_listed_by_field(api, casino):
    body = {"players": [{"name": "Paco"}, {"surname": "Sanz", "alias": "x"}], "paid": "sí"}
    answer = api.post(f"tournaments/{casino.slug}/entries/", body)
    fields = answer.json()["error"]["fields"]
    codes = {path: [error["code"] for error in errors] for path, errors in fields.items()}
    assert codes == {"players.1.alias": ["unknown"], "paid": ["invalid"]}


@cases(
    "change, expected",
    ({"players": [{"name": "Paco"}]}, (400, "wrong_people", "players")),
    ({"players": "Paco y Luis"}, (400, "invalid", "players")),
    ({"players": [1, 2]}, (400, "invalid", "players.0")),
    ({"players": [{"name": "Paco"}] * 2}, (400, "same_person_twice", "player_2")),
    ({"number": 0}, (400, "invalid", "number")),
    ({"number": 1}, (409, "number_taken", "number")),
    (
        {"players": [{"name": "Ana"}, {"name": "Paco", "surname": "Gil"}], "town": "Calamocha"},
        (409, "already_plays", "player_2"),
    ),
)
def test_a_pair_with_a_wrong_field_is_refused(api, casino, pairs, change, expected):
    pairs(casino, 1)  # the pair is Paco Gil and Luis Gil, of Calamocha
    assert refusal(api.post(f"tournaments/{casino.slug}/entries/", {**PAIR, **change})) == expected


def test_a_change_is_made_completely_or_not_at_all(api, casino, pairs):
    pairs(casino, 2)
    path = f"tournaments/{casino.slug}/entries/2/"
    body_before = api.get(path).json()
    players = [{"name": "Paco", "surname": "Gil"}, {"name": "Ana"}]
    wrong = {"present": False, "paid": False, "players": players, "town": "Calamocha"}
    assert refusal(api.patch(path, wrong)) == (409, "already_plays", "player_1")
    assert api.get(path).json() == body_before
    assert api.patch(path, {"paid": False, "town": "Luco"}).json() == {
        **body_before,
        "paid": False,
        "town": "Luco",
    }


@each(
    "raw, code",
    (b"{", "parse_error"),
    (b"\xff\xfe{}", "parse_error"),
    (b'{"name": "\xc3"}', "parse_error"),
    (b'{"tables": NaN}', "parse_error"),
    (b'{"tables": -Infinity}', "parse_error"),
    (b"[" * 200_000, "parse_error"),
    (b'{"tables": ' + b"9" * 5000 + b"}", "parse_error"),
    (b'{"tables": 1e999}', "invalid"),
    (b"[]", "invalid"),
    (b"null", "invalid"),
    (b'"texto"', "invalid"),
    (b'{"name": "' + b"x" * 1_500_001 + b'"}', "too_big"),
)
def test_an_invalid_body_is_refused(api, raw, code):
    assert refusal(api.send("POST", "tournaments/", raw))[:2] == (400, code)


@each(
    "method, path, headers, expected",
    ("GET", "tournaments/no-existe/", {}, (404, "not_found")),
    ("GET", "nada/", {}, (404, "not_found")),
    ("GET", "games", {}, (404, "not_found")),
    ("POST", "tournaments", {}, (404, "not_found")),
    ("GET", "games/?page=2", {}, (404, "not_found")),
    ("GET", "games/?page=dos", {}, (404, "not_found")),
    ("GET", "games/?page_size=0", {}, (400, "invalid")),
    ("GET", "games/?page_size=501", {}, (400, "invalid")),
    ("GET", "games/?page_size=%00", {}, (400, "invalid")),
    ("GET", "tournaments/?q=%00", {}, (400, "invalid")),
    ("PUT", "games/", {}, (405, "method_not_allowed")),
    ("OPTIONS", "games/", {}, (405, "method_not_allowed")),
    ("GET", "games/", {"Accept": "application/xml"}, (406, "not_acceptable")),
    ("POST", "tournaments/", {"Content-Type": "text/plain"}, (415, "unsupported_media_type")),
    ("POST", "tournaments/", {"Authorization": ""}, (401, "not_authenticated")),
    ("GET", "games/", {"Authorization": "Token abc"}, (401, "authentication_failed")),
    ("GET", "games/", {"Authorization": "Token a b"}, (401, "authentication_failed")),
    ("GET", "games/", {"Authorization": "Token \xff"}, (401, "authentication_failed")),
)
def test_refusals_of_the_framework_have_the_same_form(api, method, path, headers, expected):
    content_type = headers.get("Content-Type", "application/json")
    answer = api.browser.generic(
        method, f"/api/v1/{path}", "{}", content_type, headers={**api.headers, **headers}
    )
    assert refusal(answer)[:2] == expected
    if expected[0] == 401:
        assert answer.headers["WWW-Authenticate"] == "Token"


def test_a_user_without_the_role_gets_403(api_as, casino, vecino):
    answer = api_as(vecino).post(f"tournaments/{casino.slug}/rounds/")
    assert refusal(answer) == (403, "permission_denied", "")


def test_a_session_writes_with_its_csrf_token_only(pilar):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(pilar)
    browser.get("/")
    post = {"path": "/api/v1/tournaments/", "data": json.dumps(NEW_TOURNAMENT)}
    answer = browser.post(**post, content_type="application/json")
    assert refusal(answer)[:2] == (403, "permission_denied")
    page = browser.get("/torneos/nuevo/")
    token = str(page.context["csrf_token"])
    answer = browser.post(**post, content_type="application/json", headers={"X-CSRFToken": token})
    assert answer.status_code == 201


def test_the_right_password_gets_a_token(api_as, pilar):
    visitor = api_as(None)
    answer = visitor.post("token/", {"username": "pilar", "password": PASSWORD})
    assert (answer.status_code, answer.json()["name"]) == (200, "Programa")
    visitor.headers = {"Authorization": f"Token {answer.json()['token']}"}
    assert visitor.post("tournaments/", NEW_TOURNAMENT).status_code == 201


def test_wrong_passwords_for_a_token_are_counted_for_each_account(api_as, pilar, chema):
    visitor = api_as(None)
    wrong = {"username": "pilar", "password": "no es esta"}
    for _try in range(10):
        assert refusal(visitor.post("token/", wrong)) == (400, "wrong_password", "")
    throttled_answer = visitor.post("token/", {**wrong, "username": "PILAR"})
    assert refusal(throttled_answer) == (429, "throttled", "")
    assert 0 < throttled_answer.json()["error"]["params"]["wait"] <= 300
    other_answer = visitor.post("token/", {"username": "chema", "password": PASSWORD})
    assert other_answer.status_code == 200


def test_a_refused_line_has_its_value_and_its_number(api, playing):
    match_path = f"tournaments/{playing.slug}/matches/{playing.matches.get(number=1).code}/"
    answer = api.post(f"{match_path}hands/", {"number": 1, "line": "62-59 uA"})
    error = answer.json()["error"]
    assert refusal(answer) == (400, "guinote.cards_sum", "cards")
    assert error["params"]["value"] == 121
    api.post(f"{match_path}hands/", {"number": 1, "line": "coto 3-1"})
    wrong = {"lines": ["coto 3-1", "coto 3-3"], "reason": "bailado"}
    answer = api.post(f"{match_path}correct/", wrong)
    assert refusal(answer) == (400, "guinote.coto_result", "partidas")
    assert answer.json()["error"]["params"]["hand"] == 2
