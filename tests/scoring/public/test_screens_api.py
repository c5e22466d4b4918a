"""The clock and the screens by the API: the same acts, with a code for what cannot be."""

import pytest
from rest_framework.test import APIClient

from scoring.refereeing.services.acts import set_refereeing
from tests.scoring.halls import seat_round

API = "/api/v1/tournaments/casino-de-calamocha/"


@pytest.fixture
def desk(chema) -> APIClient:
    browser = APIClient()
    browser.force_authenticate(chema)
    return browser


def test_the_clock_is_run_by_the_desk_and_read_by_anybody(casino, pairs, pilar, desk):
    assert APIClient().get(API + "clock/").json() == {"clock": None}
    refused = desk.post(API + "clock/", {"act": "start"}, format="json")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no_clock")
    set_refereeing(stage=casino.stage, author=pilar, options={"minutes": 45})
    seat_round(casino, [pairs(casino, 2)])
    started = desk.post(API + "clock/", {"act": "start"}, format="json").json()["clock"]
    assert started["minutes"] == 45 and started["started_at"] and started["others"] == []
    assert desk.post(API + "clock/", {"act": "stop"}, format="json").json()["clock"]["stopped_at"]
    twice = desk.post(API + "clock/", {"act": "stop"}, format="json")
    assert (twice.status_code, twice.json()["error"]["code"]) == (409, "clock_stopped")
    desk.post(API + "clock/", {"act": "resume"}, format="json")
    wrong = desk.post(API + "clock/", {"act": "add"}, format="json")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (400, "minutes_out_of_range")
    more = desk.post(API + "clock/", {"act": "add", "minutes": 5}, format="json").json()["clock"]
    assert more["ends_at"] > started["ends_at"]


def test_a_screen_from_its_beginning_to_its_end(casino, desk):
    made = desk.post(API + "screens/", {"name": "Bar", "shows": ["reloj"]}, format="json")
    assert made.status_code == 201 and made.json()["number"] == 1
    one = API + "screens/1/"
    empty = desk.post(one + "now/", {"shows": "aviso"}, format="json")
    assert (empty.status_code, empty.json()["error"]["code"]) == (400, "no_notice")
    assert desk.patch(one, {"notice": "La cena"}, format="json").json()["shows"] == ["reloj"]
    shown = desk.post(one + "now/", {"shows": "aviso"}, format="json").json()
    assert shown["now"] == "aviso" and shown["now_until"]
    assert desk.get(API + "screens/").json() == {"screens": [shown]}
    assert desk.delete(one).status_code == 204 and desk.delete(one).status_code == 404
