"""Background jobs, and previews of imports."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Job(models.Model):
    """A job of a worker, with its progress. This row is the only source of its state."""

    class State(models.TextChoices):
        QUEUED = "queued", _("En cola")
        RUNNING = "running", _("En marcha")
        DONE = "done", _("Terminado")
        FAILED = "failed", _("Fallido")
        CANCELLED = "cancelled", _("Cancelado")

    GOING = (State.QUEUED, State.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="jobs")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    kind = models.CharField(max_length=30)
    params = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=300, blank=True)
    code = models.CharField(max_length=40, blank=True)  # code of the refusal that failed the job
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=200, blank=True)  # name of the worker that runs it
    updated_at = models.DateTimeField(
        default=timezone.now
    )  # when the job was last queued or claimed, or last wrote progress
    created_at = models.DateTimeField(auto_now_add=True)
    # The uploaded file, deleted when its job ends.
    upload = models.FileField(upload_to="arrived/", blank=True)
    file = models.FileField(upload_to="jobs/", blank=True)
    # when the file was deleted and `file` was emptied
    file_expired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def is_going(self) -> bool:
        """Return whether the job is queued or running."""
        return self.state in self.GOING


class ImportPreview(models.Model):
    """A list read for an import: its rows are `ImportRow` as JSON, shown before registration."""

    class State(models.TextChoices):
        READING = "reading", _("Leyendo")
        READY = "ready", _("Por aceptar")
        ACCEPTED = "accepted", _("Aceptada")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="imports")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    source = models.CharField(max_length=200)
    enters = models.PositiveSmallIntegerField(default=1)  # stage number for rows that name no stage
    rows = models.JSONField(default=list)
    remarks = models.JSONField(default=list)  # about the whole list: [code, values, field]
    state = models.CharField(max_length=10, choices=State.choices, default=State.READY)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.source
