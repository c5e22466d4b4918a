"""Tests of the team: its members, joining and leaving."""

from django.contrib.auth.models import User

from tests.rows import each
from tests.worlds import world

URL = "/t/casino-de-calamocha/equipo/"
ROLES = {"pilar": "organiser", "chema": "desk", "raul": "referee"}


@world
def browser(client_as, pilar):
    return client_as(pilar)


def _roles_of(tournament):
    return dict(tournament.team.values_list("user__username", "role"))


def test_page_lists_the_team_with_its_roles(casino, browser):
    members = browser.get(URL).context["members"]
    assert {member.user.username: member.get_role_display() for member in members} == {
        "pilar": "Organización",
        "chema": "Mesa de control",
        "raul": "Árbitro",
    }


def test_user_joins_the_team(casino, browser, vecino):
    answer = browser.post(URL, {"username": "vecino", "role": "referee"})
    assert (answer.status_code, answer.url) == (302, URL)
    assert _roles_of(casino) == {**ROLES, "vecino": "referee"}


def test_helper_changes_role(casino, browser):
    browser.post(URL, {"username": "chema", "role": "referee"})
    assert _roles_of(casino) == {**ROLES, "chema": "referee"}


@each(
    "fields, field, status",
    ({"username": "nadie", "role": "desk"}, "username", 400),
    ({"username": "", "role": "desk"}, "username", 400),
    ({"username": "vecino\x00", "role": "desk"}, "username", 400),
    ({"username": "vecino", "role": "rey"}, "role", 400),
    ({"username": "vecino"}, "role", 400),
    ({"username": "pilar", "role": "desk"}, "__all__", 409),
)
def test_refused_member_stays_in_the_form(casino, browser, vecino, fields, field, status):
    answer = browser.post(URL, fields)
    form = answer.context["form"]
    assert (answer.status_code, list(form.errors)) == (status, [field])
    assert form["username"].value() == fields["username"]
    assert _roles_of(casino) == ROLES


def test_organiser_removes_a_helper(casino, browser, chema):
    answer = browser.post(f"{URL}{chema.pk}/quitar/")
    assert (answer.status_code, answer.url) == (302, URL)
    assert _roles_of(casino) == {"pilar": "organiser", "raul": "referee"}


def test_organiser_who_leaves_is_redirected_to_the_home_page(casino, browser, pilar, vecino):
    browser.post(URL, {"username": "vecino", "role": "organiser"})
    assert browser.post(f"{URL}{pilar.pk}/quitar/").url == "/"
    assert browser.get(URL).status_code == 403


@each("username, status", ("pilar", 409), ("vecino", 409), ("nobody", 404))
def test_removal_is_refused_for_the_last_organiser_and_strangers(
    casino, browser, vecino, username, status
):
    ids = dict(User.objects.values_list("username", "pk")) | {"nobody": 10**6}
    assert browser.post(f"{URL}{ids[username]}/quitar/").status_code == status
    assert _roles_of(casino) == ROLES


def test_removal_needs_a_post_request(casino, browser, chema):
    assert browser.get(f"{URL}{chema.pk}/quitar/").status_code == 405
    assert _roles_of(casino) == ROLES
