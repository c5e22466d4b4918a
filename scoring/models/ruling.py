"""Referee calls and rulings."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Match, Player, Stage


class RefereeCall(models.Model):
    """A referee call by a `side` (None: the desk). A match has at most one open call."""

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


# --- Ruling ---------------------------------------------------------------------------------------
MOST_POINTS = 100
REASON_LENGTH = 300


class Ruling(models.Model):
    """A fault of an entry and its consequence. A lifted ruling stays visible, but does not count.

    `fault` is the key of one of the game's faults, and `article` cites the rule that punished it at
    the time of the ruling; both are empty if the referee writes his own words. If the consequence
    is penalty points, `points` is set. If it is written on the acta of `match`, `lines` is set.
    """

    class Follows(models.TextChoices):
        """The consequences of a ruling, as in `rules.penal`."""

        WARNING = "warning", _("Apercibimiento")
        POINTS = "points", _("Puntos de sanción")
        LINE = "line", _("Anotación del acta")
        HAND = "hand", _("Se anota en la mano")
        OUT = "out", _("Descalificación")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rulings")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="rulings")
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="rulings")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="rulings")
    fault = models.CharField(max_length=40, blank=True)
    article = models.CharField(max_length=120, blank=True)
    follows = models.CharField(max_length=8, choices=Follows.choices)
    points = models.PositiveSmallIntegerField(
        _("puntos de sanción"), default=0, validators=[MaxValueValidator(MOST_POINTS)]
    )
    lines = models.JSONField(default=list)
    reason = models.CharField(_("motivo"), max_length=REASON_LENGTH)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    author_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.CharField(max_length=150, blank=True)
    lift_reason = models.CharField(max_length=REASON_LENGTH, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(follows="points", points__gte=1, points__lte=MOST_POINTS)
                | (~models.Q(follows="points") & models.Q(points=0)),
                name="points_where_they_follow",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry.number}: {self.get_follows_display()}"
