"""A table that wants the referee."""

from django.conf import settings
from django.db import models

from tournaments.models import Match


class RefereeCall(models.Model):
    """A call of the referee by a `side` (None: the desk). At most one open a match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="referee_calls")
    side = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField(auto_now_add=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    author_name = models.CharField(max_length=150, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    answered_name = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=models.Q(answered_at=None),
                name="one_open_call_per_match",
            )
        ]

    def __str__(self) -> str:
        return f"{self.match}"
