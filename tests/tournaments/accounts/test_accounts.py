"""Tests of accounts: sign-up and its modes, password links, and the pages of a superuser."""

from io import StringIO

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from tests.access.test_roles import ADDRESSES
from tests.rows import each
from tests.worlds import world
from tournaments.accounts.second_factor import has_second_factor
from tournaments.accounts.services.roles import invite, revoke_invitation

PAGE = "/cuenta/signup/"
GOOD_FORM = {"username": "Paco Gil", "password1": "guiñote-1987", "password2": "guiñote-1987"}


def test_user_name_may_contain_a_space(client, db):
    assert client.post(PAGE, GOOD_FORM).status_code == 302
    assert User.objects.get().username == "Paco Gil"
    client.logout()
    answer = client.post("/cuenta/login/", {"login": "Paco Gil", "password": "guiñote-1987"})
    assert answer.status_code == 302


def test_extra_spaces_do_not_make_another_user_name(client, db):
    client.post(PAGE, GOOD_FORM | {"username": "  Paco   Gil "})
    client.logout()
    answer = client.post(PAGE, GOOD_FORM | {"username": "paco gil"})
    assert answer.status_code == 200 and User.objects.get().username == "Paco Gil"


@each(
    "change, message",
    ({"password2": "otra-cosa-99"}, "misma contraseña"),
    ({"password1": "12345678", "password2": "12345678"}, "de las más usadas"),
    ({"username": "Paco/Gil"}, "letras, números, espacios"),
    ({"email": "paco"}, "correo"),
)
def test_refused_sign_up_keeps_the_typed_fields_and_names_the_error(client, db, change, message):
    fields = GOOD_FORM | {"email": "paco@example.org"} | change
    page = client.post(PAGE, fields)
    assert page.status_code == 200 and message in page.text
    for name in ("username", "email"):
        assert f'value="{fields[name]}"' in page.text


# --- Modes of sign-up ---------------------------------------------------------------------------
@world
def superuser(db) -> User:
    return User.objects.create_superuser("ordenador", password=GOOD_FORM["password1"])


def log_in(browser, password=GOOD_FORM["password1"]):
    return browser.post("/cuenta/login/", {"login": GOOD_FORM["username"], "password": password})


def test_open_sign_up_logs_the_new_user_in_at_once(client, db):
    client.post(PAGE, GOOD_FORM | {"shown_name": "Paco el del bar"})
    user = User.objects.get()
    assert (user.is_active, user.get_full_name()) == (True, "Paco el del bar")
    assert client.get("/mi-cuenta/").status_code == 200


def test_sign_up_by_approval_waits_for_a_superuser(client, settings, superuser, client_as):
    settings.TAPETE_SIGNUP = "approval"
    page = client.post(PAGE, GOOD_FORM, follow=True)
    assert "espere a que la admitan" in page.text
    user = User.objects.get(username="Paco Gil")
    assert log_in(client).url == "/cuenta/inactive/"
    accounts = client_as(superuser).get("/cuentas/")
    assert [account.user for account in accounts.context["waiting_accounts"]] == [user]
    assert client_as(superuser).post(f"/cuentas/{user.pk}/admitir/").status_code == 302
    assert log_in(client).url == "/"
    # The account was admitted above, so it no longer waits.
    assert client_as(superuser).post(f"/cuentas/{user.pk}/admitir/").status_code == 404


def test_rejected_account_is_deleted(client, settings, superuser, client_as):
    settings.TAPETE_SIGNUP = "approval"
    client.post(PAGE, GOOD_FORM)
    user = User.objects.get(username="Paco Gil")
    client_as(superuser).post(f"/cuentas/{user.pk}/rechazar/")
    assert not User.objects.filter(pk=user.pk).exists()


def test_closed_sign_up_makes_no_account_and_shows_the_contact(client, settings, db):
    settings.TAPETE_SIGNUP, settings.TAPETE_CONTACT = "closed", "Pilar, 600 000 000"
    for answer in (client.get(PAGE), client.post(PAGE, GOOD_FORM)):
        assert "Aquí no se crean cuentas" in answer.text and "Pilar, 600 000 000" in answer.text
    assert not User.objects.exists()
    for page in ("/", "/cuenta/login/"):
        assert PAGE not in client.get(page).text


@pytest.mark.parametrize("mode", ["approval", "closed"])
def test_invitation_opens_sign_up_until_it_is_revoked(client, settings, casino, pilar, mode):
    settings.TAPETE_SIGNUP = mode
    invitation, secret = invite(tournament=casino, author=pilar, role="desk", hours=1)
    client.get(f"/invitacion/{secret}/")
    assert client.post(PAGE, GOOD_FORM).status_code == 302
    assert User.objects.get(username="Paco Gil").is_active
    revoke_invitation(invitation=invitation, author=pilar)
    other_browser = Client()
    other_browser.get(f"/invitacion/{secret}/")
    other_browser.post(PAGE, GOOD_FORM | {"username": "otro"})
    assert not User.objects.filter(username="otro", is_active=True).exists()


# --- Accounts managed by a superuser ------------------------------------------------------------
def test_superuser_creates_an_account_and_its_owner_sets_the_password(superuser, client_as, client):
    page = client_as(superuser).post(
        "/cuentas/nueva/", {"username": "Paco Gil", "shown_name": "Paco"}
    )
    link = page.context["link"].removeprefix("http://testserver")
    form = client.get(link, follow=True)
    passwords = {"password1": GOOD_FORM["password1"], "password2": GOOD_FORM["password1"]}
    assert client.post(form.request["PATH_INFO"], passwords).status_code == 302
    assert log_in(client).status_code == 302
    duplicate = client_as(superuser).post("/cuentas/nueva/", {"username": "paco gil"})
    assert duplicate.status_code == 400 and "ya" in duplicate.text.lower()


def test_password_link_is_on_the_page_but_not_in_the_log(superuser, pilar, client_as, caplog):
    page = client_as(superuser).post(f"/cuentas/{pilar.pk}/enlace/")
    link = page.context["link"]
    assert link in page.text and "no-store" in page.headers["Cache-Control"]
    assert f"link for the password of account {pilar.pk}" in caplog.text
    assert link.rsplit("/", 2)[1] not in caplog.text
    assert client_as(pilar).post(f"/cuentas/{pilar.pk}/enlace/").status_code == 403


def test_command_prints_a_password_link(pilar, client):
    output = StringIO()
    call_command("password_link", "PILAR", "--address", "http://10.0.0.2:8000/", stdout=output)
    link = output.getvalue().strip()
    assert link.startswith("http://10.0.0.2:8000/cuenta/password/reset/key/")
    assert client.get(link.removeprefix("http://10.0.0.2:8000")).status_code == 302
    with pytest.raises(CommandError):
        call_command("password_link", "nadie")


@pytest.mark.parametrize(
    ("public", "running_address", "address"),
    [
        ("https://tapete.example.org/", "http://192.168.1.20:8001/", "https://tapete.example.org"),
        ("", "http://192.168.1.20:8001/", "http://192.168.1.20:8001"),
        ("", None, "http://127.0.0.1:8000"),
    ],
)
def test_password_link_of_the_command_has_the_address_of_the_running_site(
    public, running_address, address, pilar, settings, tmp_path
):
    settings.TAPETE_PUBLIC_URL, settings.VAR_DIR = public, tmp_path
    if running_address:
        (tmp_path / "in_use").write_text(running_address)
    output = StringIO()
    call_command("password_link", "pilar", stdout=output)
    assert output.getvalue().startswith(f"{address}/cuenta/password/reset/key/")


def test_password_link_on_the_page_has_the_public_address(superuser, pilar, client_as, settings):
    settings.TAPETE_PUBLIC_URL = "http://192.168.1.20:8000/"
    page = client_as(superuser).post(f"/cuentas/{pilar.pk}/enlace/")
    assert page.context["link"].startswith("http://192.168.1.20:8000/cuenta/")


def test_closed_account_is_logged_out_at_once_and_can_be_reopened(superuser, pilar, client_as):
    browser, superuser_browser = client_as(pilar), client_as(superuser)
    assert browser.get("/mi-cuenta/").status_code == 200
    superuser_browser.post(f"/cuentas/{pilar.pk}/cerrar/")
    assert browser.get("/mi-cuenta/").status_code == 302
    superuser_browser.post(f"/cuentas/{pilar.pk}/abrir/")
    assert browser.get("/mi-cuenta/").status_code == 200
    superuser_browser.post(f"/cuentas/{superuser.pk}/cerrar/")
    superuser.refresh_from_db()
    assert superuser.is_active


def test_superuser_removes_the_second_factor_of_a_user(superuser, pilar, client_as):
    TOTP.activate(pilar, "A" * 32)
    page = client_as(superuser).get(f"/cuentas/{pilar.pk}/")
    assert "Entra con dos pasos" in page.text
    client_as(superuser).post(f"/cuentas/{pilar.pk}/un-paso/")
    assert not has_second_factor(pilar)


def test_search_finds_an_account_by_part_of_its_user_name(superuser, pilar, vecino, client_as):
    page = client_as(superuser).get("/cuentas/", {"q": "PIL"})
    assert [user.username for user in page.context["page"]] == ["pilar"]


SITE_ADDRESSES = [
    address for address in ADDRESSES if "manage_accounts" in (address.acts or {}).values()
]


@each("address", *SITE_ADDRESSES)
def test_pages_of_accounts_are_for_superusers_only(address, superuser, pilar, places, client_as):
    """Organisers and staff are refused. No role allows these acts: `test_roles` cannot try them."""
    path = "/" + address.route.replace("<int:account>", str(places["account"]))
    pilar.is_staff = True
    pilar.save()
    assert client_as(pilar).get(path).status_code == (403 if "GET" in address.acts else 405)
    assert client_as(pilar).post(path).status_code == 403
    assert client_as(superuser).get(path).status_code in (200, 405)
