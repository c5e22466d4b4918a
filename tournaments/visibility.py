"""Which tournaments a request may look at, and which it finds in lists: one rule for all.

A private tournament answers 404 to whom it is not shown, as if it were not there.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Match, Membership, Tournament, Visibility

SHOWN = "shown"  # in the session: by the key of a tournament, a match whose link it has opened
MOST_SHOWN = 20  # tournaments of one browser; the first is forgotten


class Asking(Protocol):
    """The part of a request, of Django or of the API, that is read."""

    user: Any
    session: Any


def visible_to(request: Asking) -> QuerySet[Tournament]:
    """Return the tournaments that a request may look at, at their own address.

    All but the private ones of other teams, unless the browser has opened a live link of a table.
    """
    if request.user.is_authenticated and request.user.is_superuser:
        return Tournament.objects.all()
    return Tournament.objects.filter(
        ~Q(visibility=Visibility.PRIVATE)
        | _helps_at(request.user)
        | _has_link_of(request.session.get(SHOWN, {}))
    )


def found_by(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return what lists and searches show an account: the public ones, and its own."""
    return Tournament.objects.filter(Q(visibility=Visibility.PUBLIC) | _helps_at(user))


def listed() -> QuerySet[Tournament]:
    """Return the tournaments that the front page announces to everybody."""
    return Tournament.objects.filter(visibility=Visibility.PUBLIC)


def show_tournament(request: Asking, match: Match) -> None:
    """Let this browser look at the tournament of a match: it has opened the link of its table."""
    shown = dict(request.session.get(SHOWN, {}))
    shown.pop(str(match.tournament_id), None)
    shown[str(match.tournament_id)] = [match.code, match.link_serial]
    request.session[SHOWN] = dict(list(shown.items())[-MOST_SHOWN:])


def _helps_at(user: User | AnonymousUser) -> Q:
    if not user.is_authenticated:
        return Q(pk__in=[])
    return Q(Exists(Membership.objects.filter(user=user, tournament=OuterRef("pk"))))


def _has_link_of(shown: Mapping[str, tuple[str, int]]) -> Q:
    """A link that was revoked since shows nothing more."""
    links = Q(pk__in=[])
    for tournament, (code, serial) in shown.items():
        same = Match.objects.filter(tournament=OuterRef("pk"), code=code, link_serial=serial)
        links |= Q(Exists(same), pk=int(tournament))
    return links
