"""Points of penalty: noted with a reason, and taken back without forgetting them."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Stage

MOST_PENALTY = 100
REASON_LENGTH = 300


class Penalty(models.Model):
    """Points of penalty of an entry in a stage. One that was lifted stays, and counts no more."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="penalties")
    points = models.PositiveSmallIntegerField(
        _("puntos de sanción"),
        validators=[MinValueValidator(1), MaxValueValidator(MOST_PENALTY)],
    )
    reason = models.CharField(_("motivo"), max_length=REASON_LENGTH)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(points__gte=1, points__lte=MOST_PENALTY),
                name="penalty_points_in_range",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry.number}: {self.points}"
