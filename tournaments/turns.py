"""Turns of the jobs: each account has a few in the queue, and the others of it wait for those.

What is in the queue is served in the order it came. As no account has more there than
`TAPETE_JOBS_AT_ONCE`, somebody who asks for one print does not wait for another's hundred.
"""

from uuid import UUID

from django.conf import settings

from tournaments.models import Job

LIVE = (Job.State.QUEUED, Job.State.RUNNING)


def in_turn(owner: int | None) -> list[tuple[UUID, str]]:
    """The jobs of an account that run or are in the queue, with their state, the oldest first.
    One query."""
    mine = Job.objects.filter(owner=owner, state__in=LIVE).order_by("created_at", "pk")
    return list(mine.values_list("pk", "state")[: settings.TAPETE_JOBS_AT_ONCE])


def is_in_turn(job: Job) -> bool:
    """Whether the job goes to the queue now. One query."""
    return job.pk in dict(in_turn(job.owner_id))


def next_in_turn(owner: int | None) -> UUID | None:
    """The job of an account that goes to the queue because one of it has just left. One query."""
    mine = in_turn(owner)
    if len(mine) < settings.TAPETE_JOBS_AT_ONCE or mine[-1][1] != Job.State.QUEUED:
        return None
    return mine[-1][0]
