"""Queries about jobs."""

from django.utils import timezone

from tournaments.models import ImportPreview, Job
from tournaments.worker.jobs import WORKER_EXPECTED_WITHIN, lost_since


def waiting_for(job: Job) -> str:
    """Why a job stands still: "worker" (none seems to run), "turn" (another goes first) or ""."""
    between_slices = job.heartbeat if job.slices else None  # it stands behind the short ones
    since = between_slices or job.created_at
    if job.state != Job.State.QUEUED or since > timezone.now() - WORKER_EXPECTED_WITHIN:
        return ""
    busy = Job.objects.filter(state=Job.State.RUNNING, heartbeat__gte=lost_since()).exists()
    return "turn" if busy else "worker"


def preview_of(job: Job) -> ImportPreview | None:
    """The list that an import's job reads or registers, while it is kept."""
    key = job.params.get("preview")
    lists = ImportPreview.objects.filter(tournament=job.tournament_id)
    return lists.filter(pk=key).only("pk").first() if key else None
