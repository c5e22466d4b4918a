"""Long jobs, a slice at a time: each is a message of its own, behind the short jobs.

`Job.slices` is the plan: the params of each slice, how many units it is and, once it is made, the
name of its piece in the storage. Whoever takes the job up makes the first slice without a piece.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from tournaments.models import Job
from tournaments.worker.jobs import Progress

FOLDER = "pieces"


class MoreToDo(Exception):
    """A slice is made, or the slices are planned: the job goes to the end of the queue."""


def plan_slices(progress: Progress, slices: Sequence[tuple[Mapping[str, Any], int]]) -> None:
    """Write down the params and the units of each slice. Raises MoreToDo."""
    plan = [{"params": dict(params), "units": units, "piece": ""} for params, units in slices]
    progress.write(slices=plan, done=0, total=sum(one["units"] for one in plan) + 1)
    raise MoreToDo


def next_slice(job: Job) -> dict[str, Any]:
    """The slice to make now."""
    return next(one for one in job.slices if not one["piece"])


def keep_piece(job: Job, progress: Progress, content: bytes) -> None:
    """Keep what a slice has made. Raises MoreToDo unless it was the last."""
    made = next_slice(job)
    name = f"{FOLDER}/{job.pk}/{progress.attempt}.pdf"  # of this attempt and no other
    made["piece"] = default_storage.save(name, ContentFile(content))
    progress.write(slices=job.slices, done=units_done(job))
    if any(not one["piece"] for one in job.slices):
        raise MoreToDo


def pieces_of(job: Job) -> list[bytes]:
    """Return what the slices have made, in order, without those that had nothing left to make."""
    pieces = []
    for one in job.slices:
        with default_storage.open(one["piece"]) as file:
            pieces.append(file.read())
    return [piece for piece in pieces if piece]


def units_done(job: Job) -> int:
    return sum(one["units"] for one in job.slices if one["piece"])


def attempts_at_slice(job: Job) -> int:
    """How often the slice of now has been begun: planning them and each that is made took one."""
    return job.attempts - sum(bool(one["piece"]) for one in job.slices) - bool(job.slices)


def erase_pieces(job_id: UUID) -> None:
    """Remove what the slices of a job have made."""
    folder = f"{FOLDER}/{job_id}"
    if not default_storage.exists(folder):
        return
    for name in default_storage.listdir(folder)[1]:
        default_storage.delete(f"{folder}/{name}")
    with suppress(OSError):  # another worker is just writing
        default_storage.delete(folder)
