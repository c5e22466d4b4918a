"""Acts whose answer is their own: imports, draws changed by hand, actas corrected, the team."""

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.api.test_errors import refusal
from tests.rows import each
from tournaments.models import Tournament

LIST = "Paco;Luis;Luco\nAna;Ana;Luco\nEva;Rosa;Daroca"


def _codes(playing: Tournament) -> list[str]:
    matches = playing.matches.filter(number__isnull=False).order_by("number")
    return list(matches.values_list("code", flat=True))


# --- Imports ----------------------------------------------------------------------------------
def test_a_list_read_mended_and_accepted(api, casino):
    path = f"tournaments/{casino.slug}/imports/"
    read = api.post(path, {"text": LIST})
    assert (read.status_code, read.json()["state"]) == (201, "ready")
    assert read.json()["counts"] == {"good": 2, "bad": 1, "already": 0, "dropped": 0}
    one = read.headers["Location"].removeprefix("/api/v1/")
    (bad,) = api.get(f"{one}rows/", state="bad").json()["results"]
    assert (bad["line"], bad["errors"][0]["code"]) == (2, "same_person_twice")
    assert api.post(f"{one}accept/").json() == {"registered": 2, "job": None}
    mended = api.patch(f"{one}rows/", {"rows": [{"place": bad["place"], "player_2": "Sara"}]})
    assert mended.json()["counts"] == {"good": 1, "bad": 0, "already": 2, "dropped": 0}
    assert api.post(f"{one}accept/").json() == {"registered": 1, "job": None}
    assert api.post(f"{one}accept/").json() == {"registered": 0, "job": None}
    assert api.get(one).json()["state"] == "accepted"
    assert casino.entries.count() == 3


def sent_file(api, casino, content, name="parejas.csv"):
    path = f"/api/v1/tournaments/{casino.slug}/imports/"
    file = SimpleUploadedFile(name, content, "text/csv")
    return api.browser.post(path, {"file": file}, headers=api.headers)


def test_a_file_is_read_by_a_job(api, casino, django_capture_on_commit_callbacks):
    answer = sent_file(api, casino, LIST.encode("cp1252"))
    told = answer.json()
    assert (answer.status_code, told["source"], told["state"]) == (201, "parejas.csv", "reading")
    with django_capture_on_commit_callbacks(execute=True):
        answer = sent_file(api, casino, LIST.encode("cp1252"))
    one = answer.headers["Location"].removeprefix("/api/v1/")
    assert api.get(one).json()["counts"]["good"] == 2
    assert api.get(one).json()["state"] == "ready"


def test_a_file_that_turns_out_to_be_no_list_says_so_in_its_job(
    api, casino, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        answer = sent_file(api, casino, b"PK\x03\x04 nothing")
    told = api.get(answer.headers["Location"].removeprefix("/api/v1/")).json()
    assert (told["state"], told["counts"]["good"]) == ("failed", 0)
    job = api.get(f"tournaments/{casino.slug}/jobs/{told['job']}/").json()
    assert (job["state"], job["code"]) == ("failed", "unreadable")
    again = api.post(f"tournaments/{casino.slug}/jobs/{told['job']}/again/")
    assert refusal(again)[:2] == (409, "upload_erased")


@each(
    "body, wanted",
    ({"text": " "}, (400, "invalid", "text")),
    ({"text": "\n;;\n"}, (400, "empty", "source")),
    ({}, (400, "invalid", "text")),
    ({"text": "x", "file": "y"}, (400, "invalid", "file")),
    ({"text": "Paco / Luis\n" * 5_001}, (400, "too_many_rows", "source")),
)
def test_a_list_that_cannot_be_read(api, casino, body, wanted):
    assert refusal(api.post(f"tournaments/{casino.slug}/imports/", body)) == wanted


@each(
    "content, wanted",
    (b"", (400, "empty")),
    (b"%PDF-1.7", (400, "not_a_table")),
    (b"x" * 2_200_000, (400, "too_big")),
)
def test_a_file_that_is_seen_to_be_no_list_is_refused_at_once(api, casino, content, wanted):
    assert refusal(sent_file(api, casino, content, "parejas.xlsx"))[:2] == wanted


def test_a_form_without_its_boundary(api, casino):
    answer = api.browser.generic(
        "POST",
        f"/api/v1/tournaments/{casino.slug}/imports/",
        b"xx",
        "multipart/form-data",
        headers=api.headers,
    )
    assert refusal(answer)[:2] == (400, "parse_error")


# --- Draws ------------------------------------------------------------------------------------
def test_a_draft_changed_by_hand_drawn_again_and_thrown_away(api, api_as, casino, pairs):
    pairs(casino, 6)
    path = f"tournaments/{casino.slug}/rounds/"
    drawn = api.post(path).json()
    assert refusal(api.post(path)) == (409, "draft_exists", "")
    first, second = (match["sides"][0]["entry"] for match in drawn["matches"][:2])
    assert refusal(api.post(f"{path}1/swap/", {"first": first, "second": 99, "reason": "x"})) == (
        400,
        "entry_unknown",
        "second",
    )
    swap = {"first": first, "second": second, "reason": "vienen en el mismo coche"}
    swapped = api.post(f"{path}1/swap/", swap).json()
    assert [(one["first"], one["second"], one["author"]) for one in swapped["swaps"]] == [
        (first, second, "pilar")
    ]
    stale = api.post(f"{path}1/publish/", {"seen": drawn["version"]})
    assert refusal(stale) == (409, "draft_changed", "")
    again = api.post(f"{path}1/redraw/", {"seed": "el gordo", "reason": "a mano alzada"}).json()
    assert (again["seed"], again["swaps"]) == ("el gordo", [])
    wanted = [("tapete/1", "a mano alzada")]
    assert [(one["seed"], one["reason"]) for one in again["redraws"]] == wanted
    assert refusal(api.send("DELETE", f"{path}1/"))[:2] == (400, "invalid")
    assert api.send("DELETE", f"{path}1/?reason=nos+equivocamos").status_code == 204
    assert api.get(path).json()["count"] == 0


def test_a_late_pair_meets_an_exempt_one(api, playing):
    one = f"tournaments/{playing.slug}/"
    late = api.post(f"{one}entries/", {"players": [{"name": "Sol"}, {"name": "Mar"}]}).json()
    match = api.post(f"{one}entries/{late['number']}/late/").json()
    assert (match["number"], match["state"], match["sides"][1]["entry"]) == (3, "playing", 7)
    assert refusal(api.post(f"{one}entries/7/late/")) == (409, "already_in_draw", "")


def test_a_pair_goes_and_comes_back(api, playing):
    one, match = f"tournaments/{playing.slug}/", playing.matches.get(number=1)
    number = match.entries[0].number
    told = api.post(f"{one}entries/{number}/withdraw/", {"reason": "se ponen malos"}).json()
    assert (told["entry"]["state"], told["forfeited"]) == ("withdrawn", [match.code])
    told = api.get(f"{one}matches/{match.code}/").json()
    assert (told["result"]["winner"], told["result"]["forfeit"]) == ("B", True)
    assert api.post(f"{one}entries/{number}/reinstate/").json()["state"] == "entered"
    again = api.post(f"{one}entries/{number}/reinstate/")
    assert refusal(again) == (409, "not_withdrawn", "")


def test_a_pair_keeps_a_table_and_only_one_of_the_hall(api, playing):
    one = f"tournaments/{playing.slug}/entries/1/"
    assert api.patch(one, {"fixed_table": 3, "stage": 1}).json()["fixed_table"] == 3
    assert refusal(api.patch(one, {"fixed_table": 9}))[:2] == (400, "table_unknown")
    assert refusal(api.patch(one, {"stage": 2, "fixed_table": 4}))[0] == 400
    assert api.get(one).json()["fixed_table"] == 3


def test_what_is_not_of_the_match_or_of_the_sheet(api, playing):
    match = playing.matches.get(number=1)
    own = {entry.number for entry in match.entries}
    stranger = min({*range(1, 7)} - own)
    names = f"tournaments/{playing.slug}/matches/{match.code}/names/"
    assert api.post(names, {"entry": stranger, "names": "Ana"}).status_code == 404
    prints = f"tournaments/{playing.slug}/prints/"
    for wrong in ({"sheet": "actas", "paper": "A9"}, {"sheet": "actas", "order": "al revés"}):
        assert refusal(api.post(prints, wrong))[0] == 400


# --- Actas ------------------------------------------------------------------------------------
def test_a_line_as_an_object_is_the_line_as_text(api, playing):
    match = f"tournaments/{playing.slug}/matches/{_codes(playing)[0]}/"
    cantes = [{"side": "A", "value": 20, "suit": "o"}, {"side": "B", "value": 40, "suit": "e"}]
    hand = {"kind": "deal", "cards": [62, 58], "last": "A", "cantes": cantes}
    seen = api.post(f"{match}preview/", {"number": 1, "hand": hand}).json()
    assert (seen["version"], seen["next_number"]) == (0, 2)
    assert api.get(match).json()["acta"]["steps"] == []
    written = api.post(f"{match}hands/", {"number": 1, "line": "62-58 uA A20o B40e"})
    (step,) = written.json()["steps"]
    assert step["hand"] == {**hand, "declared": None, "dealer": None}
    assert (step["tallies"]["tantos"], step["author"]) == ([92, 98], "pilar")
    twice = api.post(f"{match}hands/", {"number": 1, "hand": hand})
    assert (twice.status_code, twice.json()) == (201, written.json())
    other = api.post(f"{match}hands/", {"number": 1, "line": "partida A"})
    assert refusal(other) == (409, "conflict", "line")


def test_a_correction_keeps_the_old_version(api, playing):
    match = f"tournaments/{playing.slug}/matches/{_codes(playing)[0]}/"
    for number, line in enumerate(["coto 3-1", "coto 3-0"], 1):
        api.post(f"{match}hands/", {"number": number, "line": line})
    wanted = (409, "match_over", "")
    assert refusal(api.post(f"{match}hands/", {"number": 3, "line": "partida A"})) == wanted
    change = {"lines": ["coto 1-3", "coto 0-3"], "reason": "estaban bailadas", "version": 1}
    corrected = api.post(f"{match}correct/", change).json()
    assert (corrected["version"], corrected["winner"]) == (2, "B")
    assert (corrected["drawn_matches"], corrected["drawn_rounds"]) == ([], [])
    told = api.get(match).json()
    assert [
        (one["version"], one["live"], one["reason"], [line["line"] for line in one["lines"]])
        for one in told["versions"]
    ] == [
        (2, True, "estaban bailadas", ["coto 1-3", "coto 0-3"]),
        (1, False, "", ["coto 3-1", "coto 3-0"]),
    ]
    assert refusal(api.post(f"{match}correct/", change))[:2] == (409, "conflict")


def test_a_match_given_up_and_another_moved(api, playing):
    first, second = (f"tournaments/{playing.slug}/matches/{code}/" for code in _codes(playing))
    loser = api.get(first).json()["sides"][1]["entry"]
    given = api.post(f"{first}forfeit/", {"loser": loser, "reason": "no se presenta"}).json()
    assert (given["over"], given["winner"]) == (True, "A")
    assert api.post(f"{second}table/", {"table": 7}).json()["table"] == 7
    assert refusal(api.post(f"{second}table/", {"table": 9})) == (400, "table_unknown", "table")
    assert api.post(f"tournaments/{playing.slug}/call/").json()["results"] == []


# --- The team ---------------------------------------------------------------------------------
def test_who_helps(api, casino, vecino):
    path = f"tournaments/{casino.slug}/team/"
    wanted = {"username": "vecino", "role": "desk", "tables": "", "stage": 0}
    assert api.send("PUT", f"{path}vecino/", {"role": "desk"}).json() == wanted
    wanted = {"pilar": "organiser", "chema": "desk", "raul": "referee", "vecino": "desk"}
    assert {one["username"]: one["role"] for one in api.get(path).json()["results"]} == wanted
    assert api.send("DELETE", f"{path}vecino/").status_code == 204
    assert refusal(api.send("DELETE", f"{path}vecino/"))[:2] == (404, "not_found")
    assert refusal(api.send("DELETE", f"{path}pilar/"))[:2] == (409, "last_organiser")
    wanted = (400, "user_unknown", "username")
    assert refusal(api.send("PUT", f"{path}nadie/", {"role": "desk"})) == wanted
    assert refusal(api.send("PUT", f"{path}raul/", {"role": "jefe"})) == (400, "invalid", "role")


def test_settings_change_and_then_are_fixed(api, api_as, playing):
    path = f"tournaments/{playing.slug}/"
    assert api.patch(path, {"venue": "Polideportivo", "tables": 3}).json()["tables"] == 3
    fixed = api.patch(path, {"preset": "mejor_de_13"})
    assert refusal(fixed) == (409, "draw_exists", "game_options")
    told = api_as(None).get(path).json()
    assert (told["venue"], told["role"], told["seed"]) == ("Polideportivo", "", "tapete")
    assert api.patch(path, {"game_options": told["game_options"]}).status_code == 200


def test_the_seed_is_not_told_before_the_draw(api, api_as, casino):
    path = f"tournaments/{casino.slug}/"
    assert api_as(None).get(path).json()["seed"] is None
    assert api.get(path).json()["seed"] == "tapete"


def test_the_memory_in_words(api, casino):
    api.patch(f"tournaments/{casino.slug}/", {"tables": 9})
    line = api.get(f"tournaments/{casino.slug}/audit/", act="edit_tournament").json()["results"][0]
    assert (line["author"], line["before"], line["after"]) == ("pilar", "mesas: 8", "mesas: 9")
