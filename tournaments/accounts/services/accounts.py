"""Accounts: approval, names, and the way back for somebody shut out.

What a superuser does to an account is no act of a tournament: it is told in the log.
"""

import logging

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models import SignUp
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused

log = logging.getLogger("tapete.security")

OPEN, APPROVAL, CLOSED = "open", "approval", "closed"  # the values of TAPETE_SIGNUP
SHOWN_LENGTH = 60


@transaction.atomic
def ask_to_come_in(*, user: User) -> SignUp:
    """Leave a new account, not active yet, for a superuser to look at."""
    return SignUp.objects.create(user=user)


@transaction.atomic
def let_in(*, sign_up: SignUp, author: User) -> None:
    """Open an account that waits. Raises Refused 409 `sign_up_settled` when it waits no more."""
    user = _settled(sign_up)
    user.is_active = True
    user.save(update_fields=["is_active"])
    log.warning("account %s let in by account %s", user.pk, author.pk)


@transaction.atomic
def turn_away(*, sign_up: SignUp, author: User) -> None:
    """Erase an account that waits. Raises Refused 409 `sign_up_settled` when it waits no more."""
    user = _settled(sign_up)
    log.warning("account %s turned away by account %s", user.pk, author.pk)
    user.delete()


@transaction.atomic
def set_shown_name(*, user: User, name: str) -> None:
    """Change the name that others see beside what this account does from now on."""
    user.first_name = clean_text(name, "shown_name", SHOWN_LENGTH)
    user.last_name = ""
    user.save(update_fields=["first_name", "last_name"])


@transaction.atomic
def create_account(*, author: User, username: str, shown_name: str = "") -> User:
    """Make an account without a password. Raises Refused 400 `username_unusable`."""
    from allauth.account.adapter import get_adapter

    username = clean_text(username, "username", 150, required=True, any_start=True)
    try:
        username = get_adapter().clean_username(username)
        user = User(
            username=username, first_name=clean_text(shown_name, "shown_name", SHOWN_LENGTH)
        )
        user.set_unusable_password()
        with transaction.atomic():
            user.save()
    except (ValidationError, IntegrityError) as error:
        sentences = getattr(error, "messages", [_("Ya hay una cuenta con ese nombre.")])
        raise Refused(
            "username_unusable", _("%(reason)s"), field="username", reason=sentences[0]
        ) from None
    log.warning("account %s made by account %s", user.pk, author.pk)
    return user


def password_link(*, user: User, author: User | None) -> str:
    """Make the path that sets the account's password once, for a day; it goes in no log."""
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    log.warning("link for the password of account %s made by %s", user.pk, author and author.pk)
    path = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
    return path.replace("UID-KEY", key)


@transaction.atomic
def shut_account(*, user: User, author: User) -> None:
    """Shut an account out of everything, at once. Raises Refused 409 `own_account` for oneself."""
    if user.pk == author.pk:
        raise Conflict("own_account", _("No puede cerrarse la puerta a sí mismo."))
    user.is_active = False
    user.save(update_fields=["is_active"])
    log.warning("account %s shut by account %s", user.pk, author.pk)


@transaction.atomic
def open_account(*, user: User, author: User) -> None:
    """Open an account that had been shut."""
    SignUp.objects.filter(user=user).delete()
    user.is_active = True
    user.save(update_fields=["is_active"])
    log.warning("account %s opened by account %s", user.pk, author.pk)


@transaction.atomic
def remove_second_factor(*, user: User, author: User) -> None:
    """Take the second factor off somebody who has lost the telephone and the recovery codes."""
    Authenticator.objects.filter(user=user).delete()
    log.warning("second factor of account %s removed by account %s", user.pk, author.pk)


def _settled(sign_up: SignUp) -> User:
    """The user of an account that waits, which waits no more."""
    gone, _each = SignUp.objects.filter(pk=sign_up.pk).delete()
    if not gone:
        raise Conflict("sign_up_settled", _("Esta cuenta ya no espera."))
    return sign_up.user
