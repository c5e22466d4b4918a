"""Tests of the second factor: optional for users, and required of staff if the site says so."""

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
    """Return the code that an authenticator app shows now."""
    counter = next(iter(auth.yield_hotp_counters_from_time()))
    return auth.format_hotp_value(auth.hotp_value(secret, counter))


def set_up(user: User) -> None:
    auth.TOTP.activate(user, SECRET)
    RecoveryCodes.activate(user)


def log_in(browser: Client, user: User, password: str = PASSWORD):
    return browser.post("/cuenta/login/", {"login": user.username, "password": password})


def reauthenticate(browser: Client) -> None:
    """Send the password again, as pages with security settings require."""
    assert browser.post("/cuenta/reauthenticate/", {"password": PASSWORD}).status_code == 302


# --- Set-up and login ---------------------------------------------------------------------------
def test_any_user_may_set_up_a_second_factor_and_then_needs_a_code(pilar):
    browser = Client()
    log_in(browser, pilar)
    assert browser.get("/cuenta/2fa/totp/activate/").url.startswith("/cuenta/reauthenticate/")
    reauthenticate(browser)
    page = browser.get("/cuenta/2fa/totp/activate/")
    assert "Activar los dos pasos" in page.text
    secret = page.context["form"].secret
    answer = browser.post("/cuenta/2fa/totp/activate/", {"code": code_of(secret)}, follow=True)
    assert "Códigos de reserva" in answer.text and Authenticator.objects.count() == 2
    other_browser = Client()
    assert log_in(other_browser, pilar).url.startswith("/cuenta/2fa/authenticate/")
    assert other_browser.get("/mi-cuenta/").status_code == 302
    cache.clear()  # the cache refuses a code that was used before
    assert (
        other_browser.post("/cuenta/2fa/authenticate/", {"code": code_of(secret)}).status_code
        == 302
    )
    assert other_browser.get("/mi-cuenta/").status_code == 200


def test_a_recovery_code_works_once(pilar):
    set_up(pilar)
    code = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[0]
    assert is_code_right(pilar, code) and not is_code_right(pilar, code)


def test_guesses_of_codes_are_throttled_and_the_owner_still_logs_in(pilar):
    owner, thief = Client(), Client()
    log_in(owner, pilar)
    owner.post("/cuenta/logout/")
    set_up(pilar)
    assert log_in(thief, pilar).status_code == 302
    statuses = [
        thief.post("/cuenta/2fa/authenticate/", {"code": f"{n:06}"}).status_code for n in range(11)
    ]
    assert statuses == [200] * 10 + [429]
    new_browser = Client()
    log_in(new_browser, pilar)
    assert new_browser.post("/cuenta/2fa/authenticate/", {"code": code_of()}).status_code == 429
    log_in(owner, pilar)  # this browser had logged in before
    assert owner.post("/cuenta/2fa/authenticate/", {"code": code_of()}).status_code == 302


# --- The staff ----------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ["/", "/admin/", "/cuentas/", "/torneos/nuevo/", "/mi-cuenta/"])
def test_staff_must_set_up_the_second_factor_before_any_page(staff, path):
    browser = Client()
    log_in(browser, staff)
    answer = browser.get(path)
    assert (answer.status_code, answer.url) == (302, "/cuenta/2fa/totp/activate/")
    reauthenticate(browser)
    page = browser.get(answer.url)
    assert page.status_code == 200 and "dos pasos" in page.text
    set_up(staff)
    assert browser.get(path).status_code == 200


def test_a_program_of_staff_needs_the_second_factor_too(staff):
    answer = Api(staff).get("games/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "second_factor_needed")
    form = {"username": staff.username, "password": PASSWORD}
    answer = Api(None).post("token/", form)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "second_factor_needed")
    set_up(staff)
    assert Api(staff).get("games/").status_code == 200


@cases("code, refusal", ("", (400, "code_needed")), ("000000", (400, "wrong_code")))
def test_a_token_needs_the_code_too(pilar, code, refusal):
    set_up(pilar)
    form = {"username": "pilar", "password": PASSWORD, "code": code}
    answer = Api(None).post("token/", form)
    assert (answer.status_code, answer.json()["error"]["code"]) == refusal
    assert Api(None).post("token/", {**form, "code": code_of()}).status_code == 200


def test_users_who_are_not_staff_need_no_second_factor(settings, pilar, client_as):
    settings.TAPETE_STAFF_SECOND_FACTOR = True
    assert client_as(pilar).get("/mi-cuenta/").status_code == 200


def test_staff_need_no_second_factor_unless_the_site_requires_it(settings, staff, client_as):
    settings.TAPETE_STAFF_SECOND_FACTOR = False
    assert client_as(staff).get("/admin/").status_code == 200


def test_the_administration_does_not_show_secrets_of_the_second_factor(settings, staff, client_as):
    settings.TAPETE_STAFF_SECOND_FACTOR = False
    set_up(staff)
    browser = client_as(staff)
    for authenticator in Authenticator.objects.all():
        page = browser.get(f"/admin/mfa/authenticator/{authenticator.pk}/change/")
        assert page.status_code == 200 and SECRET not in page.text and "seed" not in page.text
