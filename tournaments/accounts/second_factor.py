"""Second factor of the login: the code of an app, or a recovery code. allauth stores both."""

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AnonymousUser, User
from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Refused

TOTP = Authenticator.Type.TOTP


def has_second_factor(user: User | AnonymousUser) -> bool:
    """Return whether the login of this account needs a code."""
    return user.is_authenticated and Authenticator.objects.filter(user=user, type=TOTP).exists()


def is_code_right(user: User, code: str) -> bool:
    """Return whether `code` is the current code or a recovery code; use up a recovery code."""
    factors = Authenticator.objects.filter(user=user).exclude(type=Authenticator.Type.WEBAUTHN)
    return any(factor.wrap().validate_code(code) for factor in factors)


def second_factor_refusal() -> Refused:
    """Return the refusal for a staff account without a second factor."""
    return Refused(
        "second_factor_needed",
        _(
            "En este sitio, los administradores entran con dos pasos: actívelos en «Mi cuenta» y "
            "vuelva a intentarlo."
        ),
        status=403,
    )
