"""Tests of the log of a club: its founding, its settings and its officers."""

import pytest

from scoring.people_data.selectors.stored import stored_account_data
from scoring.people_data.services.accounts import delete_account
from tests.api.conftest import Api
from tournaments.clubs.services.clubs import add_officer, delete_club, edit_club, remove_officer
from tournaments.models import ClubLine

PAGE = "/club/pena-el-as/"


@pytest.fixture
def two_officers(club, sofia, chema):
    """The club, to whose officers Sofía has added Chema."""
    add_officer(club=club, author=sofia, username="chema")
    return club


def acts(club) -> list[tuple[str, str, str]]:
    """Return the author, the act and the subject of each line, first to last."""
    lines = club.audit.order_by("id")
    return [(line.author_name, line.act, line.subject) for line in lines]


def test_founding_and_changing_officers_have_a_line(two_officers, sofia, chema):
    remove_officer(club=two_officers, author=chema, user=sofia)
    assert acts(two_officers) == [
        ("sofia", "create_club", ""),
        ("sofia", "add_officer", "chema"),
        ("chema", "remove_officer", "sofia"),
    ]


def test_an_act_that_changes_nothing_has_no_line(two_officers, sofia):
    club, count = two_officers, ClubLine.objects.count()
    add_officer(club=club, author=sofia, username="chema")
    edit_club(club=club, author=sofia, name=club.name, town=club.town, shows_people=False)
    assert ClubLine.objects.count() == count


def test_the_settings_by_the_api_have_a_line(club, sofia):
    Api(sofia).patch("clubs/pena-el-as/", {"town": "Luco"})
    line = club.audit.first()
    assert (line.act, line.before["town"], line.after["town"]) == ("edit_club", "Calamocha", "Luco")


def test_the_officers_read_the_log_on_the_page(two_officers, client_as, sofia, vecino):
    browser = client_as(sofia)
    browser.post(f"{PAGE}ajustes/", {"name": "El As", "town": "Calamocha", "shows_people": "on"})
    page = browser.get(PAGE).text
    assert "Registro" in page and "Fundó el club" in page
    assert "Añadió a una persona a la secretaría: <strong>chema</strong>" in page
    assert "nombre: Peña El As; páginas públicas de sus personas: no" in page
    assert client_as(vecino).get(PAGE).status_code == 403


def test_a_deleted_account_leaves_no_name_in_the_log(two_officers, sofia, chema):
    edit_club(club=two_officers, author=chema, name="El As", town="", shows_people=False)
    own = stored_account_data(chema)["done_in_clubs"]
    assert [row["act"] for row in own] == ["edit_club"]
    key = chema.pk
    delete_account(user=chema)
    replacement = f"cuenta borrada {key}"
    assert acts(two_officers) == [
        ("sofia", "create_club", ""),
        ("sofia", "add_officer", replacement),
        (replacement, "edit_club", ""),
        ("", "delete_account", replacement),
    ]


def test_the_log_is_deleted_with_the_club(two_officers):
    delete_club(club=two_officers, name=two_officers.name)
    assert not ClubLine.objects.exists()


# --- API ------------------------------------------------------------------------------------------
def test_the_api_adds_and_removes_officers_and_lists_the_log(club, sofia, chema, vecino):
    program, root = Api(sofia), "clubs/pena-el-as/"
    added_answer = program.post(f"{root}officers/", {"username": "chema"})
    assert added_answer.status_code == 201 and added_answer.json()["username"] == "chema"
    names = [row["username"] for row in program.get(f"{root}officers/").json()["results"]]
    assert names == ["sofia", "chema"]
    assert program.send("DELETE", f"{root}officers/vecino/").status_code == 404
    assert program.send("DELETE", f"{root}officers/chema/").status_code == 204
    refused_answer = program.send("DELETE", f"{root}officers/sofia/")
    assert (refused_answer.status_code, refused_answer.json()["error"]["code"]) == (
        409,
        "last_officer",
    )
    last, *_others = program.get(f"{root}audit/").json()["results"]
    assert (last["act"], last["subject"], last["author"]) == ("remove_officer", "chema", "sofia")
    assert last["sentence"] == "Quitó a una persona de la secretaría"
    for stranger in (chema, vecino):
        assert Api(stranger).get(f"{root}audit/").status_code == 403
        assert Api(stranger).post(f"{root}officers/", {"username": "x"}).status_code == 403


def test_the_api_deletes_a_season_and_a_club_by_their_names(club, sofia):
    program, root = Api(sofia), "clubs/pena-el-as/"
    season = {"name": "Liga", "counts": "entries", "table": "4: 10 6"}
    assert program.post(f"{root}seasons/", season).status_code == 201
    refused_answer = program.post(f"{root}seasons/liga/delete/", {"name": "Otra"})
    assert (refused_answer.status_code, refused_answer.json()["error"]["code"]) == (
        400,
        "name_differs",
    )
    assert program.post(f"{root}seasons/liga/delete/", {"name": "Liga"}).status_code == 204
    assert not club.seasons.exists()
    assert program.post(f"{root}delete/", {"name": "Liga"}).status_code == 400
    assert program.post(f"{root}delete/", {"name": "Peña El As"}).status_code == 204
    assert program.get(root).status_code == 404
