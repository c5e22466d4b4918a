"""Kinds of jobs, their progress and their pieces.

An app registers its kinds in `ready`:

    @job_kind("print", act="print_sheets")
    def print_sheet(job: Job, progress: Progress) -> None: ...

A user who may do the kind's act may see the job and open its file, stored with `progress.keep`;
`needs` adds other conditions.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Job
from tournaments.permissions import allows
from tournaments.refusal import Conflict, Refused
from tournaments.table_ranges import is_subset

MOST_ATTEMPTS = 3
SENT_AGAIN_AFTER = timedelta(seconds=60)  # a job queued for longer was perhaps never sent
WORKER_EXPECTED_WITHIN = timedelta(seconds=10)
WORKER_ALIVE_WITHIN = timedelta(seconds=60)  # a worker is alive if its job wrote progress since
MARGIN = timedelta(seconds=60)  # added to Celery's time limit: a job silent for longer is lost
STEPS_A_SECOND = 4


class JobClaimLost(Exception):
    """The job was cancelled or taken by another worker: stop, and write nothing more about it."""


class Progress:
    """Writer of a job's progress.

    When another worker takes the job, the row gets another attempt, and this writer raises
    `JobClaimLost`.
    """

    def __init__(self, job: Job) -> None:
        self.job_id, self.attempt = job.pk, job.attempts
        self._written_at = float("-inf")

    def step(self, done: int, total: int, message: str = "") -> None:
        """Write the progress at most four times a second, but always the first and the last step.

        Raises `JobClaimLost` if this attempt no longer has the job.
        """
        now = time.monotonic()
        if now - self._written_at < 1 / STEPS_A_SECOND and done not in (0, total):
            return
        self._written_at = now
        self.write(done=done, total=total, message=str(message)[:300])

    def keep(self, job: Job, name: str, content: bytes) -> None:
        """Store a file as the job's result, in a folder of this attempt only."""
        job.file.save(f"{job.pk}/{self.attempt}/{name}", ContentFile(content), save=False)

    def write(self, **changes: object) -> None:
        """Change the row if this attempt still has the job, else raise `JobClaimLost`."""
        own_row = Job.objects.filter(pk=self.job_id, state=Job.State.RUNNING, attempts=self.attempt)
        if not own_row.update(updated_at=timezone.now(), **changes):
            raise JobClaimLost(str(self.job_id))


@dataclass(frozen=True, slots=True)
class JobNeeds:
    """Rights to see a job and its file: an act, and access to its `tables`.

    `tables` has the ranges of the tables whose links the file shows, "" for all tables; it is None
    for a file without links.
    """

    act: str
    tables: str | None = None


@dataclass(frozen=True, slots=True)
class JobPiece:
    """A piece of a long job: its params, its units of progress, and the units `before` it."""

    params: Mapping[str, Any]
    units: int
    before: int


Work = Callable[[Job, Progress], Sequence[JobPiece] | None]


def split_job(parts: Iterable[tuple[Mapping[str, Any], int]]) -> list[JobPiece]:
    """Return the pieces with these params and units, in order."""
    pieces, units_before = [], 0
    for params, units in parts:
        pieces.append(JobPiece(dict(params), units, units_before))
        units_before += units
    return pieces


def not_in_pieces(*_arguments: Any) -> Any:
    raise TypeError("jobs of this kind are not cut into pieces")


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job: its function `work`, and `needs`, which gives the rights for its params.

    A kind that `takes_upload` works on an uploaded file, and cannot be restarted; a kind that
    `stops` may be cancelled. If `work` returns pieces, `make_piece` returns the bytes of each, and
    `join_pieces` makes the file from them.
    """

    name: str
    work: Work
    needs: Callable[[Mapping[str, Any]], JobNeeds]
    takes_upload: bool = False
    stops: bool = False
    make_piece: Callable[[Job, JobPiece, Progress], bytes] = not_in_pieces
    join_pieces: Callable[[Job, list[bytes], Progress], None] = not_in_pieces


KINDS: dict[str, JobKind] = {}


def job_kind(
    name: str,
    *,
    act: str,
    needs: Callable[[Mapping[str, Any]], JobNeeds] | None = None,
    **fields: Any,
) -> Callable[[Work], Work]:
    """Register the function of a kind of job; `fields` are other fields of `JobKind`.

    Without `needs`, a role with the act `act` may see any job of the kind.
    """

    def register(work: Work) -> Work:
        assert name not in KINDS, name
        rights = needs or (lambda _params: JobNeeds(act))
        KINDS[name] = JobKind(name, work, rights, **fields)
        return work

    return register


def refuse_unseen(job: Job, role: str, tables: str) -> None:
    """Raise PermissionDenied for a role without the act, and Refused 403 `other_tables` if the
    ranges `tables` do not include the job's tables.
    """
    needs = KINDS[job.kind].needs(job.params)
    if not allows(needs.act, role, authenticated=True):
        raise PermissionDenied
    if needs.tables is None or is_subset(needs.tables, tables):
        return
    raise Refused(
        "other_tables",
        _(
            "Esas hojas llevan enlaces de otras mesas, y usted arbitra las mesas %(mine)s: imprima "
            "las suyas."
        ),
        status=403,
        mine=tables,
    )


def uploaded_file(job: Job) -> bytes:
    """Return the uploaded file. Raises Refused 409 `upload_erased` if it has been deleted."""
    try:
        with job.upload.open() as file:
            return bytes(file.read())
    except (ValueError, FileNotFoundError) as error:
        raise upload_erased_refusal() from error


def upload_erased_refusal() -> Refused:
    """Return the refusal of a job whose upload has been deleted."""
    return Conflict("upload_erased", _("Ese archivo ya no se guarda: tráigalo otra vez."))


def loss_limit() -> datetime:
    """Return the moment after which a running job must have progressed, or its worker is lost."""
    return timezone.now() - timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT) - MARGIN


# --- Pieces ---------------------------------------------------------------------------------------
# Each piece of a long job has a file until the files are joined.
PIECES_FOLDER = "pieces"


def keep_piece(job_id: UUID, attempt: int, number: int, content: bytes) -> None:
    """Store the file of a piece; it replaces an earlier file of the same piece."""
    name = _piece_name(job_id, attempt, number)
    default_storage.delete(name)
    default_storage.save(name, ContentFile(content))


def pieces_of(job_id: UUID, attempt: int, count: int) -> list[bytes]:
    """Return the files of the pieces, in order; empty pieces are left out."""
    pieces = []
    for number in range(count):
        with default_storage.open(_piece_name(job_id, attempt, number)) as file:
            pieces.append(file.read())
    return [piece for piece in pieces if piece]


def erase_pieces(job_id: UUID) -> None:
    """Delete the files of a job's pieces."""
    folder = f"{PIECES_FOLDER}/{job_id}"
    with suppress(FileNotFoundError):  # the job has no pieces
        for name in default_storage.listdir(folder)[1]:
            default_storage.delete(f"{folder}/{name}")
    with suppress(OSError):  # another worker is writing there
        default_storage.delete(folder)


def _piece_name(job_id: UUID, attempt: int, number: int) -> str:
    return f"{PIECES_FOLDER}/{job_id}/{attempt}-{number}.pdf"
