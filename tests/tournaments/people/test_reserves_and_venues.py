"""Tests of the API for the reserves of a season and for the venues where entries play at home."""

import pytest

from tests.api.conftest import Api
from tests.worlds import world
from tournaments.accounts.services.roles import grant_role
from tournaments.models import AuditLine
from tournaments.people.selectors.entries import reserves_of
from tournaments.setup.services.stages import add_stage

ROOT = "tournaments/casino-de-calamocha"
EVA = {"name": "Eva", "surname": "Royo", "town": "Luco"}


@world
def league(make_tournament, pairs):
    """A league of four pairs in three rounds."""
    tournament = make_tournament(format="league", format_options={})
    pairs(tournament, 4)
    return tournament


@pytest.fixture
def program(pilar):
    """The API with the token of the organiser."""
    return Api(pilar)


def code_of(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


# --- Reserves -------------------------------------------------------------------------------------
def test_a_reserve_is_added_listed_and_removed(league, program):
    creation = program.post(f"{ROOT}/reserves/", EVA)
    assert creation.status_code == 201
    assert creation.json() == {"id": reserves_of(league)[0].pk, **EVA}
    assert program.get(f"{ROOT}/reserves/").json()["results"] == [creation.json()]
    removal = program.send("DELETE", f"{ROOT}/reserves/{creation.json()['id']}/")
    assert removal.status_code == 204 and reserves_of(league) == []
    assert [line.act for line in AuditLine.objects.order_by("id")][-2:] == [
        "add_reserve",
        "remove_reserve",
    ]


def test_a_person_of_an_entry_is_no_reserve(league, program):
    player = league.entries.get(number=2).seats.first().player
    body = {"name": player.name, "surname": player.surname, "town": player.town}
    assert code_of(program.post(f"{ROOT}/reserves/", body)) == (409, "already_plays")
    del body["town"]
    assert code_of(program.post(f"{ROOT}/reserves/", body)) == (409, "name_of_another")
    assert program.send("DELETE", f"{ROOT}/reserves/{player.pk}/").status_code == 404


def test_the_desk_keeps_the_reserves_and_a_referee_does_not(league, chema, raul):
    assert Api(chema).post(f"{ROOT}/reserves/", EVA).status_code == 201
    assert Api(raul).get(f"{ROOT}/reserves/").status_code == 403


# --- Venues ---------------------------------------------------------------------------------------
def test_the_venues_of_a_league_are_set_together(league, program):
    body = {"at_home": True, "venues": [{"number": 1, "venue": "Bar Paco"}]}
    answer = program.send("PUT", f"{ROOT}/calendar/venues/", body)
    assert answer.status_code == 200 and answer.json()["at_home"] is True
    assert answer.json()["venues"][:2] == [
        {"number": 1, "venue": "Bar Paco"},
        {"number": 2, "venue": ""},
    ]
    assert program.get(f"{ROOT}/calendar/venues/").json() == answer.json()
    fixtures = [date["fixtures"] for date in program.get(f"{ROOT}/calendar/").json()["results"]]
    assert {row["venue"] for rows in fixtures for row in rows if row["home"] == 1} == {"Bar Paco"}
    second_answer = program.send("PUT", f"{ROOT}/calendar/venues/", {"venues": []})
    assert second_answer.json() == answer.json()  # a request without `at_home` does not change it


def test_the_venue_of_an_unknown_entry_is_refused(league, program):
    body = {"venues": [{"number": 99, "venue": "Bar Paco"}]}
    refusal = program.send("PUT", f"{ROOT}/calendar/venues/", body)
    assert code_of(refusal) == (400, "unknown_entry")


def test_a_format_without_dates_has_no_venues(make_tournament, program):
    make_tournament(format="clock", format_options={}, name="Maratón")
    assert program.get("tournaments/maraton/calendar/venues/").status_code == 404


def test_an_entry_has_its_venue(league, program):
    entry = program.patch(f"{ROOT}/entries/3/", {"venue": "Casa de Paco"})
    assert entry.status_code == 200 and entry.json()["venue"] == "Casa de Paco"
    assert program.get(f"{ROOT}/entries/3/").json()["venue"] == "Casa de Paco"
    body = {"players": [{"name": "Ana"}, {"name": "Blas"}], "venue": "Bar Elías"}
    assert program.post(f"{ROOT}/entries/", body).json()["venue"] == "Bar Elías"
    line = AuditLine.objects.latest("id")
    assert (line.act, line.after["venues"]) == ("set_venues", {"5": "Bar Elías"})


def test_the_desk_sets_no_venue(league, chema):
    """The desk registers and edits entries, but not with their venues."""
    program = Api(chema)
    refusal = program.patch(f"{ROOT}/entries/3/", {"venue": "Casa de Paco", "town": "Luco"})
    assert code_of(refusal) == (403, "permission_denied")
    entry = league.entries.get(number=3)
    assert (entry.venue, entry.town) != ("Casa de Paco", "Luco")
    body = {"players": [{"name": "Ana"}, {"name": "Blas"}], "venue": "Bar Elías"}
    assert program.post(f"{ROOT}/entries/", body).status_code == 403
    assert league.entries.count() == 4


def test_the_organiser_of_a_stage_sets_only_its_venues(league, pilar, vecino):
    add_stage(
        tournament=league,
        author=pilar,
        name="Veteranos",
        format="league",
        format_options={},
        game_options=league.stage.game_options,
        takes_entries=True,
        intake=[],
    )
    league.entries.filter(number=4).update(enters=2)
    grant_role(tournament=league, author=pilar, username="vecino", role="stage", stage=2)
    program = Api(vecino)
    body = {"at_home": True, "venues": [{"number": 4, "venue": "Bar Paco"}]}
    assert program.send("PUT", f"{ROOT}/calendar/venues/?stage=2", body).status_code == 200
    other_venue = {"venues": [{"number": 1, "venue": "Bar Paco"}]}
    refusal = program.send("PUT", f"{ROOT}/calendar/venues/?stage=2", other_venue)
    assert code_of(refusal) == (400, "unknown_entry")
    assert program.send("PUT", f"{ROOT}/calendar/venues/?stage=1", other_venue).status_code == 403
