"""Tokens of programs: creation, use and revocation by their owner."""

import logging
import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.accounts.selectors import token_digest, tokens_of, tournaments_for_token
from tournaments.models import ApiToken, Scope
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused, refuse_unknown_choice

log = logging.getLogger("tapete.security")

NAME_LENGTH, MOST_TOKENS = 60, 30
PREFIX = "tapete_"  # secret scanners recognise a token by this prefix
USED_AGAIN_AFTER = timedelta(hours=1)  # time between two writes of the last use of a token


@transaction.atomic
def make_token(
    *,
    user: User,
    name: str = "",
    days: int | None = None,
    scopes: Sequence[str] = (Scope.FULL,),
    tournament: str = "",
) -> tuple[ApiToken, str]:
    """Make a token valid for `days` days; return it with its secret, shown only once.

    `tournament` is the slug of the only tournament that it opens, "" for all. Deletes the account's
    expired tokens. Raises Refused 400 `days_out_of_range`, `unknown_choice`, 409
    `too_many_tokens`.
    """
    name = clean_text(name, "name", NAME_LENGTH, any_start=True) or _("Programa")
    maximum = settings.TAPETE_TOKEN_DAYS
    days = maximum if days is None else days
    if not 1 <= days <= maximum:
        raise Refused(
            "days_out_of_range",
            gettext_lazy("Un token vale de 1 a %(most)s días."),
            field="days",
            most=maximum,
        )
    for scope in scopes:
        refuse_unknown_choice("scopes", scope, Scope.values)
    candidates = tournaments_for_token(user)
    if tournament:
        slugs = {candidate.slug for candidate in candidates}
        refuse_unknown_choice("tournament", tournament, slugs)
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    valid_tokens = tokens_of(user)
    user.api_tokens.exclude(pk__in=[token.pk for token in valid_tokens]).delete()
    if len(valid_tokens) >= MOST_TOKENS:
        raise Conflict(
            "too_many_tokens",
            gettext_lazy("Ya tiene %(most)s tokens: retire antes alguno que no use."),
            most=MOST_TOKENS,
        )
    secret = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        digest=token_digest(secret),
        session_hash=user.get_session_auth_hash(),
        scopes=[scope for scope in Scope.values if scope in scopes] or [Scope.READ.value],
        tournament=next((own for own in candidates if own.slug == tournament), None),
        expires_at=timezone.now() + timedelta(days=days),
    )
    log.warning("token %s made for account %s", token.pk, user.pk)
    return token, secret


@transaction.atomic
def revoke_token(*, token: ApiToken) -> None:
    """Delete a token: its program loses access immediately."""
    log.warning("token %s of account %s revoked", token.pk, token.user_id)
    token.delete()


@transaction.atomic
def note_use(*, token: ApiToken) -> None:
    """Record the use of a token, at most once an hour."""
    now = timezone.now()
    if token.used_at is None or token.used_at < now - USED_AGAIN_AFTER:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
