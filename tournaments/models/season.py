"""Seasons: tournaments that count for one ranking, and phases that qualify for others."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club
from tournaments.models.tournament import Tournament

MOST_WEIGHT = 10
MOST_GOING_ON = 200


class Season(models.Model):
    """A season or circuit, which the officers of a club run.

    `table` has the points of each place, as `[[16, [25, 18, 15]], …]`. Each row begins with the
    fewest entries for which it counts (`scoring.seasons.ranking.PointsRow`).
    """

    class Counts(models.TextChoices):
        PEOPLE = "people", _("Personas: cada una suma los puntos de sus inscripciones")
        ENTRIES = "entries", _("Parejas o equipos: suman si vuelven las mismas personas")

    club = models.ForeignKey(Club, models.CASCADE, related_name="seasons")
    slug = models.SlugField(max_length=60)
    name = models.CharField(_("nombre de la temporada"), max_length=120)
    counts = models.CharField(
        _("qué clasifica"), max_length=8, choices=Counts.choices, default=Counts.PEOPLE
    )
    table = models.JSONField(default=list)
    taking_part = models.PositiveSmallIntegerField(_("puntos por jugar"), default=0)
    best = models.PositiveSmallIntegerField(_("resultados que cuentan"), default=0)  # 0: all
    public = models.BooleanField(_("la clasificación es pública"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_season_per_address"),
            models.CheckConstraint(condition=~models.Q(name=""), name="a_season_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class SeasonTournament(models.Model):
    """A tournament of a season, which cannot be deleted while it is in the season.

    A phase `feeds` another tournament of the season: its first `going_on` entries qualify, or one
    of every `one_in` of its entries if that is more. 0 is no such share.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="season_places")
    weight = models.PositiveSmallIntegerField(
        _("los puntos por puesto cuentan, veces"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_WEIGHT)],
    )
    feeds = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="fed_by")
    going_on = models.PositiveSmallIntegerField(
        _("plazas para la fase siguiente"), default=0, validators=[MaxValueValidator(MOST_GOING_ON)]
    )
    one_in = models.PositiveSmallIntegerField(_("una plaza por cada tantas"), default=0)

    class Meta:
        ordering = ["tournament__starts_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "tournament"], name="a_tournament_once_in_a_season"
            ),
            models.CheckConstraint(
                condition=models.Q(weight__gte=1, weight__lte=MOST_WEIGHT), name="weight_in_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} ({self.season_id})"

    def places_for(self, entries: int) -> int:
        """Return the number of entries that qualify from a tournament of `entries` entries."""
        return max(self.going_on, entries // self.one_in if self.one_in else 0)
