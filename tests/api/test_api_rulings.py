"""Tests of refereeing through the API: faults, rulings, calls, time, replays and options."""

from tests.api.test_errors import refusal
from tests.scoring.seated_rounds import seat_round
from tests.worlds import world


@world
def tournament_path(casino, pairs):
    entries = pairs(casino, 3)  # the third entry does not play
    seat_round(casino, [entries[:2]])
    return f"tournaments/{casino.slug}/"


def test_a_fault_offers_its_usual_ruling_and_the_ruling_can_be_lifted(
    api_as, raul, chema, tournament_path
):
    referee, path = api_as(raul), f"{tournament_path}matches/R1P001/"
    faults = referee.get(f"{path}faults/?entry=2&fault=renuncio_5").json()
    assert faults["choice"]["usual"] == "usual"
    usual_offer = next(offer for offer in faults["choice"]["offers"] if offer["key"] == "usual")
    assert usual_offer["lines"] == ["renuncio B 5"]
    assert {"habla", "renuncio_1"} <= {fault["key"] for fault in faults["faults"]}
    ruling = {
        "entry": 2,
        "follows": "line",
        "lines": usual_offer["lines"],
        "fault": "renuncio_5",
        "reason": "cantó sin baza",
    }
    assert api_as(chema).post(f"{path}rulings/", ruling).status_code == 403
    answer = referee.post(f"{path}rulings/", ruling)
    assert (answer.status_code, answer.json()["article"]) == (201, "Guiñote, «El renuncio» 5")
    assert answer.json()["match"] == "R1P001"
    lift = f"{tournament_path}entries/2/rulings/{answer.json()['id']}/lift/"
    assert referee.post(lift, {"reason": "no era"}).json()["lifted_at"]
    assert refusal(referee.post(lift, {"reason": "no era"})) == (409, "ruling_lifted", "")
    assert refusal(referee.post(f"{path}rulings/", {**ruling, "lines": ["x y"]}))[0] == 400
    assert refusal(referee.post(f"{path}rulings/", {**ruling, "entry": 9}))[0] == 400
    assert refusal(referee.get(f"{path}faults/?entry=3")) == (400, "not_in_match", "entry")


def test_a_warning_may_go_to_one_player_of_a_pair(api_as, raul, casino, tournament_path):
    referee, path = api_as(raul), f"{tournament_path}matches/R1P001/rulings/"
    person = casino.entries.get(number=2).seats.first().player_id
    warning = {"entry": 2, "player": person, "follows": "warning", "reason": "habla"}
    assert referee.post(path, warning).status_code == 201
    unknown = referee.post(path, {**warning, "player": 2**31 - 1})
    assert refusal(unknown) == (400, "player_unknown", "player")


def test_points_of_an_entry_are_public_and_warnings_are_not(api_as, raul, chema, tournament_path):
    path, referee = f"{tournament_path}entries/2/rulings/", api_as(raul)
    answer = referee.post(path, {"follows": "points", "points": 2, "reason": "habla"})
    assert (answer.status_code, answer.headers["Location"]) == (201, f"/api/v1/{path}")
    expected = (400, "points_out_of_range")
    assert refusal(referee.post(path, {"follows": "points", "reason": "x"}))[:2] == expected
    assert referee.post(path, {"follows": "warning", "reason": "x"}).status_code == 201
    assert api_as(chema).post(path, {"follows": "warning", "reason": "x"}).status_code == 403
    (ruling,) = api_as(None).get(path).json()["results"]
    assert (ruling["points"], ruling["author"], ruling["stage"]) == (2, "raul", 1)
    assert len(referee.get(path).json()["results"]) == 2


def test_a_table_calls_the_referee_and_he_answers(api_as, chema, raul, tournament_path):
    desk, path = api_as(chema), f"{tournament_path}matches/R1P001/call-referee/"
    call_answer = desk.post(path, {"side": "B"})
    assert (call_answer.status_code, call_answer.json()["side"]) == (201, "B")
    assert desk.post(path, {}).json()["id"] == call_answer.json()["id"]
    (call,) = desk.get(f"{tournament_path}referee-calls/").json()["results"]
    assert (call["match"], call["table"]) == ("R1P001", 1)
    answer_path = f"{tournament_path}referee-calls/{call['id']}/answer/"
    assert api_as(raul).post(answer_path, {}).json()["answered_by"] == "raul"
    assert refusal(desk.post(answer_path, {})) == (409, "call_answered", "")
    assert desk.get(f"{tournament_path}referee-calls/").json()["results"] == []


def test_time_is_added_only_with_a_clock_and_a_match_is_replayed(
    api_as, pilar, raul, tournament_path
):
    organiser, referee = api_as(pilar), api_as(raul)
    options_path = f"{tournament_path}stages/1/refereeing/"
    match_path = f"{tournament_path}matches/R1P001/"
    extra_time = {"minutes": 5, "reason": "se fue la luz"}
    assert refusal(referee.post(f"{match_path}time/", extra_time)) == (409, "no_clock", "")
    answer = organiser.send("PUT", options_path, {"minutes": 45, "forfeit": 15, "score": [40, 20]})
    assert (answer.status_code, answer.json()["score"]) == (200, [40, 20])
    assert api_as(None).get(options_path).json()["minutes"] == 45
    wrong = organiser.send("PUT", options_path, {"forfeit": 5, "grace": 10})
    assert refusal(wrong) == (400, "refereeing_impossible", "forfeit")
    assert referee.send("PUT", options_path, {}).status_code == 403
    assert referee.post(f"{match_path}time/", extra_time).json()["extra"] == 5
    assert (
        referee.post(f"{match_path}hands/", {"number": 1, "line": "partida A"}).status_code == 201
    )
    assert referee.post(f"{match_path}replay/", {"reason": "baraja corta"}).json()["version"] == 2
    assert refusal(referee.post(f"{match_path}replay/", {"reason": "otra"}))[0] == 400
