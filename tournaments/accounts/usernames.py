"""Adapter for allauth: names with spaces, throttled passwords, and the sign-up policy."""

import unicodedata
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.devices import remember_device
from tournaments.accounts.selectors import is_invited
from tournaments.accounts.services.accounts import APPROVAL, OPEN, request_approval
from tournaments.accounts.throttling import LOGIN, note_wrong, refuse_if_throttled
from tournaments.names.characters import tidy

ALPHABET = ("LATIN ", "FEMININE ORDINAL", "MASCULINE ORDINAL")

USERNAME_VALIDATORS = [
    RegexValidator(
        r"^[\w.@+'’-]+( [\w.@+'’-]+)*\Z",
        _("El usuario puede llevar letras, números, espacios y los signos . - _ + @ '"),
    )
]


def refuse_lookalike(username: str) -> None:
    """Raise ValidationError for a name with letters of another alphabet or with variant letters.

    With a Cyrillic о, «оrg1» looks like «org1».
    """
    plain = username.replace("ª", "a").replace("º", "o")  # «Mª Asun» is a valid name
    if unicodedata.normalize("NFKC", plain) != plain or any(
        letter.isalpha() and not unicodedata.name(letter, "").startswith(ALPHABET)
        for letter in username
    ):
        raise ValidationError(
            _("El usuario solo puede llevar letras latinas, como las de su teclado: a, ñ, ç, é…"),
            code="username_lookalike",
        )


class Accounts(DefaultAccountAdapter):
    """allauth's adapter; the settings switch off allauth's own limit of failed logins."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name: str = super().clean_username(tidy(username), shallow)
        if not shallow:
            refuse_lookalike(name)
        return name

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        super().pre_authenticate(request, **credentials)
        refuse_if_throttled(request, LOGIN, login_of(credentials))

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        super().authentication_failed(request, **credentials)
        note_wrong(request, LOGIN, login_of(credentials))

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether this visitor may sign up; on a closed site, only invited people may."""
        return settings.TAPETE_SIGNUP in (OPEN, APPROVAL) or is_invited(request.session)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save a new account; it is pending if the site approves accounts, unless invited."""
        waits = settings.TAPETE_SIGNUP == APPROVAL and not is_invited(request.session)
        user.is_active = not waits
        user.first_name = form.cleaned_data.get("shown_name", "")
        user = super().save_user(request, user, form, commit)
        if waits:
            request_approval(user=user)
        return user


def login_of(credentials: dict[str, Any]) -> str:
    """Return the login of the credentials: a name or a mail address."""
    return str(credentials.get("username") or credentials.get("email") or "")


def remember_on_login(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Receive the login signal: remember that the account uses this browser."""
    remember_device(request, user)
