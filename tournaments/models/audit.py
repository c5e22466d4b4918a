"""The audit log: one line per action."""

from typing import Any

from django.conf import settings
from django.db import models

from tournaments.models.tournament import Tournament


class AuditLine(models.Model):
    """One action: its author, time, object, values before and after, and reason.

    A line is changed only to anonymise people.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="audit")
    at = models.DateTimeField(auto_now_add=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150, blank=True)
    act = models.CharField(max_length=40)
    subject = models.CharField(max_length=200, blank=True)
    # The values that an action stores, which the code of the same action reads again; None only for
    # an action without values.
    before: "models.JSONField[Any, Any]" = models.JSONField(null=True)
    after: "models.JSONField[Any, Any]" = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    # API address of the changed object, relative to the address of the tournament: «entries/12/».
    resource = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["tournament", "-id"], name="audit_by_tournament")]

    def __str__(self) -> str:
        return f"{self.act} {self.subject}"
