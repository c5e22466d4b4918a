"""Tests of the API of the hall clock and the screens, with its error codes."""

import pytest
from rest_framework.test import APIClient

from scoring.refereeing.services.acts import set_refereeing
from tests.scoring.seated_rounds import seat_round

API = "/api/v1/tournaments/casino-de-calamocha/"


@pytest.fixture
def desk(chema) -> APIClient:
    browser = APIClient()
    browser.force_authenticate(chema)
    return browser


def test_the_desk_runs_the_clock_and_anybody_reads_it(casino, pairs, pilar, desk):
    assert APIClient().get(API + "clock/").json() == {"clock": None}
    refused_answer = desk.post(API + "clock/", {"act": "start"}, format="json")
    assert (refused_answer.status_code, refused_answer.json()["error"]["code"]) == (409, "no_clock")
    set_refereeing(stage=casino.stage, author=pilar, options={"minutes": 45})
    seat_round(casino, [pairs(casino, 2)])
    started_clock = desk.post(API + "clock/", {"act": "start"}, format="json").json()["clock"]
    assert (
        started_clock["minutes"] == 45
        and started_clock["started_at"]
        and started_clock["others"] == []
    )
    assert desk.post(API + "clock/", {"act": "stop"}, format="json").json()["clock"]["stopped_at"]
    second_stop = desk.post(API + "clock/", {"act": "stop"}, format="json")
    assert (second_stop.status_code, second_stop.json()["error"]["code"]) == (409, "clock_stopped")
    desk.post(API + "clock/", {"act": "resume"}, format="json")
    without_minutes = desk.post(API + "clock/", {"act": "add"}, format="json")
    assert (without_minutes.status_code, without_minutes.json()["error"]["code"]) == (
        400,
        "minutes_out_of_range",
    )
    extended_clock = desk.post(API + "clock/", {"act": "add", "minutes": 5}, format="json").json()[
        "clock"
    ]
    assert extended_clock["ends_at"] > started_clock["ends_at"]


def test_a_screen_is_created_changed_and_deleted(casino, desk):
    creation_answer = desk.post(
        API + "screens/", {"name": "Bar", "shows": ["reloj"]}, format="json"
    )
    assert creation_answer.status_code == 201 and creation_answer.json()["number"] == 1
    screen_url = API + "screens/1/"
    without_notice = desk.post(screen_url + "now/", {"shows": "aviso"}, format="json")
    assert (without_notice.status_code, without_notice.json()["error"]["code"]) == (
        400,
        "no_notice",
    )
    assert desk.patch(screen_url, {"notice": "La cena"}, format="json").json()["shows"] == ["reloj"]
    screen = desk.post(screen_url + "now/", {"shows": "aviso"}, format="json").json()
    assert screen["now"] == "aviso" and screen["now_until"]
    assert desk.get(API + "screens/").json() == {"screens": [screen]}
    assert desk.delete(screen_url).status_code == 204 and desk.delete(screen_url).status_code == 404
