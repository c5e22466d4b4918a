"""How Tapete differs from allauth: names with spaces, slowed passwords, and who may sign up."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth.models import User
from django.core.validators import RegexValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.login.devices import remember_device
from tournaments.login.throttling import LOGIN, note_wrong, refuse_if_throttled
from tournaments.names.characters import tidy
from tournaments.selectors.invitations import is_invited
from tournaments.services.access.accounts import APPROVAL, OPEN, ask_to_come_in

USERNAME_VALIDATORS = [
    RegexValidator(
        r"^[\w.@+'’-]+( [\w.@+'’-]+)*\Z",
        _("El usuario puede llevar letras, números, espacios y los signos . - _ + @ '"),
    )
]


class Accounts(DefaultAccountAdapter):
    """allauth's adapter; its own limit of failed logins is off (see `settings`)."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return super().clean_username(tidy(username), shallow)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        super().pre_authenticate(request, **credentials)
        refuse_if_throttled(request, LOGIN, login_of(credentials))

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        super().authentication_failed(request, **credentials)
        note_wrong(request, LOGIN, login_of(credentials))

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether somebody may make an account: all, or those invited where the site is closed."""
        return settings.TAPETE_SIGNUP in (OPEN, APPROVAL) or is_invited(request.session)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save a new account, which waits where the site lets people in one by one."""
        waits = settings.TAPETE_SIGNUP == APPROVAL and not is_invited(request.session)
        user.is_active = not waits
        user.first_name = form.cleaned_data.get("shown_name", "")
        user = super().save_user(request, user, form, commit)
        if waits:
            ask_to_come_in(user=user)
        return user


def login_of(credentials: dict[str, Any]) -> str:
    """Return what was given as the account: its name or its address."""
    return str(credentials.get("username") or credentials.get("email") or "")


def remember(request: HttpRequest, user: User, **_others: Any) -> None:
    """The signal of a login: the browser is known from now on."""
    remember_device(request, user)
