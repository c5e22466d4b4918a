"""Queries for accounts, tokens and invitations."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournaments.models import ApiToken, Invitation, SignUp, Tournament
from tournaments.setup.selectors.tournaments import rows_with_words


def waiting_sign_ups() -> QuerySet[SignUp]:
    """Return the pending sign-ups, oldest first."""
    return SignUp.objects.select_related("user").order_by("id")


def accounts_matching(words: str) -> QuerySet[User]:
    """Return approved accounts with all the words in login, name and mail address, by login."""
    second_factors = Authenticator.objects.filter(user=OuterRef("pk"), type=Authenticator.Type.TOTP)
    accounts = User.objects.filter(sign_up=None).annotate(two_steps=Exists(second_factors))
    if words:
        accounts = rows_with_words(accounts, words, "username", "first_name", "email")
    return accounts.order_by("username")


# --- Tokens ---------------------------------------------------------------------------------------
def token_digest(secret: str) -> str:
    """Return the stored form of a token's secret."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def is_alive(token: ApiToken) -> bool:
    """Return whether the token is valid: not expired, account active, password unchanged."""
    hashes = [token.user.get_session_auth_hash(), *token.user.get_session_auth_fallback_hash()]
    is_password_unchanged = any(
        constant_time_compare(token.session_hash, digest) for digest in hashes
    )
    return is_password_unchanged and token.user.is_active and timezone.now() < token.expires_at


def token_of(secret: str) -> ApiToken | None:
    """Return the valid token with this secret, with its user; None if there is no such token."""
    token = ApiToken.objects.select_related("user").filter(digest=token_digest(secret)).first()
    return token if token is not None and is_alive(token) else None


def tokens_of(user: User) -> list[ApiToken]:
    """Return the account's valid tokens, newest first."""
    tokens = user.api_tokens.select_related("user", "tournament")
    return [token for token in tokens if is_alive(token)]


def tournaments_for_token(user: User) -> QuerySet[Tournament]:
    """Return the tournaments whose team the user is in, the latest first."""
    return Tournament.objects.filter(team__user=user).order_by("-starts_at", "-id")


# --- Invitations ----------------------------------------------------------------------------------
INVITATION_KEY = "invitation"  # session key: the id of the invitation whose link was opened


def opened_invitation(session: Mapping[str, Any]) -> Invitation | None:
    """Return the invitation opened in this session, with its tournament; None if none was."""
    if INVITATION_KEY not in session:
        return None
    invitations = Invitation.objects.select_related("tournament")
    return invitations.filter(pk=session[INVITATION_KEY]).first()


def is_invited(session: Mapping[str, Any]) -> bool:
    """Return whether this session has opened an invitation that is still open."""
    invitation = opened_invitation(session) if session.get(INVITATION_KEY) else None
    return invitation is not None and is_invitation_open(invitation)


def is_invitation_open(invitation: Invitation) -> bool:
    """Return whether a person can still accept the invitation."""
    acceptances = getattr(invitation, "acceptance_count", None)
    if acceptances is None:
        acceptances = invitation.acceptances.count()
    is_valid = invitation.revoked_at is None and timezone.now() < invitation.expires_at
    return is_valid and acceptances < invitation.places


def open_invitations(tournament: Tournament) -> list[Invitation]:
    """Return the open invitations, each with `acceptance_count` and the places `left`.

    The first to expire comes first.
    """
    candidates = (
        # The model also declares `acceptance_count`, so that mypy knows its type.
        tournament.invitations.filter(revoked_at=None, expires_at__gt=timezone.now())  # type: ignore[no-redef]
        .annotate(acceptance_count=Count("acceptances"))
        .order_by("expires_at", "id")
    )
    invitations: list[Invitation] = [
        invitation for invitation in candidates if is_invitation_open(invitation)
    ]
    for invitation in invitations:
        invitation.left = invitation.places - invitation.acceptance_count
    return invitations


def invitation_of(digest: str) -> Invitation | None:
    """Return the invitation with this link digest, open or not; None for an unknown digest."""
    return Invitation.objects.select_related("tournament").filter(digest=digest).first()
