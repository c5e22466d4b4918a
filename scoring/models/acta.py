"""The record of a match, line by line, and the result folded from it."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.core import SIDE_NAMES
from tournaments.models import Match
from tournaments.names.audience import current_audience
from tournaments.writer import DEVICE_LENGTH, Channel


class Written(models.Model):
    """The author of something written at a table, with his channel and device."""

    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150, blank=True)
    road = models.CharField(max_length=8, choices=Channel.choices, blank=True)
    device = models.CharField(max_length=DEVICE_LENGTH, blank=True)
    side = models.PositiveSmallIntegerField(null=True, blank=True)  # of the players at the table

    class Meta:
        abstract = True

    @property
    def said_author(self) -> str:
        """The author's name; of a player, where no names are said, the letter of his side."""
        if self.side is not None and not current_audience().names:
            return SIDE_NAMES[self.side]
        return self.author_name


class Acta(Written):
    """One version of a match's record. Correcting makes a new version; the old stays readable.

    At most one version of a match is live: the database says so, whatever two people do at once.
    A `rival` is how somebody says it really was: it waits for the referee, who chooses. A live
    version that is over and `pending_since` some moment has no result until it is confirmed.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="actas")
    version = models.PositiveSmallIntegerField(default=1)
    live = models.BooleanField(default=True)
    rival = models.BooleanField(default=False)
    pending_since = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(_("motivo"), max_length=300, blank=True)  # empty for version 1
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


class Hand(Written):
    """One line of an acta, in the notation of its game, as somebody wrote it.

    `uid` is made on the device, so that a line sent twice is known; a new version keeps it. It is
    first in its constraint, whose index then finds it in any acta.
    """

    acta = models.ForeignKey(Acta, models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    line = models.CharField(max_length=200)
    uid = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)  # a corrected acta keeps its hours

    class Meta:
        ordering = ["acta_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["acta", "number"], name="one_hand_per_number"),
            models.UniqueConstraint(fields=["uid", "acta"], name="a_sent_line_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.line}"


class Signature(Written):
    """Somebody besides who wrote it says that a version is right. Each person, or each side of
    the table, signs once.

    `handed_over`: he said that it was on the telephone with which the other side had spoken;
    `reviewed_at`: when somebody who helps has seen that.
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
    """The result of a finished match, folded from its live acta and rebuilt whenever asked.

    A match has one result or none: `match` is the key. `tallies` maps each tally of the game to
    its numbers by side: `{"cotos": [2, 1], "partidas": [7, 5], …}`. Without a `winner` it is a
    draw, unless every side `lost` it. `counts` has what its hands have for the numbers of the day:
    `{"forties": 3}` (`scoring/games/<game>/numbers.py`).
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="result")
    acta = models.OneToOneField(Acta, models.CASCADE, related_name="result")
    winner = models.PositiveSmallIntegerField(null=True)  # side; null is a draw, or all lost
    tallies = models.JSONField()
    forfeit = models.BooleanField(default=False)
    lost = models.BooleanField(default=False)  # every side lost it
    counts = models.JSONField(default=dict, blank=True)
    recorded_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.match}: {self.tallies}"


# --- Photo ----------------------------------------------------------------------------------------
# A photo of the paper on which a match was written.
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
