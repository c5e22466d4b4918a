"""Second factor of the login: the code of an app, or a recovery code. allauth stores both."""

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AnonymousUser, User

TOTP = Authenticator.Type.TOTP


def has_second_factor(user: User | AnonymousUser) -> bool:
    """Return whether the login of this account needs a code."""
    return user.is_authenticated and Authenticator.objects.filter(user=user, type=TOTP).exists()


def is_code_right(user: User, code: str) -> bool:
    """Return whether `code` is the current code or a recovery code, which this uses up."""
    factors = Authenticator.objects.filter(user=user).exclude(type=Authenticator.Type.WEBAUTHN)
    return any(factor.wrap().validate_code(code) for factor in factors)
