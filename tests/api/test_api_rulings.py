"""The referee by API: faults, rulings, calls, time, replays, options."""

from tests.api.test_errors import refusal
from tests.scoring.halls import seat_round
from tests.worlds import world


@world
def hall(casino, pairs):
    entries = pairs(casino, 3)  # the third does not play
    seat_round(casino, [entries[:2]])
    return f"tournaments/{casino.slug}/"


def test_a_fault_its_usual_and_its_ruling(api_as, raul, chema, hall):
    referee, path = api_as(raul), f"{hall}matches/R1P001/"
    told = referee.get(f"{path}faults/?entry=2&fault=renuncio_5").json()
    assert told["choice"]["usual"] == "usual"
    usual = next(one for one in told["choice"]["offers"] if one["key"] == "usual")
    assert usual["lines"] == ["renuncio B 5"]
    assert {"habla", "renuncio_1"} <= {one["key"] for one in told["faults"]}
    asked = {
        "entry": 2,
        "follows": "line",
        "lines": usual["lines"],
        "fault": "renuncio_5",
        "reason": "cantó sin baza",
    }
    assert api_as(chema).post(f"{path}rulings/", asked).status_code == 403
    made = referee.post(f"{path}rulings/", asked)
    assert (made.status_code, made.json()["article"]) == (201, "Guiñote, «El renuncio» 5")
    assert made.json()["match"] == "R1P001"
    lift = f"{hall}entries/2/rulings/{made.json()['id']}/lift/"
    assert referee.post(lift, {"reason": "no era"}).json()["lifted_at"]
    assert refusal(referee.post(lift, {"reason": "no era"})) == (409, "ruling_lifted", "")
    assert refusal(referee.post(f"{path}rulings/", {**asked, "lines": ["x y"]}))[0] == 400
    assert refusal(referee.post(f"{path}rulings/", {**asked, "entry": 9}))[0] == 400
    assert refusal(referee.get(f"{path}faults/?entry=3")) == (400, "not_in_match", "entry")


def test_a_warning_to_one_of_the_two(api_as, raul, casino, hall):
    referee, path = api_as(raul), f"{hall}matches/R1P001/rulings/"
    person = casino.entries.get(number=2).seats.first().player_id
    asked = {"entry": 2, "player": person, "follows": "warning", "reason": "habla"}
    assert referee.post(path, asked).status_code == 201
    unknown = referee.post(path, {**asked, "player": 2**31 - 1})
    assert refusal(unknown) == (400, "player_unknown", "player")


def test_points_of_an_entry_are_public_and_warnings_are_not(api_as, raul, chema, hall):
    path, referee = f"{hall}entries/2/rulings/", api_as(raul)
    made = referee.post(path, {"follows": "points", "points": 2, "reason": "habla"})
    assert (made.status_code, made.headers["Location"]) == (201, f"/api/v1/{path}")
    wanted = (400, "points_out_of_range")
    assert refusal(referee.post(path, {"follows": "points", "reason": "x"}))[:2] == wanted
    assert referee.post(path, {"follows": "warning", "reason": "x"}).status_code == 201
    assert api_as(chema).post(path, {"follows": "warning", "reason": "x"}).status_code == 403
    (told,) = api_as(None).get(path).json()["results"]
    assert (told["points"], told["author"], told["stage"]) == (2, "raul", 1)
    assert len(referee.get(path).json()["results"]) == 2


def test_a_table_calls(api_as, chema, raul, hall):
    desk, path = api_as(chema), f"{hall}matches/R1P001/call-referee/"
    made = desk.post(path, {"side": "B"})
    assert (made.status_code, made.json()["side"]) == (201, "B")
    assert desk.post(path, {}).json()["id"] == made.json()["id"]
    (told,) = desk.get(f"{hall}referee-calls/").json()["results"]
    assert (told["match"], told["table"]) == ("R1P001", 1)
    answer = f"{hall}referee-calls/{told['id']}/answer/"
    assert api_as(raul).post(answer, {}).json()["answered_by"] == "raul"
    assert refusal(desk.post(answer, {})) == (409, "call_answered", "")
    assert desk.get(f"{hall}referee-calls/").json()["results"] == []


def test_the_clock_and_a_replay(api_as, pilar, raul, hall):
    organiser, referee = api_as(pilar), api_as(raul)
    options, match = f"{hall}stages/1/refereeing/", f"{hall}matches/R1P001/"
    more = {"minutes": 5, "reason": "se fue la luz"}
    assert refusal(referee.post(f"{match}time/", more)) == (409, "no_clock", "")
    said = organiser.send("PUT", options, {"minutes": 45, "forfeit": 15, "score": [40, 20]})
    assert (said.status_code, said.json()["score"]) == (200, [40, 20])
    assert api_as(None).get(options).json()["minutes"] == 45
    wrong = organiser.send("PUT", options, {"forfeit": 5, "grace": 10})
    assert refusal(wrong) == (400, "refereeing_impossible", "forfeit")
    assert referee.send("PUT", options, {}).status_code == 403
    assert referee.post(f"{match}time/", more).json()["extra"] == 5
    assert referee.post(f"{match}hands/", {"number": 1, "line": "partida A"}).status_code == 201
    assert referee.post(f"{match}replay/", {"reason": "baraja corta"}).json()["version"] == 2
    assert refusal(referee.post(f"{match}replay/", {"reason": "otra"}))[0] == 400
