"""The accounts of the site, for a superuser."""

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import SignUp
from tournaments.selectors.tournaments import having_words


def waiting_sign_ups() -> QuerySet[SignUp]:
    """Those who ask to come in, the first to ask before."""
    return SignUp.objects.select_related("user").order_by("id")


def accounts_matching(words: str) -> QuerySet[User]:
    """The accounts not waiting whose login, name or address has the words; by login."""
    second = Authenticator.objects.filter(user=OuterRef("pk"), type=Authenticator.Type.TOTP)
    accounts = User.objects.filter(sign_up=None).annotate(two_steps=Exists(second))
    if words:
        accounts = having_words(accounts, words, "username", "first_name", "email")
    return accounts.order_by("username")
