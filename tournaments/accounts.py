"""How Tapete differs from allauth: a name with spaces is a user name, «Paco Gil»; wrong passwords
are slowed as links are, with a 429."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.validators import RegexValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.characters import tidy
from tournaments.slowing import LOGIN, note_wrong, refuse_if_slowed

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
        refuse_if_slowed(request, LOGIN, login_of(credentials))

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        super().authentication_failed(request, **credentials)
        note_wrong(request, LOGIN, login_of(credentials))


def login_of(credentials: dict[str, Any]) -> str:
    """What was given as the account: its name or its address."""
    return str(credentials.get("username") or credentials.get("email") or "")
