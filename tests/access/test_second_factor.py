"""The second factor: optional for all, asked of the staff where the site says so."""

import base64

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from tests.api.conftest import Api
from tests.conftest import PASSWORD
from tests.rows import cases
from tournaments.accounts.second_factor import is_code_right

pytestmark = pytest.mark.django_db

SECRET = base64.b32encode(b"tapete-" * 5).decode()


@pytest.fixture
def staff(settings) -> User:
    settings.TAPETE_STAFF_SECOND_FACTOR = True
    return User.objects.create_superuser("ordenador", password=PASSWORD)


def code_of(secret: str = SECRET) -> str:
    """Return what the application of a telephone shows now."""
    counter = next(iter(auth.yield_hotp_counters_from_time()))
    return auth.format_hotp_value(auth.hotp_value(secret, counter))


def set_up(user: User) -> None:
    auth.TOTP.activate(user, SECRET)
    RecoveryCodes.activate(user)


def enter(browser: Client, user: User, password: str = PASSWORD):
    return browser.post("/cuenta/login/", {"login": user.username, "password": password})


def say_again_who(browser: Client) -> None:
    """The password once more, as what is delicate asks for it."""
    assert browser.post("/cuenta/reauthenticate/", {"password": PASSWORD}).status_code == 302


# --- Setting it up and entering with it ---------------------------------------------------------
def test_anybody_may_set_it_up_and_is_then_asked_for_a_code(pilar):
    browser = Client()
    enter(browser, pilar)
    assert browser.get("/cuenta/2fa/totp/activate/").url.startswith("/cuenta/reauthenticate/")
    say_again_who(browser)
    page = browser.get("/cuenta/2fa/totp/activate/")
    assert "Activar los dos pasos" in page.text
    secret = page.context["form"].secret
    done = browser.post("/cuenta/2fa/totp/activate/", {"code": code_of(secret)}, follow=True)
    assert "Códigos de reserva" in done.text and Authenticator.objects.count() == 2
    other = Client()
    assert enter(other, pilar).url.startswith("/cuenta/2fa/authenticate/")
    assert other.get("/mi-cuenta/").status_code == 302
    cache.clear()  # the same code is not good twice in its half minute
    assert other.post("/cuenta/2fa/authenticate/", {"code": code_of(secret)}).status_code == 302
    assert other.get("/mi-cuenta/").status_code == 200


def test_a_recovery_code_is_good_once(pilar):
    set_up(pilar)
    code = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[0]
    assert is_code_right(pilar, code) and not is_code_right(pilar, code)


def test_codes_are_not_guessed_and_the_owner_still_enters(pilar):
    mine, thief = Client(), Client()
    enter(mine, pilar)
    mine.post("/cuenta/logout/")
    set_up(pilar)
    assert enter(thief, pilar).status_code == 302
    told = [
        thief.post("/cuenta/2fa/authenticate/", {"code": f"{n:06}"}).status_code for n in range(11)
    ]
    assert told == [200] * 10 + [429]
    again = Client()
    enter(again, pilar)
    assert again.post("/cuenta/2fa/authenticate/", {"code": code_of()}).status_code == 429
    enter(mine, pilar)  # the browser that was there before
    assert mine.post("/cuenta/2fa/authenticate/", {"code": code_of()}).status_code == 302


# --- The staff ----------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ["/", "/admin/", "/cuentas/", "/torneos/nuevo/", "/mi-cuenta/"])
def test_the_staff_sets_it_up_before_anything_else(staff, path):
    browser = Client()
    enter(browser, staff)
    answer = browser.get(path)
    assert (answer.status_code, answer.url) == (302, "/cuenta/2fa/totp/activate/")
    say_again_who(browser)
    page = browser.get(answer.url)
    assert page.status_code == 200 and "dos pasos" in page.text
    set_up(staff)
    assert browser.get(path).status_code == 200


def test_the_program_of_the_staff_neither(staff):
    answer = Api(staff).get("games/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "second_factor_needed")
    asked = {"username": staff.username, "password": PASSWORD}
    answer = Api(None).post("token/", asked)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "second_factor_needed")
    set_up(staff)
    assert Api(staff).get("games/").status_code == 200


@cases("code, told", ("", (400, "code_needed")), ("000000", (400, "wrong_code")))
def test_a_token_asks_for_the_code_too(pilar, code, told):
    set_up(pilar)
    asked = {"username": "pilar", "password": PASSWORD, "code": code}
    answer = Api(None).post("token/", asked)
    assert (answer.status_code, answer.json()["error"]["code"]) == told
    assert Api(None).post("token/", {**asked, "code": code_of()}).status_code == 200


def test_the_others_are_not_asked_for_it(settings, pilar, client_as):
    settings.TAPETE_STAFF_SECOND_FACTOR = True
    assert client_as(pilar).get("/mi-cuenta/").status_code == 200


def test_where_the_site_does_not_ask_the_staff_does_without(settings, staff, client_as):
    settings.TAPETE_STAFF_SECOND_FACTOR = False
    assert client_as(staff).get("/admin/").status_code == 200


def test_the_administration_does_not_show_the_secrets(settings, staff, client_as):
    settings.TAPETE_STAFF_SECOND_FACTOR = False
    set_up(staff)
    browser = client_as(staff)
    for kept in Authenticator.objects.all():
        page = browser.get(f"/admin/mfa/authenticator/{kept.pk}/change/")
        assert page.status_code == 200 and SECRET not in page.text and "seed" not in page.text
