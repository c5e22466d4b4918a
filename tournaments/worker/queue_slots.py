"""Slots of the job queue: an account has a few, and its other jobs wait for one.

So a single print does not wait behind a hundred of another account.
"""

from uuid import UUID

from django.conf import settings

from tournaments.models import Job

LIVE = (Job.State.QUEUED, Job.State.RUNNING)


def slots_of(owner: int | None) -> list[tuple[UUID, str]]:
    """Return the jobs of an account that hold a slot, with their state, the oldest first."""
    jobs = Job.objects.filter(owner=owner, state__in=LIVE).order_by("created_at", "pk")
    return list(jobs.values_list("pk", "state")[: settings.TAPETE_JOBS_AT_ONCE])


def has_slot(job: Job) -> bool:
    """Whether the job goes to the queue now."""
    return job.pk in dict(slots_of(job.owner_id))


def next_for_slot(owner: int | None) -> UUID | None:
    """Return the job of an account that takes the slot another has just left."""
    jobs = slots_of(owner)
    if len(jobs) < settings.TAPETE_JOBS_AT_ONCE or jobs[-1][1] != Job.State.QUEUED:
        return None
    return jobs[-1][0]
