"""What an organiser sets up: the tournament, its stages and the people who help."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

import rules
from tournaments import formats
from tournaments.wording.units import UNITS, Unit

MAX_TABLES = 500
MAX_ENTRY_SIZE = 3


class Tournament(models.Model):
    """One event in one hall, of one game."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("nombre"), max_length=120)
    venue = models.CharField(_("lugar"), max_length=120, blank=True)
    starts_at = models.DateTimeField(_("fecha y hora de comienzo"))
    tables = models.PositiveSmallIntegerField(
        _("número de mesas"),
        validators=[MinValueValidator(1), MaxValueValidator(MAX_TABLES)],
    )
    game = models.CharField(_("juego"), max_length=20)
    entry_size = models.PositiveSmallIntegerField(  # people in an entry
        _("personas por inscripción"),
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_ENTRY_SIZE)],
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(tables__gte=1, tables__lte=MAX_TABLES), name="tables_in_range"
            ),
            models.CheckConstraint(
                condition=models.Q(entry_size__gte=1, entry_size__lte=MAX_ENTRY_SIZE),
                name="entry_size_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> "rules.Game":
        """The pure module of this tournament's game."""
        return rules.game(self.game)

    @property
    def unit(self) -> Unit:
        """The words for an entry of this tournament: pareja, jugador, trío."""
        return UNITS[self.entry_size]

    @property
    def stage(self) -> "Stage":
        """The stage in play: the last one."""
        return self.stages.order_by("-number").first()


class Stage(models.Model):
    """A format with its options; the length of a match belongs to the stage."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(_("sistema"), max_length=20)
    format_options = models.JSONField(default=dict)
    game_options = models.JSONField(default=dict)
    chain = models.JSONField(default=list)  # keys of the tie-breaks, in order
    seed = models.CharField(_("semilla"), max_length=64)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.format}"

    def game_rules(self) -> object:
        """The game's `Options` for the matches of this stage."""
        return self.tournament.rules.Options(**self.game_options)

    def sides(self) -> int:
        """How many entries meet in a match of this stage."""
        return self.tournament.rules.sides(self.game_rules())

    def format_rules(self) -> object:
        """The format's `Options`."""
        return formats.format(self.format).Options(**self.format_options)


class Role(models.TextChoices):
    """What somebody may do in one tournament."""

    ORGANISER = "organiser", _("Organización")
    DESK = "desk", _("Mesa de control")
    REFEREE = "referee", _("Árbitro")


class Membership(models.Model):
    """A person's role in a tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="team")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="roles")
    role = models.CharField(_("papel"), max_length=12, choices=Role.choices)

    class Meta:
        ordering = ["tournament", "role", "user"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_person")
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"
