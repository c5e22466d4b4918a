"""Tests of account names that look like others, and of HTML in form texts."""

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
def test_a_username_of_latin_letters_is_accepted():
    for name in ("Íñigo Muñoz", "Mª Asun", "Łukasz", "ana_1@b.es"):
        assert get_adapter().clean_username(name) == name


def test_html_in_the_help_text_of_a_field_is_escaped():
    class Form(forms.Form):
        plain = forms.CharField(help_text="<b>Gil</b>")
        ours = forms.CharField(help_text=mark_safe("<i>nuestro</i>"))

    html = str(Form()["plain"].as_field_group()) + str(Form()["ours"].as_field_group())
    assert "&lt;b&gt;Gil" in html and "<b>" not in html and "<i>nuestro</i>" in html


def account_form(username):
    """Return the fields that Django's own form and the sign-up page share."""
    return {"username": username, "password1": "guiñote-1987", "password2": "guiñote-1987"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "other_fields"),
    [
        ("/cuenta/signup/", {}),
        ("/cuentas/nueva/", {"shown_name": ""}),
        ("/admin/auth/user/add/", {"usable_password": "true"}),
    ],
)
def test_every_page_that_makes_an_account_refuses_a_lookalike(
    client, admin_client, page, other_fields
):
    browser = client if page == "/cuenta/signup/" else admin_client
    refused_answer = browser.post(page, account_form(LOOKALIKE) | other_fields)
    assert LATIN in refused_answer.text and not User.objects.filter(username=LOOKALIKE).exists()
    browser.post(page, account_form("org1") | other_fields)
    assert User.objects.filter(username="org1").exists()


@pytest.mark.django_db
@pytest.mark.ignore_template_errors  # Django's own page reads a missing variable
def test_the_administration_refuses_to_rename_an_account_to_a_lookalike(admin_client):
    user = User.objects.create_user("org1", password=PASSWORD)
    page = f"/admin/auth/user/{user.pk}/change/"
    other_fields = {"date_joined_0": "2026-01-01", "date_joined_1": "10:00:00", "is_active": "on"}
    refused_answer = admin_client.post(page, {"username": LOOKALIKE, **other_fields})
    assert LATIN in refused_answer.text
    user.refresh_from_db()
    assert user.username == "org1"
    assert admin_client.post(page, {"username": "Org1", **other_fields}).status_code == 302
    assert admin_client.post(page, {"username": "org2", **other_fields}).status_code == 302
    user.refresh_from_db()
    assert user.username == "org2"


@pytest.mark.django_db
def test_an_old_account_with_a_lookalike_name_logs_in_and_can_be_edited(client, admin_client):
    user = User.objects.create_user(LOOKALIKE, password=PASSWORD)
    login = client.post("/cuenta/login/", {"login": LOOKALIKE, "password": PASSWORD})
    assert login.status_code == 302 and client.session["_auth_user_id"] == str(user.pk)
    form = {
        "username": LOOKALIKE,
        "first_name": "Ana",
        "date_joined_0": "2026-01-01",
        "date_joined_1": "10:00:00",
        "is_active": "on",
    }
    answer = admin_client.post(f"/admin/auth/user/{user.pk}/change/", form)
    user.refresh_from_db()
    assert (answer.status_code, user.first_name, user.username) == (302, "Ana", LOOKALIKE)
