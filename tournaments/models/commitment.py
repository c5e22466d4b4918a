"""The commitment to a draw: the list of its entries, and its outcome."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournaments.models.draw import Round
from tournaments.models.tournament import Stage
from tournaments.names.audience import Audience, paper_audience
from tournaments.pairing.commitment import list_without_names

WORD_LENGTH = 80


class DrawCommitment(models.Model):
    """The commitment to a draw: the list of its entries, and the SHA-256 of the list and a secret.

    It is published before the draw. It waits until a word said in the hall opens it (`opened_at`)
    or another list replaces it (`superseded_at`). `is_told_to` decides who may see the secret.
    `pairing.commitment` explains `text`, `secret` and `digest`.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="commitments")
    round_number = models.PositiveSmallIntegerField()
    text = models.TextField()
    secret = models.CharField(max_length=40)
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150, blank=True)
    word = models.CharField(_("palabra"), max_length=WORD_LENGTH, blank=True)
    redacted_at = models.DateTimeField(null=True, blank=True)  # when names were removed from `text`
    opened_at = models.DateTimeField(null=True, blank=True)
    superseded_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(_("motivo"), max_length=300, blank=True)
    round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="commitments")

    class Meta:
        ordering = ["stage", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage"],
                condition=models.Q(opened_at=None, superseded_at=None),
                name="one_open_commitment_per_stage",
            ),
            models.CheckConstraint(
                condition=models.Q(opened_at=None) | models.Q(superseded_at=None),
                name="opened_or_superseded",
            ),
        ]

    def __str__(self) -> str:
        if self.round is not None:
            return str(self.round)
        return _("Sorteo %(number)s de la fase") % {"number": self.round_number}

    @property
    def is_open(self) -> bool:
        return self.opened_at is None and self.superseded_at is None

    @property
    def verifiable(self) -> bool:
        """Return whether `digest` still matches `text`: no names were removed from `text`."""
        return self.redacted_at is None

    def text_for(self, audience: Audience) -> str:
        """Return the list for this audience; numbers replace names that it must not see."""
        if audience.names:
            return self.text
        unit = audience.unit or self.stage.tournament.unit
        with override("es"):  # the language of the list
            return list_without_names(self.text, paper_audience(unit).number_title)

    def is_told_to(self, audience: Audience) -> bool:
        """Return whether the audience may see the secret.

        It may once the commitment is opened, if it sees the round or the round was discarded.
        """
        if self.opened_at is None:
            return False
        if self.round is None:
            return True
        return self.round.is_shown_to(audience)
