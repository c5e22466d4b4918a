"""Making an account as people write their names; who may, and the way back when it is lost."""

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
GOOD = {"username": "Paco Gil", "password1": "guiñote-1987", "password2": "guiñote-1987"}


def test_a_name_with_a_space_is_a_user_name(client, db):
    assert client.post(PAGE, GOOD).status_code == 302
    assert User.objects.get().username == "Paco Gil"
    client.logout()
    entered = client.post("/cuenta/login/", {"login": "Paco Gil", "password": "guiñote-1987"})
    assert entered.status_code == 302


def test_spaces_too_many_make_no_other_user(client, db):
    client.post(PAGE, GOOD | {"username": "  Paco   Gil "})
    client.logout()
    again = client.post(PAGE, GOOD | {"username": "paco gil"})
    assert again.status_code == 200 and User.objects.get().username == "Paco Gil"


@each(
    "change, told",
    ({"password2": "otra-cosa-99"}, "misma contraseña"),
    ({"password1": "12345678", "password2": "12345678"}, "de las más usadas"),
    ({"username": "Paco/Gil"}, "letras, números, espacios"),
    ({"email": "paco"}, "correo"),
)
def test_what_was_typed_is_kept_and_what_is_wrong_is_said(client, db, change, told):
    sent = GOOD | {"email": "paco@example.org"} | change
    page = client.post(PAGE, sent)
    assert page.status_code == 200 and told in page.text
    for name in ("username", "email"):
        assert f'value="{sent[name]}"' in page.text


# --- Who may make an account --------------------------------------------------------------------
@world
def chief(db) -> User:
    return User.objects.create_superuser("ordenador", password=GOOD["password1"])


def enter(browser, password=GOOD["password1"]):
    return browser.post("/cuenta/login/", {"login": GOOD["username"], "password": password})


def test_where_the_door_is_open_one_comes_in_at_once(client, db):
    client.post(PAGE, GOOD | {"shown_name": "Paco el del bar"})
    made = User.objects.get()
    assert (made.is_active, made.get_full_name()) == (True, "Paco el del bar")
    assert client.get("/mi-cuenta/").status_code == 200


def test_where_each_is_let_in_one_waits(client, settings, chief, client_as):
    settings.TAPETE_SIGNUP = "approval"
    page = client.post(PAGE, GOOD, follow=True)
    assert "espere a que la admitan" in page.text
    made = User.objects.get(username="Paco Gil")
    assert enter(client).url == "/cuenta/inactive/"
    listed = client_as(chief).get("/cuentas/")
    assert [one.user for one in listed.context["waiting"]] == [made]
    assert client_as(chief).post(f"/cuentas/{made.pk}/admitir/").status_code == 302
    assert enter(client).url == "/"
    assert client_as(chief).post(f"/cuentas/{made.pk}/admitir/").status_code == 404  # settled


def test_who_is_turned_away_leaves_nothing(client, settings, chief, client_as):
    settings.TAPETE_SIGNUP = "approval"
    client.post(PAGE, GOOD)
    made = User.objects.get(username="Paco Gil")
    client_as(chief).post(f"/cuentas/{made.pk}/rechazar/")
    assert not User.objects.filter(pk=made.pk).exists()


def test_where_the_door_is_shut_nobody_makes_an_account(client, settings, db):
    settings.TAPETE_SIGNUP, settings.TAPETE_CONTACT = "closed", "Pilar, 600 000 000"
    for answer in (client.get(PAGE), client.post(PAGE, GOOD)):
        assert "Aquí no se crean cuentas" in answer.text and "Pilar, 600 000 000" in answer.text
    assert not User.objects.exists()
    for page in ("/", "/cuenta/login/"):
        assert PAGE not in client.get(page).text


@pytest.mark.parametrize("mode", ["approval", "closed"])
def test_the_invitation_of_an_organiser_opens_it(client, settings, casino, pilar, mode):
    settings.TAPETE_SIGNUP = mode
    invitation, secret = invite(tournament=casino, author=pilar, role="desk", hours=1)
    client.get(f"/invitacion/{secret}/")
    assert client.post(PAGE, GOOD).status_code == 302
    assert User.objects.get(username="Paco Gil").is_active
    revoke_invitation(invitation=invitation, author=pilar)
    other = Client()
    other.get(f"/invitacion/{secret}/")
    other.post(PAGE, GOOD | {"username": "otro"})
    assert not User.objects.filter(username="otro", is_active=True).exists()


# --- What a superuser does with accounts --------------------------------------------------------
def test_an_account_is_made_for_somebody_who_then_sets_the_password(chief, client_as, client):
    page = client_as(chief).post("/cuentas/nueva/", {"username": "Paco Gil", "shown_name": "Paco"})
    link = page.context["link"].removeprefix("http://testserver")
    form = client.get(link, follow=True)
    new = {"password1": GOOD["password1"], "password2": GOOD["password1"]}
    assert client.post(form.request["PATH_INFO"], new).status_code == 302
    assert enter(client).status_code == 302
    again = client_as(chief).post("/cuentas/nueva/", {"username": "paco gil"})
    assert again.status_code == 400 and "ya" in again.text.lower()


def test_a_lost_password_has_a_link_on_the_page_and_none_in_the_log(
    chief, pilar, client_as, caplog
):
    page = client_as(chief).post(f"/cuentas/{pilar.pk}/enlace/")
    link = page.context["link"]
    assert link in page.text and "no-store" in page.headers["Cache-Control"]
    assert f"link for the password of account {pilar.pk}" in caplog.text
    assert link.rsplit("/", 2)[1] not in caplog.text
    assert client_as(pilar).post(f"/cuentas/{pilar.pk}/enlace/").status_code == 403


def test_and_one_by_a_command(pilar, client):
    printed = StringIO()
    call_command("password_link", "PILAR", "--address", "http://10.0.0.2:8000/", stdout=printed)
    link = printed.getvalue().strip()
    assert link.startswith("http://10.0.0.2:8000/cuenta/password/reset/key/")
    assert client.get(link.removeprefix("http://10.0.0.2:8000")).status_code == 302
    with pytest.raises(CommandError):
        call_command("password_link", "nadie")


@pytest.mark.parametrize(
    ("public", "left_by_run", "address"),
    [
        ("https://tapete.example.org/", "http://192.168.1.20:8001/", "https://tapete.example.org"),
        ("", "http://192.168.1.20:8001/", "http://192.168.1.20:8001"),
        ("", None, "http://127.0.0.1:8000"),
    ],
)
def test_the_link_of_the_command_is_of_the_site_that_runs(
    public, left_by_run, address, pilar, settings, tmp_path
):
    settings.TAPETE_PUBLIC_URL, settings.VAR_DIR = public, tmp_path
    if left_by_run:
        (tmp_path / "in_use").write_text(left_by_run)
    printed = StringIO()
    call_command("password_link", "pilar", stdout=printed)
    assert printed.getvalue().startswith(f"{address}/cuenta/password/reset/key/")


def test_the_link_of_the_page_carries_the_address_of_the_hall(chief, pilar, client_as, settings):
    settings.TAPETE_PUBLIC_URL = "http://192.168.1.20:8000/"
    page = client_as(chief).post(f"/cuentas/{pilar.pk}/enlace/")
    assert page.context["link"].startswith("http://192.168.1.20:8000/cuenta/")


def test_an_account_is_shut_at_once_and_opened_again(chief, pilar, client_as):
    mine, office = client_as(pilar), client_as(chief)
    assert mine.get("/mi-cuenta/").status_code == 200
    office.post(f"/cuentas/{pilar.pk}/cerrar/")
    assert mine.get("/mi-cuenta/").status_code == 302
    office.post(f"/cuentas/{pilar.pk}/abrir/")
    assert mine.get("/mi-cuenta/").status_code == 200
    office.post(f"/cuentas/{chief.pk}/cerrar/")
    chief.refresh_from_db()
    assert chief.is_active


def test_the_second_step_is_taken_off_somebody_who_has_lost_it(chief, pilar, client_as):
    TOTP.activate(pilar, "A" * 32)
    page = client_as(chief).get(f"/cuentas/{pilar.pk}/")
    assert "Entra con dos pasos" in page.text
    client_as(chief).post(f"/cuentas/{pilar.pk}/un-paso/")
    assert not has_second_factor(pilar)


def test_accounts_are_found(chief, pilar, vecino, client_as):
    page = client_as(chief).get("/cuentas/", {"q": "PIL"})
    assert [one.username for one in page.context["page"]] == ["pilar"]


OF_THE_SITE = [one for one in ADDRESSES if "manage_accounts" in (one.acts or {}).values()]


@each("address", *OF_THE_SITE)
def test_the_accounts_of_the_site_are_for_superusers(address, chief, pilar, places, client_as):
    """`test_roles` cannot try it, for no role gives it: an organiser has not got in, nor has the
    staff of the administration."""
    path = "/" + address.route.replace("<int:account>", str(places["account"]))
    pilar.is_staff = True
    pilar.save()
    assert client_as(pilar).get(path).status_code == (403 if "GET" in address.acts else 405)
    assert client_as(pilar).post(path).status_code == 403
    assert client_as(chief).get(path).status_code in (200, 405)
