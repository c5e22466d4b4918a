"""The data of an account besides its name and its password."""

from django.conf import settings
from django.db import models


class ApiToken(models.Model):
    """A key for a program, named by its owner. Only its SHA-256 is stored.

    `session_hash` changes with the owner's password, which invalidates the token.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    session_hash = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name


class SignUp(models.Model):
    """An account that waits for approval. Its user is inactive until then."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sign_up")
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.user)
