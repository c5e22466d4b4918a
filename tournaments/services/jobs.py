"""Asking a worker for something."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments import tasks
from tournaments.jobs import KINDS
from tournaments.models import Job, Tournament
from tournaments.refusal import Refused


def start_job(
    *,
    tournament: Tournament,
    owner: User | None,
    kind: str,
    params: dict[str, Any],
    total: int = 0,
) -> Job:
    """Write the job down and send it once the transaction is in.

    `params` are plain JSON values; the language of the moment goes with them, so that the work
    speaks as whoever asked for it. `kind` is one registered with `job_kind`.
    """
    assert kind in KINDS, kind
    job = Job.objects.create(
        tournament=tournament,
        owner=owner,
        kind=kind,
        params={"language": get_language(), **params},
        total=total,
    )
    _send_when_saved(job.pk)
    return job


def start_again(*, job: Job, author: User) -> Job:
    """Ask anew for a job that failed or whose file has been removed. Raises Refused 409 for
    another."""
    if job.state != Job.State.FAILED and job.file_expired_at is None:
        raise Refused("job_not_failed", _("Este trabajo no ha fallado."), status=409)
    return start_job(
        tournament=job.tournament, owner=author, kind=job.kind, params=job.params, total=job.total
    )


def refuse_expired(job: Job) -> None:
    """Raises Refused 410 when the file has been removed for its age."""
    if job.file_expired_at is None:
        return
    raise Refused(
        "file_expired",
        _("Este fichero se borró el %(date)s: solo se guardan unos días. Pídalo otra vez."),
        status=410,
        date=date_format(timezone.localdate(job.file_expired_at), "SHORT_DATE_FORMAT"),
    )


def _send_when_saved(job_id: UUID) -> None:
    transaction.on_commit(lambda: tasks.send(job_id))
