"""Tests of API tokens: their owner, their expiry, and their end with the password."""

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
from tournaments.accounts.services.tokens import MOST_TOKENS, make_token
from tournaments.models import ApiToken

LOGIN = {"username": "pilar", "password": PASSWORD}


def program_with(secret: str) -> Api:
    """Return a program that sends this token."""
    program = Api(None)
    program.headers = {"Authorization": f"Token {secret}"}
    return program


def is_accepted(program: Api) -> bool:
    return program.get("tokens/").status_code == 200


@world
def token_answer(pilar) -> dict:
    return Api(None).post("token/", {**LOGIN, "name": "Pantalla", "days": 7}).json()


@world
def program(token_answer) -> Api:
    return program_with(token_answer["token"])


def change_password_by_page(pilar):
    browser = Client()
    browser.force_login(pilar)
    new_password = {
        "oldpassword": PASSWORD,
        "password1": "otra-cosa-1987",
        "password2": "otra-cosa-1987",
    }
    assert browser.post("/cuenta/password/change/", new_password).status_code == 302


def change_password_by_command(pilar):
    pilar.set_password("otra-cosa-1987")
    pilar.save()


def test_a_token_is_shown_once_and_stored_as_a_digest(token_answer, program):
    assert token_answer["token"].startswith("tapete_") and token_answer["name"] == "Pantalla"
    stored_token = ApiToken.objects.get()
    assert token_answer["token"] not in {str(value) for value in vars(stored_token).values()}
    assert "token" not in program.get("tokens/").json()["results"][0]


def test_a_token_expires(token_answer, program):
    assert is_accepted(program)
    assert abs(ApiToken.objects.get().expires_at - timezone.now() - timedelta(days=7)) < (
        timedelta(minutes=1)
    )
    ApiToken.objects.update(expires_at=timezone.now())
    answer = program.get("tokens/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "authentication_failed")


@pytest.mark.parametrize("change", [change_password_by_page, change_password_by_command])
def test_a_token_ends_when_the_password_changes(change, pilar, program):
    assert is_accepted(program)
    change(pilar)
    assert not is_accepted(program)
    pilar.refresh_from_db()
    browser = Client()
    browser.force_login(pilar)
    assert browser.get("/mi-cuenta/tokens/").context["tokens"] == []


def test_a_token_ends_when_the_account_is_disabled(pilar, program):
    pilar.is_active = False
    pilar.save()
    assert not is_accepted(program)


def test_only_its_owner_sees_and_revokes_a_token(token_answer, program, pilar, vecino):
    stranger = Api(vecino)
    rows = program.get("tokens/").json()["results"]
    assert [(token["name"], token["id"]) for token in rows] == [("Pantalla", token_answer["id"])]
    assert token_answer["id"] not in [
        token["id"] for token in stranger.get("tokens/").json()["results"]
    ]
    assert stranger.send("DELETE", f"tokens/{token_answer['id']}/").status_code == 404
    assert is_accepted(program)
    assert Api(pilar).send("DELETE", f"tokens/{token_answer['id']}/").status_code == 204
    assert not is_accepted(program)


def test_the_token_page_shows_the_secret_once_and_revokes_the_token(client_as, pilar, vecino):
    owner, stranger = client_as(pilar), client_as(vecino)
    page = owner.post("/mi-cuenta/tokens/", {"name": "Marcador", "days": 30, "scopes": ["full"]})
    secret = page.context["secret"]
    assert secret in page.text and is_accepted(program_with(secret))
    later_page = owner.get("/mi-cuenta/tokens/")
    assert secret not in later_page.text and "Marcador" in later_page.text
    token = ApiToken.objects.get()
    assert stranger.post(f"/mi-cuenta/tokens/{token.pk}/retirar/").status_code == 404
    assert owner.post(f"/mi-cuenta/tokens/{token.pk}/retirar/").status_code == 302
    assert not is_accepted(program_with(secret))


@each("days, code", (0, "invalid"), (91, "days_out_of_range"), (10**6, "invalid"))
def test_a_token_lasts_no_longer_than_the_site_allows(pilar, days, code):
    answer = Api(None).post("token/", {**LOGIN, "days": days})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


def test_an_account_has_a_limited_number_of_tokens(pilar):
    for number in range(MOST_TOKENS):
        make_token(user=pilar, name=str(number))
    answer = Api(None).post("token/", LOGIN)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "too_many_tokens")
    ApiToken.objects.update(expires_at=timezone.now())  # expired tokens do not count
    assert Api(None).post("token/", LOGIN).status_code == 200
    assert ApiToken.objects.count() == 1


def test_the_use_of_a_token_is_recorded_once_an_hour(program):
    assert is_accepted(program)
    first_use = ApiToken.objects.get().used_at
    assert is_accepted(program) and ApiToken.objects.get().used_at == first_use


def test_old_tokens_in_clear_become_digests_that_expire(pilar, transactional_db):
    """Migration 0019 converts the tokens of an older site."""
    move_tokens = importlib.import_module(
        "tournaments.migrations.0019_names_and_tokens"
    ).move_tokens
    with connection.schema_editor() as editor:
        editor.execute("CREATE TABLE authtoken_token (key varchar(40), user_id integer)")
        editor.execute("INSERT INTO authtoken_token VALUES ('0123abcd', %s)", [pilar.pk])
    with connection.schema_editor() as editor:
        move_tokens(apps, editor)
        move_tokens(apps, editor)  # a second run finds no old table
    assert "authtoken_token" not in connection.introspection.table_names()
    assert is_accepted(program_with("0123abcd"))
    stored_token = ApiToken.objects.get()
    assert stored_token.name == "Token antiguo" and stored_token.expires_at > timezone.now()
