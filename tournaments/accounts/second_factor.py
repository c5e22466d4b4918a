"""The second step of logging in: the code of an app, or a recovery code. allauth keeps both."""

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AnonymousUser, User

TOTP = Authenticator.Type.TOTP


def has_second_factor(user: User | AnonymousUser) -> bool:
    """Whether logging in with this account asks for a code."""
    return user.is_authenticated and Authenticator.objects.filter(user=user, type=TOTP).exists()


def is_code_right(user: User, code: str) -> bool:
    """Whether this is the code of the moment, or a recovery code, which is thereby used up."""
    factors = Authenticator.objects.filter(user=user).exclude(type=Authenticator.Type.WEBAUTHN)
    return any(factor.wrap().validate_code(code) for factor in factors)
