"""Names that look like others, and names with signs of HTML: of accounts and in forms."""

import pytest
from allauth.account.adapter import get_adapter
from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.safestring import mark_safe

from tests.conftest import PASSWORD

LOOKALIKE = "оrg1"  # with a Cyrillic о
LATIN = "letras latinas"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["оrg1", "orgα", "ｏrg1", "орг", "ﬁn"])
def test_a_username_that_looks_like_another_is_refused(name):
    with pytest.raises(ValidationError):
        get_adapter().clean_username(name)


@pytest.mark.django_db
def test_a_username_of_our_letters_is_taken():
    for name in ("Íñigo Muñoz", "Mª Asun", "Łukasz", "ana_1@b.es"):
        assert get_adapter().clean_username(name) == name


def test_a_name_in_the_help_of_a_field_is_escaped():
    class Form(forms.Form):
        plain = forms.CharField(help_text="<b>Gil</b>")
        ours = forms.CharField(help_text=mark_safe("<i>nuestro</i>"))

    html = str(Form()["plain"].as_field_group()) + str(Form()["ours"].as_field_group())
    assert "&lt;b&gt;Gil" in html and "<b>" not in html and "<i>nuestro</i>" in html


def passwords(username):
    """The fields of Django's own form, and of the page to sign up."""
    return {"username": username, "password1": "guiñote-1987", "password2": "guiñote-1987"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "more"),
    [
        ("/cuenta/signup/", {}),
        ("/cuentas/nueva/", {"shown_name": ""}),
        ("/admin/auth/user/add/", {"usable_password": "true"}),
    ],
)
def test_every_page_that_makes_an_account_refuses_a_lookalike(client, admin_client, page, more):
    browser = client if page == "/cuenta/signup/" else admin_client
    refused = browser.post(page, passwords(LOOKALIKE) | more)
    assert LATIN in refused.text and not User.objects.filter(username=LOOKALIKE).exists()
    browser.post(page, passwords("org1") | more)
    assert User.objects.filter(username="org1").exists()


@pytest.mark.django_db
@pytest.mark.ignore_template_errors  # of Django's own page, with the password that is not shown
def test_the_administration_renames_nobody_to_a_lookalike(admin_client):
    user = User.objects.create_user("org1", password=PASSWORD)
    page = f"/admin/auth/user/{user.pk}/change/"
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "10:00:00", "is_active": "on"}
    refused = admin_client.post(page, {"username": LOOKALIKE, **joined})
    assert LATIN in refused.text
    user.refresh_from_db()
    assert user.username == "org1"
    assert admin_client.post(page, {"username": "Org1", **joined}).status_code == 302
    assert admin_client.post(page, {"username": "org2", **joined}).status_code == 302
    user.refresh_from_db()
    assert user.username == "org2"


@pytest.mark.django_db
def test_an_old_account_with_such_a_name_logs_in_and_is_still_edited(client, admin_client):
    user = User.objects.create_user(LOOKALIKE, password=PASSWORD)
    entered = client.post("/cuenta/login/", {"login": LOOKALIKE, "password": PASSWORD})
    assert entered.status_code == 302 and client.session["_auth_user_id"] == str(user.pk)
    kept = {
        "username": LOOKALIKE,
        "first_name": "Ana",
        "date_joined_0": "2026-01-01",
        "date_joined_1": "10:00:00",
        "is_active": "on",
    }
    saved = admin_client.post(f"/admin/auth/user/{user.pk}/change/", kept)
    user.refresh_from_db()
    assert (saved.status_code, user.first_name, user.username) == (302, "Ana", LOOKALIKE)
