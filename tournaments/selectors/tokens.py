"""The keys that programs send."""

from hashlib import sha256

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournaments.models import ApiToken


def digest_of(secret: str) -> str:
    """How the secret of a token is kept."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def is_alive(token: ApiToken) -> bool:
    """Whether it opens: not expired, of an account in use, and made with the password of now."""
    hashes = [token.user.get_session_auth_hash(), *token.user.get_session_auth_fallback_hash()]
    same = any(constant_time_compare(token.session_hash, digest) for digest in hashes)
    return same and token.user.is_active and timezone.now() < token.expires_at


def token_of(secret: str) -> ApiToken | None:
    """The token alive with this secret, with its user."""
    token = ApiToken.objects.select_related("user").filter(digest=digest_of(secret)).first()
    return token if token is not None and is_alive(token) else None


def tokens_of(user: User) -> list[ApiToken]:
    """The account's tokens that open something, the last made first."""
    return [token for token in user.api_tokens.select_related("user") if is_alive(token)]
