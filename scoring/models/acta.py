"""Acta of a match, line by line, its result and its photos."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.core import SIDE_NAMES
from tournaments.models import Match
from tournaments.names.audience import Audience
from tournaments.writer import DEVICE_LENGTH, Channel


class WrittenRow(models.Model):
    """Abstract base of the rows that people write about a match.

    They have the author, the channel, the device and the player's side.
    """

    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150, blank=True)
    road = models.CharField(max_length=8, choices=Channel.choices, blank=True)
    device = models.CharField(max_length=DEVICE_LENGTH, blank=True)
    side = models.PositiveSmallIntegerField(null=True, blank=True)  # a player's side at the table

    class Meta:
        abstract = True

    def author_for(self, audience: Audience) -> str:
        """Return the author's name, or a player's side letter if names are hidden."""
        if self.side is not None and not audience.names:
            return SIDE_NAMES[self.side]
        return self.author_name


class Acta(WrittenRow):
    """One version of a match's acta. A correction adds a version; old versions stay readable.

    A database constraint allows one `live` version per match. A `rival` version disputes the live
    version and waits for the referee's decision. A live version that ends the match and has
    `pending_since` waits for its confirmation; until then the match has no result.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="actas")
    version = models.PositiveSmallIntegerField(default=1)
    live = models.BooleanField(default=True)
    rival = models.BooleanField(default=False)
    pending_since = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(_("motivo"), max_length=300, blank=True)  # blank in version 1
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["match_id", "version"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="one_acta_per_version"),
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(live=True), name="one_live_acta_per_match"
            ),
            models.CheckConstraint(
                condition=~models.Q(live=True, rival=True), name="a_rival_is_not_live"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} v{self.version}"


class Hand(WrittenRow):
    """One line of an acta, in the notation of its game, as it was written.

    The device makes `uid`, so that the server recognises a line sent twice. A new version of the
    acta keeps the `uid` of its lines. In the unique constraint, `uid` comes before `acta`, so that
    the index also finds a line by its `uid` alone.
    """

    acta = models.ForeignKey(Acta, models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    line = models.CharField(max_length=200)
    uid = models.UUIDField(null=True, blank=True)
    # A correction copies the time of each line that it leaves unchanged.
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["acta_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["acta", "number"], name="one_hand_per_number"),
            models.UniqueConstraint(fields=["uid", "acta"], name="a_sent_line_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.line}"


class Signature(WrittenRow):
    """A confirmation of a version by a party other than its writer. Each party signs once.

    `handed_over`: the signer stated that the other side's phone was handed over. `reviewed_at`:
    when the desk or a referee reviewed that handover.
    """

    acta = models.ForeignKey(Acta, models.CASCADE, related_name="signatures")
    handed_over = models.BooleanField(default=False)
    reviewed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["acta", "author"], name="a_person_signs_once"),
            models.UniqueConstraint(fields=["acta", "side"], name="a_side_signs_once"),
        ]

    def __str__(self) -> str:
        return f"{self.acta}: {self.author_name}"


class Result(models.Model):
    """The result of a finished match, folded from its live acta. The acta suffices to rebuild it.

    `match` is the primary key, so a match has at most one result. `tallies` maps each tally of the
    game to one number per side: `{"cotos": [2, 1], "partidas": [7, 5], …}`. A result without a
    `winner` is a draw, unless every side `lost`. `counts` has what the match adds to the numbers
    of the day: `{"forties": 3}` (`scoring/games/<game>/numbers.py`).
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="result")
    acta = models.OneToOneField(Acta, models.CASCADE, related_name="result")
    winner = models.PositiveSmallIntegerField(null=True)  # the winner's side; null: nobody won
    tallies = models.JSONField()
    forfeit = models.BooleanField(default=False)
    lost = models.BooleanField(default=False)  # whether every side lost
    counts = models.JSONField(default=dict, blank=True)
    recorded_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.match}: {self.tallies}"


# --- Photo ----------------------------------------------------------------------------------------
def photo_path(photo: "Photo", _name: str) -> str:
    """Return a random path for the photo's file; the name given by the phone is ignored."""
    return f"actas/{photo.match_id}/{secrets.token_hex(8)}.jpg"


class Photo(models.Model):
    """A photo of a paper acta. It is never public. A match with a photo has begun."""

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
