"""A photo of the paper on which a match was written."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models import Match


def photo_path(photo: "Photo", _name: str) -> str:
    """Where its file goes: a name of Tapete's own, whatever the telephone called it."""
    return f"actas/{photo.match_id}/{secrets.token_hex(8)}.jpg"


class Photo(models.Model):
    """A photo by who helps, never public. A match that has one has begun."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="photos")
    file = models.FileField(upload_to=photo_path, max_length=120)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.match}: {self.author_name}"
