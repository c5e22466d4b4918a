"""The data of an account in addition to its name and its password."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Scope(models.TextChoices):
    """What a token may do, at most: never more than its owner."""

    READ = "read", _("Leer")
    RESULTS = "results", _("Anotar resultados y llevar las mesas")
    ENTRIES = "entries", _("Inscribir y corregir inscripciones")
    FULL = "full", _("Todos los permisos de su cuenta")


def full_scope() -> list[str]:
    """Return the scopes of a token that may do all that its owner may."""
    return [Scope.FULL.value]


class ApiToken(models.Model):
    """The key of a program; its owner gives it a name. Only its SHA-256 is stored.

    `session_hash` is the session hash of the owner when the token was made: a new password of the
    owner invalidates the token.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    session_hash = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    scopes = models.JSONField(default=full_scope)  # names of `Scope`, in order
    # The only tournament that the token opens; None for all tournaments of its owner.
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, blank=True, related_name="api_tokens"
    )

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name

    @property
    def scopes_in_words(self) -> str:
        """Return the scopes in words, separated by commas."""
        return ", ".join(str(Scope(scope).label) for scope in self.scopes)


class IdempotentCall(models.Model):
    """The answer to a POST with an `Idempotency-Key`, repeated if the same call comes again.

    `answer` is None if it held a secret.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=64)  # SHA-256 of the address and the body
    status = models.PositiveSmallIntegerField(default=0)
    location = models.CharField(max_length=300, blank=True)
    answer = models.JSONField(null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_call_per_key")]

    def __str__(self) -> str:
        return self.key


class SignUp(models.Model):
    """An account that waits for approval. Its user is inactive until then."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sign_up")
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.user)
