"""Tests of the pages and the API of a club, for its officers and for everybody else."""

import pytest

from tests.rows import cases
from tests.worlds import world
from tournaments.clubs.services.clubs import edit_club, set_club
from tournaments.clubs.services.people import add_person
from tournaments.models import Club, Tournament

SECRET = ("LIC-4711", "600 123 456")


@world
def paco(club):
    return add_person(
        club=club, name="Paco", surname="Gil", town="Luco", licence=SECRET[0], contact=SECRET[1]
    )


# --- Pages ----------------------------------------------------------------------------------------
def test_officer_runs_a_club_on_its_pages_from_creation_to_deletion(client_as, sofia):
    browser = client_as(sofia)
    answer = browser.post("/clubes/", {"name": "Peña El As", "town": "Luco"})
    assert answer.url == "/club/pena-el-as/"
    assert "El As" in browser.get("/clubes/").content.decode()
    page = "/club/pena-el-as/"
    fields = {"name": "Paco", "surname": "Gil", "licence": SECRET[0]}
    assert browser.post(f"{page}personas/nueva/", fields).status_code == 302
    person = Club.objects.get().people.get()
    duplicate = browser.post(f"{page}personas/nueva/", fields)
    assert duplicate.status_code == 409
    assert 'value="Paco"' in duplicate.content.decode()
    assert "Gil, Paco" in browser.get(f"{page}personas/?q=gil").content.decode()
    edit_answer = browser.post(
        f"{page}personas/{person.pk}/cambiar/", {**fields, "contact": SECRET[1]}
    )
    assert edit_answer.url == f"{page}personas/{person.pk}/"
    person_page = browser.get(edit_answer.url).content.decode()
    assert all(word in person_page for word in SECRET)
    assert browser.post(f"{page}secretaria/", {"username": "sofia"}).status_code == 302
    removal = browser.post(f"{page}secretaria/{sofia.pk}/quitar/", follow=True)
    assert "es la única persona que lleva este club" in removal.content.decode()
    assert browser.post(f"{page}borrar/", {"name": "x"}).status_code == 400
    assert browser.post(f"{page}borrar/", {"name": "Peña El As"}).url == "/clubes/"


def test_organiser_puts_a_tournament_in_a_club(client_as, sofia, casino, club, pilar, other_club):
    casino.team.create(user=sofia, role="organiser")
    browser, page = client_as(sofia), f"/t/{casino.slug}/club/"
    assert "Peña El Rey" not in browser.get(page).content.decode()
    assert browser.post(page, {"club": other_club.pk}).status_code == 400
    assert browser.post(page, {"club": club.pk}).status_code == 302
    casino.refresh_from_db()
    assert casino.club == club
    assert casino.name in browser.get("/club/pena-el-as/").content.decode()
    # An organiser who does not run the club may keep the club or remove the tournament from it.
    assert client_as(pilar).post(page, {"club": club.pk}).status_code == 302
    casino.refresh_from_db()
    assert casino.club == club
    assert client_as(pilar).post(page, {"club": ""}).status_code == 302
    casino.refresh_from_db()
    assert casino.club is None


def test_officer_creates_a_tournament_in_a_club(client_as, sofia, club, other_club):
    browser = client_as(sofia)
    assert "/torneos/nuevo/?club=pena-el-as" in browser.get("/club/pena-el-as/").content.decode()
    page = browser.get("/torneos/nuevo/?club=pena-el-as")
    assert "Será un torneo del club «Peña El As»" in page.content.decode()
    form = page.context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    fields = {name: value for name, value in fields.items() if value is not False} | {"name": "Día"}
    fields["length"] = form.fields["length"].choices[0][0]
    answer = browser.post("/torneos/nuevo/?club=pena-el-as", fields)
    assert answer.status_code == 302, answer.context["form"].errors
    assert Tournament.objects.get(name="Día").club == club
    fields |= {"name": "Otro día"}
    assert browser.post(f"/torneos/nuevo/?club={other_club.slug}", fields).status_code == 302
    assert Tournament.objects.get(name="Otro día").club is None


def test_officer_merges_two_people_on_a_page(client_as, sofia, club, paco):
    second_person = add_person(club=club, name="Paco", surname="Gil Sanz")
    browser, page = client_as(sofia), f"/club/{club.slug}/personas/{paco.pk}/unir/"
    assert "Gil Sanz, Paco" in browser.get(page).content.decode()
    question = browser.get(f"{page}?con={second_person.pk}").content.decode()
    assert "Unir las dos personas" in question and SECRET[0] in question
    assert browser.post(page, {"other": second_person.pk}).status_code == 302
    assert [person.pk for person in club.people.all()] == [paco.pk]


def test_officer_joins_an_unjoined_player_with_one_button(
    client_as, sofia, club_casino, club, paco, enter
):
    enter(club_casino, "Paco Gil", "Ana Yus (Luco)")
    browser, page = client_as(sofia), f"/club/{club.slug}/personas/sin-unir/"
    player = club_casino.players.get(surname="Gil")
    assert "1 jugador sin unir" in browser.get(f"/club/{club.slug}/").content.decode()
    assert "Es Gil, Paco" in browser.get(page).content.decode()
    assert browser.post(f"{page}{player.pk}/", {"person": paco.pk}).status_code == 302
    player.refresh_from_db()
    assert player.club_person == paco
    assert browser.post(f"{page}{player.pk}/", {"person": ""}).status_code == 404


# --- Suggestions ----------------------------------------------------------------------------------
def test_people_of_the_club_are_suggested_while_the_desk_types(client_as, chema, club_casino, paco):
    browser, page = client_as(chema), f"/t/{club_casino.slug}/inscripciones/"
    assert "personas/" in browser.get(page).content.decode()
    suggestions = browser.get(f"{page}personas/?player_1=GÍL").content.decode()
    assert 'value="Paco Gil (Luco)"' in suggestions
    assert not any(word in suggestions for word in SECRET)
    assert "<option" not in browser.get(f"{page}personas/?player_1=g").content.decode()


def test_people_of_another_club_are_not_suggested(
    client_as, vecino, paco, other_club, make_tournament
):
    other_tournament = make_tournament(author=vecino, name="Torneo del vecino")
    page = f"/t/{other_tournament.slug}/inscripciones/"
    assert 'hx-trigger="input changed delay:300ms"' not in (
        client_as(vecino).get(page).content.decode()
    )
    set_club(tournament=other_tournament, author=vecino, club=other_club)
    assert "<option" not in client_as(vecino).get(f"{page}personas/?player_1=gil").content.decode()


@cases("username", "vecino", "raul", None)
def test_suggestions_are_refused_without_a_desk_role(
    client_as, request, club_casino, paco, username
):
    user = username and request.getfixturevalue(username)
    answer = client_as(user).get(f"/t/{club_casino.slug}/inscripciones/personas/?player_1=gil")
    assert answer.status_code in (302, 403)


# --- Other clubs ----------------------------------------------------------------------------------
PATHS = (
    "",
    "ajustes/",
    "personas/",
    "personas/sin-unir/",
    "personas/{person}/cambiar/",
    "personas/{person}/unir/",
    "personas/{person}/datos/",
    "personas/{person}/borrar/",
)


@cases("path", *PATHS)
def test_club_pages_refuse_officers_of_another_club(
    client_as, club, paco, vecino, other_club, path
):
    page = f"/club/{club.slug}/{path.format(person=paco.pk)}"
    assert client_as(vecino).get(page).status_code == 403
    assert client_as(None).get(page).status_code == 302


@cases("path", *(path for path in PATHS if "{" in path))
def test_person_is_not_found_under_another_club(client_as, paco, vecino, other_club, path):
    page = f"/club/{other_club.slug}/{path.format(person=paco.pk)}"
    assert client_as(vecino).get(page).status_code == 404
    assert client_as(vecino).post(page).status_code in (404, 405)


def test_person_cannot_be_merged_with_a_person_of_another_club(client_as, paco, vecino, other_club):
    eva = add_person(club=other_club, name="Eva")
    page = f"/club/{other_club.slug}/personas/{eva.pk}/unir/"
    assert client_as(vecino).post(page, {"other": paco.pk}).status_code == 404


def test_audit_never_contains_licence_or_contact_of_a_person(club_casino, club, paco, sofia):
    edit_club(club=club, author=sofia, name="El As", town="", shows_people=True)
    assert not any(word in str(list(club_casino.audit.values())) for word in SECRET)


@pytest.fixture
def api(api_as, sofia):
    return api_as(sofia)


@pytest.fixture
def api_as():
    from tests.api.conftest import Api

    return Api


def test_club_api_serves_its_officers_and_refuses_strangers(api, api_as, vecino, other_club, sofia):
    created_answer = api.post("clubs/", {"name": "Peña El As"})
    assert created_answer.status_code == 201
    assert [club["slug"] for club in api.get("clubs/").json()["results"]] == ["pena-el-as"]
    changed_answer = api.patch("clubs/pena-el-as/", {"shows_people": True})
    assert changed_answer.json() == {**created_answer.json(), "shows_people": True}
    body = {"name": "Paco", "surname": "Gil", "licence": SECRET[0]}
    paco = api.post("clubs/pena-el-as/people/", body).json()
    duplicate = api.post("clubs/pena-el-as/people/", body)
    assert (duplicate.status_code, duplicate.json()["error"]["code"]) == (409, "person_exists")
    person_path = f"clubs/pena-el-as/people/{paco['id']}/"
    assert api.patch(person_path, {"contact": SECRET[1]}).json()["licence"] == SECRET[0]
    second_person = api.post(
        "clubs/pena-el-as/people/", {"name": "Paco", "surname": "Gil Sanz"}
    ).json()
    assert api.get("clubs/pena-el-as/people/", q="sanz").json()["count"] == 1
    assert (
        api.post(f"{person_path}merge/", {"other": second_person["id"]}).json()["id"] == paco["id"]
    )
    assert api.get(f"{person_path}data/").json()["person"]["contact"] == SECRET[1]

    stranger = api_as(vecino)
    assert stranger.get("clubs/").json()["count"] == 1
    for path in (
        "clubs/pena-el-as/",
        "clubs/pena-el-as/people/",
        person_path,
        f"{person_path}data/",
    ):
        assert stranger.get(path).status_code == 403
        assert api_as(None).get(path).status_code == 401
    foreign_path = person_path.replace("pena-el-as", other_club.slug)
    assert stranger.get(foreign_path).status_code == 404
    assert stranger.post(f"{foreign_path}erase/").status_code == 404
    assert api.post(f"{person_path}erase/").json() == {"entries": 0}
    assert api.get(person_path).status_code == 404


def test_api_puts_a_tournament_in_a_club(api, api_as, casino, club, sofia, vecino, pilar):
    path = f"tournaments/{casino.slug}/club/"
    assert api_as(vecino).send("PUT", path, {"club": club.slug}).status_code == 403
    refused_answer = api_as(pilar).send("PUT", path, {"club": club.slug})
    assert refused_answer.json()["error"]["code"] == "club_unknown"
    casino.team.create(user=sofia, role="organiser")
    assert api.send("PUT", path, {"club": club.slug}).status_code == 204
    casino.refresh_from_db()
    assert casino.club == club
    assert api.send("PUT", path, {"club": ""}).status_code == 204
