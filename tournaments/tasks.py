"""Tasks of the worker. Only the `Job` row is reliable; messages may be lost or come twice.

Celery's options do the rest: a message is acknowledged once its task ends, a task whose process
dies is retried, and a task that takes too long is stopped. The jobs of a killed worker are sent
again when a worker of that name starts, or when the broker delivers the message again.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any
from uuid import UUID

from celery import Task, chain, shared_task
from celery.exceptions import SoftTimeLimitExceeded, TimeLimitExceeded, WorkerLostError
from celery.signals import task_failure
from django.conf import settings
from django.core.files.storage import default_storage
from django.db import InterfaceError, OperationalError, connection, connections, transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerAway

from tournaments.jobs.services.expiry import expire_files
from tournaments.jobs.work import (
    KINDS,
    MOST_ATTEMPTS,
    SENT_AGAIN_AFTER,
    JobClaimLost,
    JobPiece,
    Progress,
    erase_pieces,
    keep_piece,
    loss_limit,
    pieces_of,
)
from tournaments.models import Job
from tournaments.programs.services import due_deliveries, forget_old_deliveries, send_delivery
from tournaments.refusal import Refused, refusal_from

log = logging.getLogger(__name__)
TIME_LIMIT_ERRORS = (SoftTimeLimitExceeded, TimeLimitExceeded)
MOST_SHORT_JOBS = 2  # jobs of one account in the short queue; its other jobs go to the long queue
DATABASE_AWAY_ERRORS = (OperationalError, InterfaceError)


class JobTask(Task):  # type: ignore[misc]
    """Celery options of the tasks of jobs; the settings have the time limits."""

    acks_late = True
    reject_on_worker_lost = True
    retry_on_worker_lost = True
    default_retry_delay = 1
    # A killed database is back in seconds, and an upgraded database in minutes.
    autoretry_for = DATABASE_AWAY_ERRORS
    max_retries = 8
    retry_backoff = 2
    retry_backoff_max = 60


@shared_task(base=JobTask, bind=True)
def run_job(self: Task, job_id: str) -> None:
    """Do a job, or cut it into pieces.

    Do nothing for a job that has ended or that another worker has taken.
    """
    is_redelivered = self.request.retries or (self.request.delivery_info or {}).get("redelivered")
    job = _claim(UUID(job_id), self.request.hostname or "", is_redelivered=bool(is_redelivered))
    if job is None:
        return
    with _job_progress(job) as progress:
        pieces = KINDS[job.kind].work(job, progress)
        if pieces:
            _send_pieces(job, pieces, progress)
        else:
            _finish(job, progress)


@shared_task(base=JobTask, bind=True)
def make_piece(self: Task, job_id: str, attempt: int, number: int, piece: dict[str, Any]) -> None:
    """Make one piece of a long job; `piece` has the fields of `JobPiece`."""
    job = _running_job(job_id, attempt)
    if job is None:
        return
    with _job_progress(job) as progress:
        progress.write(worker=self.request.hostname or "")
        job_piece = JobPiece(**piece)
        keep_piece(job.pk, attempt, number, KINDS[job.kind].make_piece(job, job_piece, progress))
        # The row still names the worker. If the worker is killed before it sends the next piece, it
        # finds the job by its name when it starts again.
        progress.write(done=job_piece.before + job_piece.units)


@shared_task(base=JobTask, bind=True)
def join_pieces(self: Task, job_id: str, attempt: int, count: int) -> None:
    """Join the pieces of a long job."""
    job = _running_job(job_id, attempt)
    if job is None:
        return
    with _job_progress(job) as progress:
        progress.write(worker=self.request.hostname or "")
        KINDS[job.kind].join_pieces(job, pieces_of(job.pk, attempt, count), progress)
        _finish(job, progress)


@shared_task
def resend_lost_jobs() -> int:
    """Send again jobs that no worker took and jobs without progress; return their number."""
    queue_limit = timezone.now() - SENT_AGAIN_AFTER
    lost_jobs = Job.objects.filter(
        Q(state=Job.State.RUNNING, updated_at__lt=loss_limit())
        | Q(state=Job.State.QUEUED, updated_at__lt=queue_limit)
    )
    return _send_again(list(lost_jobs))


def take_up_jobs_of(worker: str) -> int:
    """Send again the jobs that a worker of this name left unfinished; return their number.

    If the broker is a folder, there is only one worker, and the messages that it had taken are
    lost: every unfinished job is sent again.
    """
    is_of_worker = (
        Q() if settings.TAPETE_FOLDER_QUEUE else Q(state=Job.State.RUNNING, worker=worker)
    )
    return _send_again(list(Job.objects.filter(is_of_worker, state__in=Job.GOING)))


@shared_task
def expire_old_files() -> None:
    """Remove old files, requests for an entry, messages to webhooks and stored API answers."""
    # Imported late: it imports REST framework.
    from tournaments.site.api.once import delete_old_answers

    if settings.TAPETE_FILES_KEPT_DAYS > 0:
        expire_files(days=settings.TAPETE_FILES_KEPT_DAYS)
    forget_old_deliveries()
    delete_old_answers()


@shared_task(soft_time_limit=30)
def send_webhook(delivery_id: int) -> None:
    """Send a message to a webhook, if it is due."""
    send_delivery(delivery_id)


@shared_task
def send_due_webhooks() -> int:
    """Send messages whose next try is due, or that the queue lost; return their number."""
    delivery_ids = due_deliveries()
    for delivery_id in delivery_ids:
        send_webhook.delay(delivery_id)
    return len(delivery_ids)


def send(job: Job) -> None:
    """Put a job in the queue. If the broker is down, the row stays queued and is sent later.

    If the account has `MOST_SHORT_JOBS` other unfinished jobs, the job goes to the queue of long
    jobs, so that a hundred jobs of one account do not delay another account's print.
    """
    other_jobs = Job.objects.filter(owner=job.owner_id, state__in=Job.GOING).exclude(pk=job.pk)
    try:
        if job.owner_id and other_jobs.count() >= MOST_SHORT_JOBS:
            run_job.apply_async((str(job.pk),), queue=settings.TAPETE_LONG_QUEUE)
        else:
            run_job.delay(str(job.pk))
    except (BrokerAway, OSError) as error:
        why = str(error).strip().partition("\n")[0]
        log.error("the queue of jobs does not answer (%s): what is asked for waits", why)


def delete_job_files(job: Job) -> None:
    """Delete the upload of a job and the files of its pieces."""
    if job.upload.name:
        default_storage.delete(job.upload.name)
    erase_pieces(job.pk)


@task_failure.connect
def fail_job(sender: Task, args: Any, exception: Exception, **_signal: Any) -> None:
    """Fail the job of a task that Celery gave up.

    The time limit killed its process, the process died too often, or the database stayed away.
    """
    if not isinstance(sender, JobTask):
        return
    try:
        job = Job.objects.filter(pk=args[0], state=Job.State.RUNNING).first()
        if job is not None and (len(args) == 1 or args[1] == job.attempts):
            with translation.override(job.params.get("language") or "es"):
                _fail(job, Progress(job), exception)
    finally:
        if isinstance(exception, (TimeLimitExceeded, WorkerLostError)):
            connections.close_all()  # the processes of the pool are forks of this process


def _claim(job_id: UUID, worker: str, *, is_redelivered: bool) -> Job | None:
    """Claim the job and increment its attempt; return None if it must not run.

    `is_redelivered`: this message has come before, and the worker that took the job is gone.
    """
    claimable_states = Job.GOING if is_redelivered else (Job.State.QUEUED,)
    with transaction.atomic():
        is_claimed = Job.objects.filter(pk=job_id, state__in=claimable_states).update(
            state=Job.State.RUNNING,
            attempts=F("attempts") + 1,
            worker=worker,
            updated_at=timezone.now(),
        )
        if not is_claimed:
            return None
        job = Job.objects.select_related("tournament").get(pk=job_id)
    if job.attempts <= MOST_ATTEMPTS:
        return job
    with translation.override(job.params.get("language") or "es"):
        _fail(job, Progress(job), _interruption_refusal())
    return None


def _running_job(job_id: str, attempt: int) -> Job | None:
    """Return the job if this attempt still has it, else None."""
    jobs = Job.objects.select_related("tournament")
    return jobs.filter(pk=job_id, state=Job.State.RUNNING, attempts=attempt).first()


@contextmanager
def _job_progress(job: Job) -> Iterator[Progress]:
    """Yield the progress of a job, with the job's language active.

    An error fails the job, with a sentence in that language. Raises the error of a lost database.
    """
    progress = Progress(job)
    with translation.override(job.params.get("language") or "es"):
        try:
            yield progress
        except JobClaimLost:
            log.warning("job %s was cancelled, or taken over by another worker", job.pk)
            if Job.objects.filter(pk=job.pk, state=Job.State.CANCELLED).exists():
                _delete_result_files(job)
        except Exception as error:
            if isinstance(error, DATABASE_AWAY_ERRORS) and refusal_from(error) is None:
                raise  # Celery tries again
            if isinstance(error, TIME_LIMIT_ERRORS) and not connection.in_atomic_block:
                connection.close()  # the time limit may have interrupted a query
            _fail(job, progress, error)


def _send_pieces(job: Job, pieces: Sequence[JobPiece], progress: Progress) -> None:
    """Send the pieces as a chain in the queue of long jobs: each waits behind the short jobs."""
    key = str(job.pk)
    steps = [
        make_piece.si(key, job.attempts, number, asdict(piece))
        for number, piece in enumerate(pieces)
    ]
    steps.append(join_pieces.si(key, job.attempts, len(pieces)))
    progress.write(done=0, total=sum(piece.units for piece in pieces) + 1)
    for step in steps:
        step.set(queue=settings.TAPETE_LONG_QUEUE)
    chain(*steps).apply_async()


def _finish(job: Job, progress: Progress) -> None:
    total = Job.objects.values_list("total", flat=True).get(pk=job.pk)
    result_file = job.file.name or ""
    progress.write(
        state=Job.State.DONE, done=total, message="", file=result_file, upload="", worker=""
    )
    delete_job_files(job)


def _send_again(jobs: list[Job]) -> int:
    """Queue the jobs that have not changed since they were read; return their number."""
    count = 0
    for job in jobs:
        unchanged_job = Job.objects.filter(pk=job.pk, state=job.state, updated_at=job.updated_at)
        if unchanged_job.update(state=Job.State.QUEUED, worker="", updated_at=timezone.now()):
            send(job)
            count += 1
    return count


def _fail(job: Job, progress: Progress, error: Exception) -> None:
    """Fail the job with a sentence for people; only the log has the traceback of a bug."""
    refusal = _stop_refusal(error) or refusal_from(error)
    if refusal is None:
        log.error("job %s (%s) failed", job.pk, job.kind, exc_info=error)
        refusal = Refused(
            "failed", _("No se ha podido terminar por un fallo del programa. Pruebe otra vez.")
        )
    try:
        progress.write(
            state=Job.State.FAILED,
            message=str(refusal)[:300],
            code=refusal.code,
            upload="",
            worker="",
        )
    except JobClaimLost:
        log.warning("job %s failed after another worker had taken it over", job.pk)
    else:
        delete_job_files(job)


def _stop_refusal(error: Exception) -> Refused | None:
    """Return the refusal of a job that took too long or whose process died, else None."""
    if isinstance(error, TIME_LIMIT_ERRORS):
        minutes = max(1, settings.TAPETE_JOB_SECONDS // 60)
        sentence = _(
            "El trabajo llevaba más de %(minutes)s min y se ha cancelado: no podía acabar."
        )
        return Refused("job_too_long", sentence, minutes=minutes)
    return _interruption_refusal() if isinstance(error, WorkerLostError) else None


def _interruption_refusal() -> Refused:
    return Refused(
        "job_interrupted",
        _(
            "El trabajo se ha interrumpido %(times)s veces y se ha dejado. Si vuelve a pasar, "
            "avise al administrador."
        ),
        times=MOST_ATTEMPTS,
    )


def _delete_result_files(job: Job) -> None:
    """Delete the files that a cancelled job has just made."""
    erase_pieces(job.pk)
    if job.file.name:
        default_storage.delete(job.file.name)
