"""The record of a deletion, without any deleted data."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Erasure(models.Model):
    """A tournament, an entry, an account or a person of a club, deleted or anonymised.

    Only the superuser sees it. `key` is the key of the object in the database; `counts` has how
    many objects of each kind the deletion affected. No text of the object is stored.
    """

    class Kind(models.TextChoices):
        TOURNAMENT = "tournament", _("Torneo borrado")
        ENTRIES = "entries", _("Inscripciones sin nombres")
        ACCOUNT = "account", _("Cuenta borrada")
        PERSON = "person", _("Persona de un club borrada")

    kind = models.CharField(max_length=12, choices=Kind.choices)
    key = models.PositiveBigIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    counts = models.JSONField(default=dict)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.key}"
