"""Tests of invitation links: created, opened, accepted, revoked, and shown only once."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.conftest import PASSWORD
from tests.refusals import is_refused
from tests.rows import each
from tests.worlds import world
from tournaments.accounts.services.roles import (
    accept_invitation,
    invite,
    revoke_invitation,
    revoke_role,
)
from tournaments.models import AuditLine, Invitation, Membership
from tournaments.refusal import Refused

TEAM_PAGE = "/t/casino-de-calamocha/equipo/"


@world
def link(casino, pilar):
    """An invitation for a referee of tables 1 to 3, and its secret."""
    invitation, secret = invite(
        tournament=casino, author=pilar, role="referee", hours=24, tables="1 a 3"
    )
    return invitation, secret


def _role_and_tables(tournament, user):
    member = Membership.objects.filter(tournament=tournament, user=user).first()
    return (member.role, member.tables) if member else None


def _accept(browser, secret):
    browser.get(f"/invitacion/{secret}/")
    return browser.post("/invitacion/aceptar/")


def test_organiser_sees_the_invitation_link_once(casino, client_as, pilar):
    browser = client_as(pilar)
    answer = browser.post(
        f"{TEAM_PAGE}invitar/", {"role": "referee", "tables": "1-3", "hours": 24, "places": 2}
    )
    link = answer.context["link"]
    assert (answer.status_code, link in answer.content.decode()) == (200, True)
    assert "no-store" in answer.headers["Cache-Control"]
    secret = link.rstrip("/").rpartition("/")[2]
    row = Invitation.objects.values().get()
    assert secret not in str(row) and secret not in str(list(AuditLine.objects.values()))
    page = browser.get(TEAM_PAGE)
    assert secret not in page.content.decode()
    assert [
        (invitation.role, invitation.tables, invitation.left)
        for invitation in page.context["invitations"]
    ] == [("referee", "1-3", 2)]


@each(
    "change, field",
    ({"hours": 0}, "hours"),
    ({"hours": 10**6}, "hours"),
    ({"places": 0}, "places"),
    ({"role": "organiser", "places": 2}, "places"),
    ({"role": "rey"}, "role"),
    ({"tables": "1-99"}, "tables"),
    ({"tables": "<b>"}, "tables"),
    ({"role": "desk", "tables": "1"}, "tables"),
)
def test_invitation_with_a_wrong_field_is_refused(casino, client_as, pilar, change, field):
    fields = {"role": "referee", "tables": "", "hours": 24, "places": 1}
    answer = client_as(pilar).post(f"{TEAM_PAGE}invitar/", {**fields, **change})
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, [field])
    assert not Invitation.objects.exists()


def test_opened_link_redirects_to_an_address_without_the_secret(casino, link):
    answer = Client().get(f"/invitacion/{link[1]}/")
    assert (answer.status_code, answer.url) == (302, "/invitacion/")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer.headers["Cache-Control"]


def test_user_with_an_account_accepts_an_invitation_by_post(casino, link, vecino, client_as):
    browser = client_as(vecino)
    page = browser.get(f"/invitacion/{link[1]}/", follow=True)
    assert (
        "Casino de Calamocha" in page.content.decode() and _role_and_tables(casino, vecino) is None
    )
    assert "no-store" in page.headers["Cache-Control"]
    assert link[1] not in page.content.decode()
    answer = browser.post("/invitacion/aceptar/")
    assert answer.url == "/t/casino-de-calamocha/entrar/"
    assert _role_and_tables(casino, vecino) == ("referee", "1-3")
    assert browser.get(answer.url).url == "/t/casino-de-calamocha/mis-mesas/"


def test_invitation_survives_the_sign_up(casino, link):
    browser = Client()
    page = browser.get(f"/invitacion/{link[1]}/", follow=True)
    assert "/cuenta/signup/?next=/invitacion/" in page.content.decode()
    answer = browser.post(
        "/cuenta/signup/?next=/invitacion/",
        {"username": "nuevo", "password1": PASSWORD, "password2": PASSWORD, "next": "/invitacion/"},
    )
    assert answer.url == "/invitacion/"
    browser.post("/invitacion/aceptar/")
    assert casino.team.get(user__username="nuevo").tables == "1-3"


def test_invitation_survives_the_login(casino, link, vecino):
    browser = Client()
    browser.get(f"/invitacion/{link[1]}/")
    answer = browser.post("/invitacion/aceptar/")
    assert answer.url.startswith("/cuenta/login/")
    browser.post("/cuenta/login/", {"login": "vecino", "password": PASSWORD})
    assert "Aceptar" in browser.get("/invitacion/").content.decode()
    browser.post("/invitacion/aceptar/")
    assert _role_and_tables(casino, vecino) == ("referee", "1-3")


def test_invitation_is_not_accepted_before_its_link_is_opened(casino, link, vecino, client_as):
    browser = client_as(vecino)
    assert browser.post("/invitacion/aceptar/", {"invitation": link[0].pk}).url == "/invitacion/"
    assert browser.get("/invitacion/").status_code == 410
    assert _role_and_tables(casino, vecino) is None


def test_invitation_with_one_place_serves_one_user(
    casino, link, vecino, client_as, django_user_model
):
    other_user = django_user_model.objects.create_user("otra")
    _accept(client_as(vecino), link[1])
    assert _accept(client_as(other_user), link[1]).status_code == 409
    assert _role_and_tables(casino, other_user) is None


def test_invitation_with_two_places_serves_two_users(casino, pilar, client_as, django_user_model):
    _invitation, secret = invite(tournament=casino, author=pilar, role="desk", hours=1, places=2)
    users = [django_user_model.objects.create_user(f"p{number}") for number in range(3)]
    statuses = [_accept(client_as(user), secret).status_code for user in users]
    assert statuses == [302, 302, 409]


@pytest.mark.parametrize("reason", ["late", "revoked"])
def test_expired_or_revoked_invitation_is_closed(casino, link, vecino, client_as, pilar, reason):
    invitation, secret = link
    browser = client_as(vecino)
    browser.get(f"/invitacion/{secret}/")
    if reason == "late":
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    else:
        answer = client_as(pilar).post(f"{TEAM_PAGE}invitaciones/{invitation.pk}/retirar/")
        assert answer.status_code == 302
    assert browser.get("/invitacion/").status_code == 410
    assert browser.post("/invitacion/aceptar/").status_code == 409
    assert client_as(pilar).get(TEAM_PAGE).context["invitations"] == []
    with pytest.raises(Refused):
        revoke_invitation(invitation=invitation, author=pilar)


def test_team_member_keeps_the_role_and_uses_no_place_of_the_invitation(casino, link, chema, pilar):
    invitation, _secret = link
    for member in (chema, pilar):
        with is_refused("already_in_team"):
            accept_invitation(invitation=invitation, user=member)
    assert invitation.acceptances.count() == 0 and _role_and_tables(casino, pilar) == (
        "organiser",
        "",
    )


def test_removed_member_does_not_return_by_an_old_link(casino, pilar, vecino, chema):
    invitation, _secret = invite(tournament=casino, author=pilar, role="desk", hours=9, places=9)
    accept_invitation(invitation=invitation, user=vecino)
    for user in (vecino, chema):  # vecino joined by the link, chema did not
        revoke_role(tournament=casino, author=pilar, user=user)
        with is_refused("invitation_not_for_you"):
            accept_invitation(invitation=invitation, user=user)
    new_invitation, _secret = invite(tournament=casino, author=pilar, role="desk", hours=9)
    assert accept_invitation(invitation=new_invitation, user=vecino).role == "desk"


def test_wrong_secret_is_answered_with_404(casino, link):
    for secret in ("x", "a" * 500, "%00", "%ED%A0%80", link[1][:-1], link[0].digest, "aceptar "):
        assert Client().get(f"/invitacion/{secret}/").status_code == 404, secret
