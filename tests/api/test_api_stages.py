"""Tests of stages through the API: plan, open, read, close and delete them; rules of standings."""

from dataclasses import fields

import pytest

from scoring.actas.services import record_hand
from scoring.standings.counting import Counting
from tests.api.test_errors import refusal
from tests.rows import each
from tests.scoring.seated_rounds import LINES
from tests.worlds import world
from tournaments.models import Stage

FIRST_TWO = {"stage": 1, "per": "all", "first": 1, "last": 2}
FINAL = {"name": "Final", "format": "knockout", "intake": [FIRST_TWO]}


@world
def swiss(make_tournament, pairs, pilar):
    """A Swiss of one round with four pairs."""
    tournament = make_tournament(format="swiss", format_options={"rounds": 1})
    pairs(tournament, 4)
    return tournament


def path_of(tournament) -> str:
    return f"tournaments/{tournament.slug}/"


def play_round(api, tournament, author):
    path = path_of(tournament)
    round = api.post(f"{path}rounds/?stage=1").json()
    assert api.post(f"{path}rounds/{round['serial']}/publish/").status_code == 200
    for match in tournament.matches.filter(number__isnull=False):
        for number, line in enumerate(LINES, 1):
            record_hand(match=match, author=author, line=line, number=number)


@pytest.mark.slow
def test_a_stage_is_planned_changed_opened_closed_and_deleted(api, api_as, swiss, pilar):
    path = path_of(swiss)
    created_answer = api.post(f"{path}stages/", FINAL)
    assert created_answer.status_code == 201, created_answer.json()
    assert created_answer.headers["Location"] == f"/api/v1/{path}stages/2/"
    planned_stage = created_answer.json()
    assert {
        key: planned_stage[key] for key in ("number", "name", "state", "fewest", "most", "places")
    } == {"number": 2, "name": "Final", "state": "planned", "fewest": 2, "most": 2, "places": []}
    assert (
        planned_stage["game_options"] == Stage.objects.get(tournament=swiss, number=1).game_options
    )
    changed_values = api.patch(
        f"{path}stages/2/", {"name": "La final", "preset": "mejor_de_13"}
    ).json()
    assert (changed_values["name"], changed_values["format"]) == ("La final", "knockout")
    assert changed_values["game_options"] != planned_stage["game_options"]
    assert refusal(api.post(f"{path}stages/2/open/")) == (409, "stage_unfinished", "")
    play_round(api, swiss, pilar)
    opened_stage = api.post(f"{path}stages/2/open/").json()
    assert opened_stage["state"] == "open" and [
        place["seed"] for place in opened_stage["places"]
    ] == [1, 2]
    assert opened_stage["places"][0]["source"]
    rows = api_as(None).get(f"{path}stages/").json()["results"]
    assert [(row["number"], row["state"]) for row in rows] == [(1, "finished"), (2, "open")]
    assert api.post(f"{path}stages/2/shut/").json()["places"] == []
    assert refusal(api.post(f"{path}stages/2/shut/")) == (409, "stage_not_open", "")
    assert api.send("DELETE", f"{path}stages/2/").status_code == 204
    assert refusal(api.get(f"{path}stages/2/"))[:2] == (404, "not_found")


@each(
    "body, expected",
    ({**FINAL, "intake": []}, (400, "intake_missing", "intake")),
    ({**FINAL, "intake": [{**FIRST_TWO, "stage": 2}]}, (400, "stage_not_before", "intake")),
    ({**FINAL, "intake": [{**FIRST_TWO, "per": "nobody"}]}, (400, "invalid", "intake.0.per")),
    ({**FINAL, "intake": [{**FIRST_TWO, "elo": 1}]}, (400, "invalid", "intake.0.elo")),
    ({**FINAL, "format": "elo"}, (400, "unknown_format", "format")),
    ({**FINAL, "format_options": {"elo": 1}}, (400, "option_unreadable", "format_options")),
    ({"format": "knockout"}, (400, "intake_missing", "intake")),
)
def test_an_impossible_plan_of_a_stage_is_refused(api, swiss, body, expected):
    assert refusal(api.post(f"{path_of(swiss)}stages/", body)) == expected


def test_the_first_stage_can_only_be_renamed(api, swiss):
    path = f"{path_of(swiss)}stages/1/"
    assert refusal(api.patch(path, {"format": "knockout"})) == (409, "first_stage", "")
    assert api.patch(path, {"name": "Grupos"}).json()["label"] == "Grupos"
    assert refusal(api.send("DELETE", path)) == (409, "first_stage", "")
    assert refusal(api.post(f"{path}open/")) == (409, "first_stage", "")


def test_every_list_can_be_read_for_a_stage(api, api_as, swiss, pilar):
    path, visitor = path_of(swiss), api_as(None)
    api.post(f"{path}stages/", FINAL)
    play_round(api, swiss, pilar)
    api.post(f"{path}stages/2/open/")
    round = api.post(f"{path}rounds/").json()
    api.post(f"{path}rounds/{round['serial']}/publish/")
    assert round["stage"] == 2 and len(visitor.get(f"{path}standings/").json()["results"]) == 2
    for parameter in ("stage", "fase"):
        rows = visitor.get(f"{path}standings/", **{parameter: 1}).json()["results"]
        assert [len(rows), rows[0]["values"][0]["key"]] == [4, "wins"]
        assert visitor.get(f"{path}rounds/", **{parameter: 1}).json()["results"][0]["stage"] == 1
    assert visitor.get(path, stage=1).json()["format"] == "swiss"
    matches = visitor.get(f"{path}matches/", stage=2).json()["results"]
    assert [(match["stage"], match["round"]) for match in matches] == [(2, 1)]
    assert visitor.get(f"{path}matches/").json()["count"] == 3
    assert visitor.get(f"{path}where/", q="1", stage=1).json()["results"][0]["state"] == "done"
    for wrong in ("3", "0", "dos", "99999"):
        assert refusal(visitor.get(f"{path}standings/", stage=wrong))[:2] == (404, "not_found")


# --- Rules of standings -------------------------------------------------------------------------
def test_the_rules_of_standings_are_read_and_changed(api, api_as, swiss, pilar):
    path = f"{path_of(swiss)}stages/1/standings-rules/"
    rules = api_as(None).get(path).json()
    assert rules["chain"] == Stage.objects.get(tournament=swiss).chain
    assert (rules["counting"]["win"], rules["counting"]["table"]) == (2, [])
    assert rules["counting"].keys() == {field.name for field in fields(Counting)}
    assert {tiebreak["key"] for tiebreak in rules["offered"]} >= {*rules["chain"], "buchholz_cut1"}
    assert rules["presets"][0]["key"] == "usual" and rules["presets"][0]["chain"] == rules["chain"]
    chess = api.send("PUT", path, {"preset": "chess"}).json()
    assert (chess["chain"][0], chess["counting"]["unit"]) == ("points", 2)
    own = {"chain": ["points", "lot"], "counting": {"win": 3, "cap": 5, "penalties": "points"}}
    changed_values = api.send("PUT", path, own).json()
    assert (changed_values["chain"], changed_values["counting"]["win"]) == (own["chain"], 3)
    assert changed_values["counting"]["penalties"] == "points"
    assert changed_values["told"] == [
        "Máximo que cuenta un bando en un encuentro: 5.",
        "Los puntos de sanción se quitan: de los puntos.",
    ]
    assert changed_values["changed_after_draw"] is None
    play_round(api, swiss, pilar)
    changed_later = api.send("PUT", path, {"chain": ["points"]}).json()
    assert changed_later["counting"]["win"] == 3 and changed_later["changed_after_draw"]
    rows = api.get(f"{path_of(swiss)}standings/").json()["results"]
    assert [row["values"][0]["number"] for row in rows] == [3, 3, 0, 0]


@each(
    "body, expected",
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
def test_impossible_rules_of_standings_are_refused(api, swiss, body, expected):
    answer = api.send("PUT", f"{path_of(swiss)}stages/1/standings-rules/", body)
    assert refusal(answer) == expected
