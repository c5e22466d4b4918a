"""Token authentication of the API."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from tournaments.accounts.selectors import token_of
from tournaments.accounts.services.tokens import note_use


class NamedToken(TokenAuthentication):
    """Authentication by `Authorization: Token …`; the token's owner can revoke it."""

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        token = token_of(key)
        if token is None:
            raise AuthenticationFailed(
                _("Este token no vale: ha caducado, se ha retirado o ha cambiado la contraseña.")
            )
        note_use(token=token)
        token.user.api_token = token  # type: ignore[attr-defined]  # read by `permissions.may`
        return token.user, token
