"""Stages through the API: planned, opened with who has earned it, looked at, and how they rank."""

from dataclasses import fields

import pytest

from scoring.actas.services import record_hand
from scoring.standings.counting import Counting
from tests.api.test_errors import refusal
from tests.rows import each
from tests.scoring.halls import LINES
from tests.worlds import world
from tournaments.models import Stage

FIRST_TWO = {"stage": 1, "per": "all", "first": 1, "last": 2}
FINAL = {"name": "Final", "format": "knockout", "intake": [FIRST_TWO]}


@world
def swiss(make_tournament, pairs, pilar):
    """A Swiss of one round for four pairs, and its address."""
    tournament = make_tournament(format="swiss", format_options={"rounds": 1})
    pairs(tournament, 4)
    return tournament


def path_of(tournament) -> str:
    return f"tournaments/{tournament.slug}/"


def play_round(api, tournament, author):
    path = path_of(tournament)
    drawn = api.post(f"{path}rounds/?stage=1").json()
    assert api.post(f"{path}rounds/{drawn['serial']}/publish/").status_code == 200
    for match in tournament.matches.filter(number__isnull=False):
        for number, line in enumerate(LINES, 1):
            record_hand(match=match, author=author, line=line, number=number)


@pytest.mark.slow
def test_a_stage_is_planned_changed_opened_shut_and_taken_away(api, api_as, swiss, pilar):
    path = path_of(swiss)
    made = api.post(f"{path}stages/", FINAL)
    assert made.status_code == 201, made.json()
    assert made.headers["Location"] == f"/api/v1/{path}stages/2/"
    told = made.json()
    assert {key: told[key] for key in ("number", "name", "state", "fewest", "most", "places")} == {
        "number": 2,
        "name": "Final",
        "state": "planned",
        "fewest": 2,
        "most": 2,
        "places": [],
    }
    assert told["game_options"] == Stage.objects.get(tournament=swiss, number=1).game_options
    changed = api.patch(f"{path}stages/2/", {"name": "La final", "preset": "mejor_de_13"}).json()
    assert (changed["name"], changed["format"]) == ("La final", "knockout")
    assert changed["game_options"] != told["game_options"]
    assert refusal(api.post(f"{path}stages/2/open/")) == (409, "stage_unfinished", "")
    play_round(api, swiss, pilar)
    opened = api.post(f"{path}stages/2/open/").json()
    assert opened["state"] == "open" and [one["seed"] for one in opened["places"]] == [1, 2]
    assert opened["places"][0]["source"]
    rows = api_as(None).get(f"{path}stages/").json()["results"]
    assert [(row["number"], row["state"]) for row in rows] == [(1, "finished"), (2, "open")]
    assert api.post(f"{path}stages/2/shut/").json()["places"] == []
    assert refusal(api.post(f"{path}stages/2/shut/")) == (409, "stage_not_open", "")
    assert api.send("DELETE", f"{path}stages/2/").status_code == 204
    assert refusal(api.get(f"{path}stages/2/"))[:2] == (404, "not_found")


@each(
    "body, wanted",
    ({**FINAL, "intake": []}, (400, "intake_missing", "intake")),
    ({**FINAL, "intake": [{**FIRST_TWO, "stage": 2}]}, (400, "stage_not_before", "intake")),
    ({**FINAL, "intake": [{**FIRST_TWO, "per": "nobody"}]}, (400, "invalid", "intake.0.per")),
    ({**FINAL, "intake": [{**FIRST_TWO, "elo": 1}]}, (400, "invalid", "intake.0.elo")),
    ({**FINAL, "format": "elo"}, (400, "unknown_format", "format")),
    ({**FINAL, "format_options": {"elo": 1}}, (400, "option_unreadable", "format_options")),
    ({"format": "knockout"}, (400, "intake_missing", "intake")),
)
def test_what_cannot_be_planned(api, swiss, body, wanted):
    assert refusal(api.post(f"{path_of(swiss)}stages/", body)) == wanted


def test_the_first_stage_is_the_tournaments(api, swiss):
    path = f"{path_of(swiss)}stages/1/"
    assert refusal(api.patch(path, {"format": "knockout"})) == (409, "first_stage", "")
    assert api.patch(path, {"name": "Grupos"}).json()["label"] == "Grupos"
    assert refusal(api.send("DELETE", path)) == (409, "first_stage", "")
    assert refusal(api.post(f"{path}open/")) == (409, "first_stage", "")


def test_a_stage_is_looked_at_wherever_there_is_one(api, api_as, swiss, pilar):
    path, nobody = path_of(swiss), api_as(None)
    api.post(f"{path}stages/", FINAL)
    play_round(api, swiss, pilar)
    api.post(f"{path}stages/2/open/")
    second = api.post(f"{path}rounds/").json()
    api.post(f"{path}rounds/{second['serial']}/publish/")
    assert second["stage"] == 2 and len(nobody.get(f"{path}standings/").json()["results"]) == 2
    for word in ("stage", "fase"):
        rows = nobody.get(f"{path}standings/", **{word: 1}).json()["results"]
        assert [len(rows), rows[0]["values"][0]["key"]] == [4, "wins"]
        assert nobody.get(f"{path}rounds/", **{word: 1}).json()["results"][0]["stage"] == 1
    assert nobody.get(path, stage=1).json()["format"] == "swiss"
    matches = nobody.get(f"{path}matches/", stage=2).json()["results"]
    assert [(one["stage"], one["round"]) for one in matches] == [(2, 1)]
    assert nobody.get(f"{path}matches/").json()["count"] == 3
    assert nobody.get(f"{path}where/", q="1", stage=1).json()["results"][0]["state"] == "done"
    for wrong in ("3", "0", "dos", "99999"):
        assert refusal(nobody.get(f"{path}standings/", stage=wrong))[:2] == (404, "not_found")


# --- How a stage ranks --------------------------------------------------------------------------
def test_the_rules_of_standings_are_told_and_changed(api, api_as, swiss, pilar):
    path = f"{path_of(swiss)}stages/1/standings-rules/"
    told = api_as(None).get(path).json()
    assert told["chain"] == Stage.objects.get(tournament=swiss).chain
    assert (told["counting"]["win"], told["counting"]["table"]) == (2, [])
    assert told["counting"].keys() == {field.name for field in fields(Counting)}
    assert {one["key"] for one in told["offered"]} >= {*told["chain"], "buchholz_cut1"}
    assert told["presets"][0]["key"] == "usual" and told["presets"][0]["chain"] == told["chain"]
    chess = api.send("PUT", path, {"preset": "chess"}).json()
    assert (chess["chain"][0], chess["counting"]["unit"]) == ("points", 2)
    own = {"chain": ["points", "lot"], "counting": {"win": 3, "cap": 5, "penalties": "points"}}
    kept = api.send("PUT", path, own).json()
    assert (kept["chain"], kept["counting"]["win"]) == (own["chain"], 3)
    assert kept["counting"]["penalties"] == "points"
    assert kept["told"] == [
        "Máximo que cuenta un bando en un encuentro: 5.",
        "Los puntos de sanción se quitan: de los puntos.",
    ]
    assert kept["changed_after_draw"] is None
    play_round(api, swiss, pilar)
    again = api.send("PUT", path, {"chain": ["points"]}).json()
    assert again["counting"]["win"] == 3 and again["changed_after_draw"]
    rows = api.get(f"{path_of(swiss)}standings/").json()["results"]
    assert [row["values"][0]["number"] for row in rows] == [3, 3, 0, 0]


@each(
    "body, wanted",
    ({"preset": "elo"}, (400, "preset_unknown", "preset")),
    ({"preset": "knockout"}, (400, "preset_unknown", "preset")),
    ({"chain": ["elo"]}, (400, "tiebreak_unknown", "chain")),
    ({"chain": []}, (400, "chain_empty", "chain")),
    ({"chain": ["lot", "wins"]}, (400, "lot_not_last", "chain")),
    ({"counting": {"elo": 1}}, (400, "invalid", "counting.elo")),
    ({"counting": {"win": "3"}}, (400, "invalid", "counting.win")),
    ({"counting": {"draw": 7}}, (400, "counting_impossible", "counting.draw")),
    ({"counting": {"bye": "siesta"}}, (400, "invalid", "counting.bye")),
)
def test_rules_that_cannot_be(api, swiss, body, wanted):
    answer = api.send("PUT", f"{path_of(swiss)}stages/1/standings-rules/", body)
    assert refusal(answer) == wanted
