"""The audit logs of tournaments and of clubs: one line per action."""

from typing import Any

from django.conf import settings
from django.db import models

from tournaments.models.club import Club
from tournaments.models.tournament import Tournament


class LoggedAction(models.Model):
    """One action: its author, time, object, and values before and after.

    A line is changed only to anonymise people.
    """

    at = models.DateTimeField(auto_now_add=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150, blank=True)
    act = models.CharField(max_length=40)
    subject = models.CharField(max_length=200, blank=True)
    # The values that an action stores, and that the code of the same action may read again. None
    # for an action without values.
    before: "models.JSONField[Any, Any]" = models.JSONField(null=True)
    after: "models.JSONField[Any, Any]" = models.JSONField(null=True)

    class Meta:
        abstract = True
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.act} {self.subject}"


class AuditLine(LoggedAction):
    """An action in a tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="audit")
    reason = models.CharField(max_length=300, blank=True)
    # API address of the changed object, relative to the address of the tournament: «entries/12/».
    resource = models.CharField(max_length=40, blank=True)

    class Meta(LoggedAction.Meta):
        indexes = [models.Index(fields=["tournament", "-id"], name="audit_by_tournament")]


class ClubLine(LoggedAction):
    """An action of the officers of a club outside of its tournaments."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="audit")
