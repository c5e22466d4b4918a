"""Sign-up by the players: the settings of a tournament, and the requests for an entry."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament
from tournaments.names.people import Person

NOTICE_LENGTH = 1_000
PHONE_LENGTH = 30
GUARDIAN_LENGTH = 120
POSTERS = "posters/"


def poster_path(settings: "SignUpSettings", _name: str) -> str:
    """Return a new path for the poster; the name of the uploaded file is not used."""
    return f"{POSTERS}{settings.tournament_id}-{secrets.token_hex(8)}.jpg"


class SignUpSettings(models.Model):
    """How players sign up on the public page; a tournament without a row has no such page.

    The sign-up is open if `opened`, from `opens_at` to `closes_at`, until the first draw.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="sign_up")
    opened = models.BooleanField(_("inscripción abierta en la página pública"), default=False)
    opens_at = models.DateTimeField(_("se abre"), null=True, blank=True)
    closes_at = models.DateTimeField(_("se cierra"), null=True, blank=True)
    minimum = models.PositiveSmallIntegerField(_("mínimo para jugar"), default=0)  # 0: none
    notice = models.TextField(_("texto del cartel"), max_length=NOTICE_LENGTH, blank=True)
    poster = models.FileField(upload_to=poster_path, max_length=120, blank=True)
    needs_phone = models.BooleanField(_("se pide un teléfono"), default=True)
    minors = models.BooleanField(_("pueden jugar menores, con permiso"), default=True)
    waits = models.BooleanField(_("hay lista de espera"), default=True)
    advances = models.BooleanField(_("la lista de espera avanza sola"), default=True)
    accepts = models.BooleanField(_("las solicitudes se aceptan solas"), default=False)

    def __str__(self) -> str:
        return str(self.tournament_id)


class EntryRequest(models.Model):
    """A request (solicitud) for an entry, as the players typed it. It is never public.

    The code opens this request and no other; `digest` is its keyed hash. `players` has [name,
    surname, town] of each person. `guardian` is the adult who consents to a minor's entry, "" for
    adults. The request is deleted with its entry. If the entry withdraws, the request stays
    ACCEPTED: the entry has the state.
    """

    class State(models.TextChoices):
        SENT = "sent", _("Pendiente")
        ACCEPTED = "accepted", _("Aceptada")
        REFUSED = "refused", _("Rechazada")
        WITHDRAWN = "withdrawn", _("Retirada")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="requests")
    digest = models.CharField(max_length=64)
    name = models.CharField(_("nombre del equipo"), max_length=60, blank=True)
    players = models.JSONField(default=list)
    town = models.CharField(_("peña o pueblo"), max_length=60, blank=True)
    single = models.BooleanField(_("busca pareja"), default=False)
    phone = models.CharField(_("teléfono"), max_length=PHONE_LENGTH, blank=True)
    guardian = models.CharField(max_length=GUARDIAN_LENGTH, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.SENT)
    reason = models.CharField(_("motivo"), max_length=300, blank=True)
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="requests")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "digest"], name="one_request_per_code"),
            models.CheckConstraint(
                condition=models.Q(entry=None) | models.Q(state="accepted"),
                name="an_entry_only_by_acceptance",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.state}"

    @property
    def people(self) -> list[Person]:
        return [Person(*person) for person in self.players]

    @property
    def awaits_partner(self) -> bool:
        """Return whether a pair or a trio lacks the name of a person; `single` needs one name."""
        needed_names = 1 if self.single else self.tournament.entry_size
        return not self.tournament.squad and len(self.players) < needed_names
