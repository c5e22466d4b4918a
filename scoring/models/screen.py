"""The letterhead of a tournament's sheets, the hall's screens and the clock of a round."""

import secrets
from datetime import datetime

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Round, Tournament

SPONSOR_LENGTH = 120  # maximum length of the sponsor's name


def logo_path(letterhead: "Letterhead", _name: str) -> str:
    """Return a random path for the logo, in the folder `LOGOS`."""
    return f"{LOGOS}{letterhead.tournament_id}-{secrets.token_hex(8)}.png"


LOGOS = "letterheads/"


class Letterhead(models.Model):
    """The letterhead of a tournament; by default Tapete's logo in black, without a sponsor."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="letterhead")
    logo = models.FileField(upload_to=logo_path, max_length=120, blank=True)
    width = models.PositiveSmallIntegerField(default=0)  # width of the logo, in points
    height = models.PositiveSmallIntegerField(default=0)
    sponsor = models.CharField(max_length=SPONSOR_LENGTH, blank=True)
    colour = models.CharField(max_length=7, blank=True)  # such as «#7a1f2b»; "" for black

    def __str__(self) -> str:
        return str(self.tournament)


# --- Screen ---------------------------------------------------------------------------------------
SCREEN_NAME_LENGTH, NOTICE_LENGTH = 40, 200  # maximum lengths of a screen's name and of a notice
MOST_SCREENS = 12


class Show(models.TextChoices):
    """The pages that a screen can show. The values are those of `?ver=` in the screen's address."""

    NOTICE = "aviso", _("El aviso")
    PODIUM = "podio", _("El podio")
    SURNAMES = "apellidos", _("Emparejamientos por apellido")
    NUMBERS = "numeros", _("Emparejamientos por número")
    TABLES = "mesas", _("Emparejamientos por mesa")
    PLAYING = "jugando", _("Mesas que siguen jugando")
    SCORES = "tanteo", _("El tanteo de las últimas mesas")
    CLOCK = "reloj", _("El reloj")
    STANDINGS = "clasificacion", _("La clasificación")
    BRACKET = "cuadro", _("El cuadro")


class Screen(models.Model):
    """A projector or a television of the hall, controlled from the desk.

    `shows` lists values of `Show` in order; [] lets Tapete choose the pages by what is happening.
    Until `now_until`, the screen shows only the page `now`. `number` is part of its address.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="screens")
    number = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(MOST_SCREENS)]
    )
    name = models.CharField(_("nombre"), max_length=SCREEN_NAME_LENGTH)
    shows = models.JSONField(default=list)
    notice = models.CharField(_("aviso"), max_length=NOTICE_LENGTH, blank=True)
    now = models.CharField(max_length=16, blank=True)
    now_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_screen_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.number} · {self.name}"

    def shown_now(self, moment: datetime) -> str:
        """Return the page that replaces the other pages at `moment`; "" if there is none."""
        return self.now if self.now_until is not None and moment < self.now_until else ""


class RoundClock(models.Model):
    """When the start signal of a round was given, and when its clock was stopped.

    The clock of each match is stored in the match (`Match.called_at`, `extra_minutes`). The start
    signal and the end of a stop change `called_at` in all matches in play together.
    """

    round = models.OneToOneField(Round, models.CASCADE, related_name="clock")
    started_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return str(self.round)
