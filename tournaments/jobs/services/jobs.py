"""Starting, restarting and cancelling a job."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments import tasks
from tournaments.jobs.work import KINDS, upload_erased_refusal
from tournaments.models import Job, Tournament
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.quotas import refuse_more_jobs


@transaction.atomic
def start_job(
    *,
    tournament: Tournament,
    owner: User | None,
    kind: str,
    params: dict[str, Any],
    total: int = 0,
    upload: bytes = b"",
) -> Job:
    """Create a job and send it when the transaction commits.

    `upload` is stored until the job ends. `params` are plain JSON values; the active language is
    added. `kind` is the name of a `job_kind`. Raises Refused 409 `quota_jobs`, `quota_storage`.
    """
    assert kind in KINDS, kind
    refuse_more_jobs(tournament, owner)
    job = Job(
        tournament=tournament,
        owner=owner,
        kind=kind,
        params={"language": get_language(), **params},
        total=total,
    )
    if upload:
        job.upload.save(str(job.pk), ContentFile(upload), save=False)
    try:
        job.save(force_insert=True)
    except Exception:
        if upload:
            job.upload.delete(save=False)
        raise
    transaction.on_commit(lambda: tasks.send(job))
    return job


@transaction.atomic
def job_with_key(key: UUID, *, tournament: Tournament, kind: str, params: dict[str, Any]) -> Job:
    """Return the job with this key, or start that job now; it counts for no quota."""
    assert kind in KINDS, kind
    job, is_new = Job.objects.get_or_create(
        pk=key,
        defaults={
            "tournament": tournament,
            "kind": kind,
            "params": {"language": get_language(), **params},
        },
    )
    if is_new:
        transaction.on_commit(lambda: tasks.send(job))
    return job


def start_again(*, job: Job, author: User) -> Job:
    """Repeat a job that failed, was cancelled or whose file has expired; return the new job.

    Raises Refused 409: `upload_erased` for a kind that takes an upload, `job_not_failed` for any
    other job, and the refusals of `start_job`.
    """
    if job.kind in KINDS and KINDS[job.kind].takes_upload:
        raise upload_erased_refusal()
    if job.state not in (Job.State.FAILED, Job.State.CANCELLED) and job.file_expired_at is None:
        raise Conflict("job_not_failed", _("Este trabajo no ha fallado."))
    return start_job(
        tournament=job.tournament, owner=author, kind=job.kind, params=job.params, total=job.total
    )


@transaction.atomic
def cancel_job(*, job: Job) -> None:
    """Cancel an unfinished job: its files are deleted, and its worker stops at the next step.

    Raises Refused 409: `job_over` if it has ended, `job_not_stopped` for a kind that does not stop.
    """
    if not KINDS[job.kind].stops:
        raise Conflict("job_not_stopped", _("Este trabajo no se puede cancelar a medias."))
    unfinished_job = Job.objects.filter(pk=job.pk, state__in=Job.GOING)
    if not unfinished_job.update(state=Job.State.CANCELLED, message="", code=""):
        raise Conflict("job_over", _("Este trabajo ya había acabado."))
    transaction.on_commit(lambda: tasks.delete_job_files(job))


def refuse_expired(job: Job) -> None:
    """Raise Refused 410 `file_expired` if the file has expired."""
    if job.file_expired_at is None:
        return
    raise Refused(
        "file_expired",
        _("Este archivo se borró el %(date)s: solo se guardan unos días. Pídalo otra vez."),
        status=410,
        date=date_format(timezone.localdate(job.file_expired_at), "SHORT_DATE_FORMAT"),
    )
