"""Invitations to a team by a link."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Role, Tournament


class Invitation(models.Model):
    """A link that gives a role to a number of people (`places`) until a given time.

    Only the SHA-256 of its secret is stored. `acceptances` has the people who accepted, even if
    they left later.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations")
    role = models.CharField(_("cargo"), max_length=12, choices=Role.choices)
    tables = models.CharField(_("mesas"), max_length=120, blank=True)  # ranges, as in Membership
    digest = models.CharField(max_length=64, unique=True)
    acceptance_count: int  # accepted places, counted by `open_invitations`
    left: int  # places that are still free, counted by `open_invitations`
    places = models.PositiveSmallIntegerField(_("para cuántas personas"), default=1)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["tournament", "id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(places__gte=1), name="invites_somebody")
        ]

    def __str__(self) -> str:
        return f"{self.get_role_display()}, {self.places}"


class Acceptance(models.Model):
    """A person who took a place of an invitation: once, even if that person left later."""

    invitation = models.ForeignKey(Invitation, models.CASCADE, related_name="acceptances")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["invitation", "id"]
        constraints = [
            models.UniqueConstraint(fields=["invitation", "user"], name="a_place_once_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.invitation}"
