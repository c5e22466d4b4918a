"""Which invitations there are."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count
from django.utils import timezone

from tournaments.models import Invitation, Tournament

KEPT = "invitation"  # in the session: the id of the invitation whose link was opened


def opened_invitation(session: Mapping[str, Any]) -> Invitation | None:
    """The invitation of the link opened in this session, with its tournament."""
    known = Invitation.objects.select_related("tournament")
    return known.filter(pk=session.get(KEPT)).first()


def is_invited(session: Mapping[str, Any]) -> bool:
    """Whether the link opened in this session can still be accepted."""
    invitation = opened_invitation(session) if session.get(KEPT) else None
    return invitation is not None and is_open(invitation)


def is_open(invitation: Invitation) -> bool:
    """Whether somebody can still accept it."""
    taken = getattr(invitation, "taken", None)
    if taken is None:
        taken = invitation.acceptances.count()
    in_time = invitation.revoked_at is None and timezone.now() < invitation.expires_at
    return in_time and taken < invitation.places


def open_invitations(tournament: Tournament) -> list[Invitation]:
    """Those still open, with places `taken` and `left`; the first to expire first."""
    invitations = (
        tournament.invitations.filter(revoked_at=None, expires_at__gt=timezone.now())
        .annotate(taken=Count("acceptances"))
        .order_by("expires_at", "id")
    )
    open_ones = [invitation for invitation in invitations if is_open(invitation)]
    for invitation in open_ones:
        invitation.left = invitation.places - invitation.taken
    return open_ones


def invitation_of(digest: str) -> Invitation | None:
    """The invitation of a link's digest, open or not, with its tournament."""
    return Invitation.objects.select_related("tournament").filter(digest=digest).first()
