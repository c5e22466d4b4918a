"""Making an account as people write their names."""

import pytest
from django.contrib.auth.models import User

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


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"password2": "otra-cosa-99"}, "misma contraseña"),
        ({"password1": "12345678", "password2": "12345678"}, "demasiado común"),
        ({"username": "Paco/Gil"}, "letras, números, espacios"),
        ({"email": "paco"}, "correo"),
    ],
)
def test_what_was_typed_is_kept_and_what_is_wrong_is_said(client, db, change, told):
    sent = GOOD | {"email": "paco@example.org"} | change
    page = client.post(PAGE, sent)
    assert page.status_code == 200 and told in page.text
    for name in ("username", "email"):
        assert f'value="{sent[name]}"' in page.text
