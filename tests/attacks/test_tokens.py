"""A token is named, listed and revoked by its owner; it expires, and dies with the password."""

import importlib
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.api.conftest import Api
from tests.conftest import PASSWORD
from tests.rows import each
from tests.worlds import world
from tournaments.accounts.services.tokens import MOST, make_token
from tournaments.models import ApiToken

ASKED = {"username": "pilar", "password": PASSWORD}


def holding(secret: str) -> Api:
    """A program with this token."""
    program = Api(None)
    program.headers = {"Authorization": f"Token {secret}"}
    return program


def is_in(program: Api) -> bool:
    return program.get("tokens/").status_code == 200


@world
def made(pilar) -> dict:
    return Api(None).post("token/", {**ASKED, "name": "Pantalla", "days": 7}).json()


@world
def program(made) -> Api:
    return holding(made["token"])


def change_by_page(pilar):
    browser = Client()
    browser.force_login(pilar)
    new = {"oldpassword": PASSWORD, "password1": "otra-cosa-1987", "password2": "otra-cosa-1987"}
    assert browser.post("/cuenta/password/change/", new).status_code == 302


def change_by_command(pilar):
    pilar.set_password("otra-cosa-1987")
    pilar.save()


def test_it_is_told_once_and_kept_as_a_digest(made, program):
    assert made["token"].startswith("tapete_") and made["name"] == "Pantalla"
    kept = ApiToken.objects.get()
    assert made["token"] not in {str(value) for value in vars(kept).values()}
    assert "token" not in program.get("tokens/").json()["results"][0]


def test_it_expires(made, program):
    assert is_in(program)
    assert abs(ApiToken.objects.get().expires_at - timezone.now() - timedelta(days=7)) < (
        timedelta(minutes=1)
    )
    ApiToken.objects.update(expires_at=timezone.now())
    answer = program.get("tokens/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "authentication_failed")


@pytest.mark.parametrize("change", [change_by_page, change_by_command])
def test_it_dies_with_the_password(change, pilar, program):
    assert is_in(program)
    change(pilar)
    assert not is_in(program)
    pilar.refresh_from_db()
    browser = Client()
    browser.force_login(pilar)
    assert browser.get("/mi-cuenta/tokens/").context["tokens"] == []


def test_it_dies_with_the_account(pilar, program):
    pilar.is_active = False
    pilar.save()
    assert not is_in(program)


def test_its_owner_sees_it_and_revokes_it_and_nobody_else_does(made, program, pilar, vecino):
    other = Api(vecino)
    listed = program.get("tokens/").json()["results"]
    assert [(one["name"], one["id"]) for one in listed] == [("Pantalla", made["id"])]
    assert made["id"] not in [one["id"] for one in other.get("tokens/").json()["results"]]
    assert other.send("DELETE", f"tokens/{made['id']}/").status_code == 404
    assert is_in(program)
    assert Api(pilar).send("DELETE", f"tokens/{made['id']}/").status_code == 204
    assert not is_in(program)


def test_the_page_of_its_owner(client_as, pilar, vecino):
    mine, other = client_as(pilar), client_as(vecino)
    page = mine.post("/mi-cuenta/tokens/", {"name": "Marcador", "days": 30, "scopes": ["full"]})
    secret = page.context["secret"]
    assert secret in page.text and is_in(holding(secret))
    again = mine.get("/mi-cuenta/tokens/")
    assert secret not in again.text and "Marcador" in again.text
    token = ApiToken.objects.get()
    assert other.post(f"/mi-cuenta/tokens/{token.pk}/retirar/").status_code == 404
    assert mine.post(f"/mi-cuenta/tokens/{token.pk}/retirar/").status_code == 302
    assert not is_in(holding(secret))


@each("days, code", (0, "invalid"), (91, "days_out_of_range"), (10**6, "invalid"))
def test_it_lasts_no_longer_than_the_site_allows(pilar, days, code):
    answer = Api(None).post("token/", {**ASKED, "days": days})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


def test_they_are_not_without_end(pilar):
    for number in range(MOST):
        make_token(user=pilar, name=str(number))
    answer = Api(None).post("token/", ASKED)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "too_many_tokens")
    ApiToken.objects.update(expires_at=timezone.now())  # those that open nothing do not count
    assert Api(None).post("token/", ASKED).status_code == 200
    assert ApiToken.objects.count() == 1


def test_its_use_is_written_down_once_an_hour(program):
    assert is_in(program)
    first = ApiToken.objects.get().used_at
    assert is_in(program) and ApiToken.objects.get().used_at == first


def test_old_tokens_in_clear_become_digests_that_expire(pilar, transactional_db):
    """The migration does it on a site that had them."""
    move = importlib.import_module("tournaments.migrations.0019_names_and_tokens").move_tokens
    with connection.schema_editor() as editor:
        editor.execute("CREATE TABLE authtoken_token (key varchar(40), user_id integer)")
        editor.execute("INSERT INTO authtoken_token VALUES ('0123abcd', %s)", [pilar.pk])
    with connection.schema_editor() as editor:
        move(apps, editor)
        move(apps, editor)  # and on one that has none
    assert "authtoken_token" not in connection.introspection.table_names()
    assert is_in(holding("0123abcd"))
    kept = ApiToken.objects.get()
    assert kept.name == "Token antiguo" and kept.expires_at > timezone.now()
