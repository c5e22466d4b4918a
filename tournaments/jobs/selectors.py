"""Queries for jobs."""

from django.utils import timezone

from tournaments.jobs.work import WORKER_ALIVE_WITHIN, WORKER_EXPECTED_WITHIN
from tournaments.models import ImportPreview, Job


def why_waiting(job: Job) -> str:
    """Return why a job waits: "worker" (none seems to run) or "turn" (another job goes first).

    Return "" for a job that does not wait, or was created a moment ago.
    """
    now = timezone.now()
    if job.state != Job.State.QUEUED or job.created_at > now - WORKER_EXPECTED_WITHIN:
        return ""
    busy = Job.objects.filter(
        state=Job.State.RUNNING, updated_at__gt=now - WORKER_ALIVE_WITHIN
    ).exists()
    return "turn" if busy else "worker"


def preview_of(job: Job) -> ImportPreview | None:
    """Return the imported list that a job is about; None if there is none, or it was deleted."""
    key = job.params.get("preview")
    lists = ImportPreview.objects.filter(tournament=job.tournament_id)
    return lists.filter(pk=key).only("pk").first() if key else None
