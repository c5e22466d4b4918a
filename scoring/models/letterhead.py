"""The letterhead of the sheets of a tournament: its logo, its sponsor and its colour."""

import secrets

from django.db import models

from tournaments.models import Tournament

SPONSOR = 120  # letters


def logo_path(letterhead: "Letterhead", _name: str) -> str:
    """Where the logo goes: a name of Tapete's own, in the folder of `LOGOS`."""
    return f"{LOGOS}{letterhead.tournament_id}-{secrets.token_hex(8)}.png"


LOGOS = "letterheads/"


class Letterhead(models.Model):
    """A tournament without a row has Tapete's own logo, no sponsor, and black."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="letterhead")
    logo = models.FileField(upload_to=logo_path, max_length=120, blank=True)
    width = models.PositiveSmallIntegerField(default=0)  # of the logo, in points
    height = models.PositiveSmallIntegerField(default=0)
    sponsor = models.CharField(max_length=SPONSOR, blank=True)
    colour = models.CharField(max_length=7, blank=True)  # «#7a1f2b», "" black

    def __str__(self) -> str:
        return str(self.tournament)
