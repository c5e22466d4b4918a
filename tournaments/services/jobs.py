"""Asking a worker for something."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
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
    """Ask anew for a failed job. Raises Refused 409 when it has not failed."""
    if job.state != Job.State.FAILED:
        raise Refused("job_not_failed", _("Este trabajo no ha fallado."), status=409)
    return start_job(
        tournament=job.tournament, owner=author, kind=job.kind, params=job.params, total=job.total
    )


def _send_when_saved(job_id: UUID) -> None:
    transaction.on_commit(lambda: tasks.send(job_id))
