"""Tests of acts through the API: imports, draws changed by hand, corrections, the team."""

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.api.test_errors import refusal
from tests.rows import each
from tournaments.models import Tournament

LIST = "Paco;Luis;Luco\nAna;Ana;Luco\nEva;Rosa;Daroca"


def _match_codes(playing: Tournament) -> list[str]:
    matches = playing.matches.filter(number__isnull=False).order_by("number")
    return list(matches.values_list("code", flat=True))


# --- Imports ----------------------------------------------------------------------------------
def test_a_list_is_read_corrected_and_accepted(api, casino):
    path = f"tournaments/{casino.slug}/imports/"
    created_answer = api.post(path, {"text": LIST})
    assert (created_answer.status_code, created_answer.json()["state"]) == (201, "ready")
    assert created_answer.json()["counts"] == {"good": 2, "bad": 1, "already": 0, "dropped": 0}
    import_path = created_answer.headers["Location"].removeprefix("/api/v1/")
    (bad_row,) = api.get(f"{import_path}rows/", state="bad").json()["results"]
    assert (bad_row["line"], bad_row["errors"][0]["code"]) == (2, "same_person_twice")
    assert api.post(f"{import_path}accept/").json() == {"registered": 2, "job": None}
    correction_answer = api.patch(
        f"{import_path}rows/", {"rows": [{"place": bad_row["place"], "player_2": "Sara"}]}
    )
    assert correction_answer.json()["counts"] == {"good": 1, "bad": 0, "already": 2, "dropped": 0}
    assert api.post(f"{import_path}accept/").json() == {"registered": 1, "job": None}
    assert api.post(f"{import_path}accept/").json() == {"registered": 0, "job": None}
    assert api.get(import_path).json()["state"] == "accepted"
    assert casino.entries.count() == 3


def send_file(api, casino, content, name="parejas.csv"):
    path = f"/api/v1/tournaments/{casino.slug}/imports/"
    file = SimpleUploadedFile(name, content, "text/csv")
    return api.browser.post(path, {"file": file}, headers=api.headers)


def test_a_file_is_read_by_a_job(api, casino, django_capture_on_commit_callbacks):
    answer = send_file(api, casino, LIST.encode("cp1252"))
    preview = answer.json()
    assert (answer.status_code, preview["source"], preview["state"]) == (
        201,
        "parejas.csv",
        "reading",
    )
    with django_capture_on_commit_callbacks(execute=True):
        answer = send_file(api, casino, LIST.encode("cp1252"))
    import_path = answer.headers["Location"].removeprefix("/api/v1/")
    assert api.get(import_path).json()["counts"]["good"] == 2
    assert api.get(import_path).json()["state"] == "ready"


def test_the_job_of_a_file_that_is_no_list_fails_with_a_code(
    api, casino, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        answer = send_file(api, casino, b"PK\x03\x04 nothing")
    preview = api.get(answer.headers["Location"].removeprefix("/api/v1/")).json()
    assert (preview["state"], preview["counts"]["good"]) == ("failed", 0)
    job = api.get(f"tournaments/{casino.slug}/jobs/{preview['job']}/").json()
    assert (job["state"], job["code"]) == ("failed", "unreadable")
    repeat = api.post(f"tournaments/{casino.slug}/jobs/{preview['job']}/again/")
    assert refusal(repeat)[:2] == (409, "upload_erased")


@each(
    "body, expected",
    ({"text": " "}, (400, "invalid", "text")),
    ({"text": "\n;;\n"}, (400, "empty", "source")),
    ({}, (400, "invalid", "text")),
    ({"text": "x", "file": "y"}, (400, "invalid", "file")),
    ({"text": "Paco / Luis\n" * 5_001}, (400, "too_many_rows", "source")),
)
def test_an_unreadable_list_is_refused(api, casino, body, expected):
    assert refusal(api.post(f"tournaments/{casino.slug}/imports/", body)) == expected


@each(
    "content, expected",
    (b"", (400, "empty")),
    (b"%PDF-1.7", (400, "not_a_table")),
    (b"x" * 2_200_000, (400, "too_big")),
)
def test_a_file_that_cannot_be_a_list_is_refused_at_once(api, casino, content, expected):
    assert refusal(send_file(api, casino, content, "parejas.xlsx"))[:2] == expected


def test_a_form_without_its_boundary_is_refused(api, casino):
    answer = api.browser.generic(
        "POST",
        f"/api/v1/tournaments/{casino.slug}/imports/",
        b"xx",
        "multipart/form-data",
        headers=api.headers,
    )
    assert refusal(answer)[:2] == (400, "parse_error")


# --- Draws ------------------------------------------------------------------------------------
def test_a_draft_is_changed_by_hand_drawn_again_and_discarded(api, api_as, casino, pairs):
    pairs(casino, 6)
    path = f"tournaments/{casino.slug}/rounds/"
    draft = api.post(path).json()
    assert refusal(api.post(path)) == (409, "draft_exists", "")
    first, second = (match["sides"][0]["entry"] for match in draft["matches"][:2])
    assert refusal(api.post(f"{path}1/swap/", {"first": first, "second": 99, "reason": "x"})) == (
        400,
        "entry_unknown",
        "second",
    )
    swap = {"first": first, "second": second, "reason": "vienen en el mismo coche"}
    swapped_draft = api.post(f"{path}1/swap/", swap).json()
    assert [(row["first"], row["second"], row["author"]) for row in swapped_draft["swaps"]] == [
        (first, second, "pilar")
    ]
    stale = api.post(f"{path}1/publish/", {"seen": draft["version"]})
    assert refusal(stale) == (409, "draft_changed", "")
    redrawn = api.post(f"{path}1/redraw/", {"seed": "el gordo", "reason": "a mano alzada"}).json()
    assert (redrawn["seed"], redrawn["swaps"]) == ("el gordo", [])
    expected = [("tapete/1", "a mano alzada")]
    assert [(row["seed"], row["reason"]) for row in redrawn["redraws"]] == expected
    assert refusal(api.send("DELETE", f"{path}1/"))[:2] == (400, "invalid")
    assert api.send("DELETE", f"{path}1/?reason=nos+equivocamos").status_code == 204
    assert api.get(path).json()["count"] == 0


def test_a_late_pair_meets_a_pair_with_a_bye(api, playing):
    path = f"tournaments/{playing.slug}/"
    late_entry = api.post(f"{path}entries/", {"players": [{"name": "Sol"}, {"name": "Mar"}]}).json()
    match = api.post(f"{path}entries/{late_entry['number']}/late/").json()
    assert (match["number"], match["state"], match["sides"][1]["entry"]) == (3, "playing", 7)
    assert refusal(api.post(f"{path}entries/7/late/")) == (409, "already_in_draw", "")


def test_a_pair_withdraws_and_is_reinstated(api, playing):
    path, match = f"tournaments/{playing.slug}/", playing.matches.get(number=1)
    number = match.entries[0].number
    body = api.post(f"{path}entries/{number}/withdraw/", {"reason": "se ponen malos"}).json()
    assert (body["entry"]["state"], body["forfeited"]) == ("withdrawn", [match.code])
    body = api.get(f"{path}matches/{match.code}/").json()
    assert (body["result"]["winner"], body["result"]["forfeit"]) == ("B", True)
    assert api.post(f"{path}entries/{number}/reinstate/").json()["state"] == "entered"
    second_answer = api.post(f"{path}entries/{number}/reinstate/")
    assert refusal(second_answer) == (409, "not_withdrawn", "")


def test_a_pair_gets_a_fixed_table_of_the_hall(api, playing):
    path = f"tournaments/{playing.slug}/entries/1/"
    assert api.patch(path, {"fixed_table": 3, "stage": 1}).json()["fixed_table"] == 3
    assert refusal(api.patch(path, {"fixed_table": 9}))[:2] == (400, "table_unknown")
    assert refusal(api.patch(path, {"stage": 2, "fixed_table": 4}))[0] == 400
    assert api.get(path).json()["fixed_table"] == 3


def test_an_entry_of_another_match_and_an_unknown_print_option_are_refused(api, playing):
    match = playing.matches.get(number=1)
    own = {entry.number for entry in match.entries}
    stranger = min({*range(1, 7)} - own)
    names = f"tournaments/{playing.slug}/matches/{match.code}/names/"
    assert api.post(names, {"entry": stranger, "names": "Ana"}).status_code == 404
    prints = f"tournaments/{playing.slug}/prints/"
    for wrong in ({"sheet": "actas", "paper": "A9"}, {"sheet": "actas", "order": "al revés"}):
        assert refusal(api.post(prints, wrong))[0] == 400


# --- Actas ------------------------------------------------------------------------------------
def test_a_line_as_an_object_equals_the_line_as_text(api, playing):
    match_path = f"tournaments/{playing.slug}/matches/{_match_codes(playing)[0]}/"
    cantes = [{"side": "A", "value": 20, "suit": "o"}, {"side": "B", "value": 40, "suit": "e"}]
    hand = {"kind": "deal", "cards": [62, 58], "last": "A", "cantes": cantes}
    preview = api.post(f"{match_path}preview/", {"number": 1, "hand": hand}).json()
    assert (preview["version"], preview["next_number"]) == (0, 2)
    assert api.get(match_path).json()["acta"]["steps"] == []
    answer = api.post(f"{match_path}hands/", {"number": 1, "line": "62-58 uA A20o B40e"})
    (step,) = answer.json()["steps"]
    assert step["hand"] == {**hand, "declared": None, "dealer": None}
    assert (step["tallies"]["tantos"], step["author"]) == ([92, 98], "pilar")
    repeated_answer = api.post(f"{match_path}hands/", {"number": 1, "hand": hand})
    assert (repeated_answer.status_code, repeated_answer.json()) == (201, answer.json())
    conflicting_answer = api.post(f"{match_path}hands/", {"number": 1, "line": "partida A"})
    assert refusal(conflicting_answer) == (409, "conflict", "line")


def test_a_correction_keeps_the_old_version(api, playing):
    match_path = f"tournaments/{playing.slug}/matches/{_match_codes(playing)[0]}/"
    for number, line in enumerate(["coto 3-1", "coto 3-0"], 1):
        api.post(f"{match_path}hands/", {"number": number, "line": line})
    expected = (409, "match_over", "")
    assert refusal(api.post(f"{match_path}hands/", {"number": 3, "line": "partida A"})) == expected
    change = {"lines": ["coto 1-3", "coto 0-3"], "reason": "estaban bailadas", "version": 1}
    correction_answer = api.post(f"{match_path}correct/", change).json()
    assert (correction_answer["version"], correction_answer["winner"]) == (2, "B")
    assert (correction_answer["drawn_matches"], correction_answer["drawn_rounds"]) == ([], [])
    body = api.get(match_path).json()
    assert [
        (
            version["version"],
            version["live"],
            version["reason"],
            [line["line"] for line in version["lines"]],
        )
        for version in body["versions"]
    ] == [
        (2, True, "estaban bailadas", ["coto 1-3", "coto 0-3"]),
        (1, False, "", ["coto 3-1", "coto 3-0"]),
    ]
    assert refusal(api.post(f"{match_path}correct/", change))[:2] == (409, "conflict")


def test_a_match_is_forfeited_and_another_moved_to_a_table(api, playing):
    first_path, second_path = (
        f"tournaments/{playing.slug}/matches/{code}/" for code in _match_codes(playing)
    )
    loser = api.get(first_path).json()["sides"][1]["entry"]
    forfeit = api.post(f"{first_path}forfeit/", {"loser": loser, "reason": "no se presenta"}).json()
    assert (forfeit["over"], forfeit["winner"]) == (True, "A")
    assert api.post(f"{second_path}table/", {"table": 7}).json()["table"] == 7
    assert refusal(api.post(f"{second_path}table/", {"table": 9})) == (
        400,
        "table_unknown",
        "table",
    )
    assert api.post(f"tournaments/{playing.slug}/call/").json()["results"] == []


# --- The team ---------------------------------------------------------------------------------
def test_the_team_is_changed_through_the_api(api, casino, vecino):
    path = f"tournaments/{casino.slug}/team/"
    expected = {"username": "vecino", "role": "desk", "tables": "", "stage": 0}
    assert api.send("PUT", f"{path}vecino/", {"role": "desk"}).json() == expected
    expected = {"pilar": "organiser", "chema": "desk", "raul": "referee", "vecino": "desk"}
    assert {
        member["username"]: member["role"] for member in api.get(path).json()["results"]
    } == expected
    assert api.send("DELETE", f"{path}vecino/").status_code == 204
    assert refusal(api.send("DELETE", f"{path}vecino/"))[:2] == (404, "not_found")
    assert refusal(api.send("DELETE", f"{path}pilar/"))[:2] == (409, "last_organiser")
    expected = (400, "user_unknown", "username")
    assert refusal(api.send("PUT", f"{path}nadie/", {"role": "desk"})) == expected
    assert refusal(api.send("PUT", f"{path}raul/", {"role": "jefe"})) == (400, "invalid", "role")


def test_settings_change_but_the_game_is_fixed_after_the_draw(api, api_as, playing):
    path = f"tournaments/{playing.slug}/"
    assert api.patch(path, {"venue": "Polideportivo", "tables": 3}).json()["tables"] == 3
    refused_answer = api.patch(path, {"preset": "mejor_de_13"})
    assert refusal(refused_answer) == (409, "draw_exists", "game_options")
    body = api_as(None).get(path).json()
    assert (body["venue"], body["role"], body["seed"]) == ("Polideportivo", "", "tapete")
    assert api.patch(path, {"game_options": body["game_options"]}).status_code == 200


def test_the_public_sees_the_seed_only_after_the_draw(api, api_as, casino):
    path = f"tournaments/{casino.slug}/"
    assert api_as(None).get(path).json()["seed"] is None
    assert api.get(path).json()["seed"] == "tapete"


def test_the_audit_is_in_words(api, casino):
    api.patch(f"tournaments/{casino.slug}/", {"tables": 9})
    line = api.get(f"tournaments/{casino.slug}/audit/", act="edit_tournament").json()["results"][0]
    assert (line["author"], line["before"], line["after"]) == ("pilar", "mesas: 8", "mesas: 9")
