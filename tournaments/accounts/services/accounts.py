"""Accounts: approval, names and recovery of access.

The actions of a superuser on an account belong to no tournament: they go to the log, not to the
audit.
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

OPEN, APPROVAL, CLOSED = "open", "approval", "closed"  # values of TAPETE_SIGNUP
DISPLAY_NAME_LENGTH = 60


@transaction.atomic
def request_approval(*, user: User) -> SignUp:
    """Queue a new, inactive account for approval by a superuser."""
    return SignUp.objects.create(user=user)


@transaction.atomic
def approve_sign_up(*, sign_up: SignUp, author: User) -> None:
    """Approve a pending account. Raises Refused 409 `sign_up_settled` if it is not pending."""
    user = _delete_sign_up(sign_up)
    user.is_active = True
    user.save(update_fields=["is_active"])
    log.warning("account %s let in by account %s", user.pk, author.pk)


@transaction.atomic
def reject_sign_up(*, sign_up: SignUp, author: User) -> None:
    """Delete a pending account. Raises Refused 409 `sign_up_settled` if it is not pending."""
    user = _delete_sign_up(sign_up)
    log.warning("account %s turned away by account %s", user.pk, author.pk)
    user.delete()


@transaction.atomic
def set_display_name(*, user: User, name: str) -> None:
    """Change the display name that goes with this account's later actions."""
    user.first_name = clean_text(name, "shown_name", DISPLAY_NAME_LENGTH)
    user.last_name = ""
    user.save(update_fields=["first_name", "last_name"])


@transaction.atomic
def create_account(*, author: User, username: str, shown_name: str = "") -> User:
    """Create an account without a password. Raises Refused 400 `username_unusable`."""
    from allauth.account.adapter import get_adapter

    username = clean_text(username, "username", 150, required=True, any_start=True)
    try:
        username = get_adapter().clean_username(username)
        user = User(
            username=username, first_name=clean_text(shown_name, "shown_name", DISPLAY_NAME_LENGTH)
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
    """Return the path of a page that sets the password once, within a day; no log has the path."""
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    log.warning("link for the password of account %s made by %s", user.pk, author and author.pk)
    path = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
    return path.replace("UID-KEY", key)


@transaction.atomic
def shut_account(*, user: User, author: User) -> None:
    """Disable an account immediately. Raises Refused 409 `own_account` if it is the author's."""
    if user.pk == author.pk:
        raise Conflict("own_account", _("No puede cerrar su propia cuenta."))
    user.is_active = False
    user.save(update_fields=["is_active"])
    log.warning("account %s shut by account %s", user.pk, author.pk)


@transaction.atomic
def open_account(*, user: User, author: User) -> None:
    """Enable a disabled or pending account."""
    SignUp.objects.filter(user=user).delete()
    user.is_active = True
    user.save(update_fields=["is_active"])
    log.warning("account %s opened by account %s", user.pk, author.pk)


@transaction.atomic
def remove_second_factor(*, user: User, author: User) -> None:
    """Remove the second factor of a user who has lost the telephone and the recovery codes."""
    Authenticator.objects.filter(user=user).delete()
    log.warning("second factor of account %s removed by account %s", user.pk, author.pk)


def _delete_sign_up(sign_up: SignUp) -> User:
    """Delete a pending sign-up and return its user. Raises Refused 409 `sign_up_settled`."""
    deletions, _models = SignUp.objects.filter(pk=sign_up.pk).delete()
    if not deletions:
        raise Conflict("sign_up_settled", _("Esta cuenta ya no espera."))
    return sign_up.user
