"""Webhooks: the addresses of other programs, and the deliveries to them."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class ChangeKind(models.TextChoices):
    """The part of a tournament that a change is about."""

    MATCH = "match", _("Encuentros y resultados")
    ROUND = "round", _("Rondas")
    ENTRY = "entry", _("Inscripciones")
    TOURNAMENT = "tournament", _("El torneo y sus fases")


class Webhook(models.Model):
    """The address of another program, which gets a POST for each change of `kinds`.

    Its secret is derived from `id` and the key of the site. `failing_since` is the time of
    the first failure after the last success; a webhook that fails for days becomes inactive.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=300)
    kinds = models.JSONField(default=list)  # values of `ChangeKind`
    active = models.BooleanField(default=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["made_at"]

    def __str__(self) -> str:
        return self.url

    @property
    def kinds_in_words(self) -> str:
        """Return the kinds of changes in words, separated by commas."""
        return ", ".join(str(ChangeKind(kind).label) for kind in self.kinds)


class WebhookDelivery(models.Model):
    """A message to a webhook. Its state is only in this row, not in the queue of jobs.

    `resource` is that of `AuditLine`. `status` is the HTTP status of the last answer, or 0.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("En espera")
        DONE = "done", _("Recibido")
        FAILED = "failed", _("No recibido")
        DROPPED = "dropped", _("No enviado: la ronda no es pública")

    class Failure(models.TextChoices):
        UNREACHABLE = "unreachable", _("no contesta nadie en esa dirección")
        TIMEOUT = "timeout", _("no contestó a tiempo")
        TLS = "tls", _("su certificado no vale")
        NOT_HTTPS = "url_not_https", _("la dirección no es https://")
        UNKNOWN_HOST = "url_unknown_host", _("la dirección no existe, o no hay Internet")
        PRIVATE = "url_private", _("la dirección es de una red privada")

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=12)  # value of `ChangeKind`, or "test"
    resource = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    # time of the next try, while the delivery waits
    due_at = models.DateTimeField(default=timezone.now)
    status = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=20, choices=Failure.choices, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["state", "due_at"], name="deliveries_due")]

    def __str__(self) -> str:
        return f"{self.kind} {self.resource}"
