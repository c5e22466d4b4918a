"""Tasks of the worker. The `Job` row is the only truth; messages may be lost or come twice."""

import logging
from uuid import UUID

from celery import Task, shared_task
from celery.exceptions import WorkerLostError
from django.conf import settings
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from tournaments.circuit_breaker import CircuitBreaker
from tournaments.models import Job
from tournaments.refusal import Refused, refused_from
from tournaments.services.expiry import expire_files
from tournaments.worker.heartbeat import heartbeat
from tournaments.worker.jobs import (
    KINDS,
    MOST_ATTEMPTS,
    SENT_AGAIN_AFTER,
    Progress,
    TakenOver,
    lost_since,
)
from tournaments.worker.queue_slots import next_for_slot, slots_of
from tournaments.worker.slices import MoreToDo, attempts_at_slice, erase_pieces
from tournaments.worker.time_limits import TOO_LONG, time_limit

log = logging.getLogger(__name__)
QUEUE = CircuitBreaker("the queue of jobs", "what is asked for waits, and is sent when it is back")


class JobTask(Task):  # type: ignore[misc]
    """A task that ends its job even when its process is killed."""

    Request = "tournaments.worker.job_requests:JobRequest"


@shared_task(base=JobTask)
def run_job(job_id: str) -> None:
    """Do a queued job. A job that is not queued (any more) is left alone: safe to call twice."""
    job = _claim(UUID(job_id))
    if job is None:
        return
    progress = Progress(job)
    with translation.override(job.params.get("language") or "es"):
        try:
            if _has_more(job, progress):
                progress.write(state=Job.State.QUEUED, heartbeat=timezone.now())
                send(job.pk, queue=settings.TAPETE_LONG_QUEUE)
                return
            done = Job.objects.values_list("total", flat=True).get(pk=job.pk)
            made = job.file.name or ""
            progress.write(
                state=Job.State.DONE, done=done, message="", file=made, upload="", slices=[]
            )
        except TakenOver:
            log.warning("job %s was cancelled, or taken over by another worker", job_id)
            if Job.objects.filter(pk=job.pk, state=Job.State.CANCELLED).exists():
                _erase(job)
            return
        except Exception as error:
            if isinstance(error, TOO_LONG) and not connection.in_atomic_block:
                connection.close()  # the alarm may have cut a query short
            _fail(job, progress, error)
    ended(job)


def _has_more(job: Job, progress: Progress) -> bool:
    """Do the job, or its next slice; whether others are left."""
    try:
        with heartbeat(job), time_limit(settings.TAPETE_JOB_SECONDS):
            KINDS[job.kind].work(job, progress)
    except MoreToDo:
        return True
    return False


@shared_task
def take_up_lost_jobs() -> int:
    """Send again what a dead worker left half done and what nobody ever took. How many."""
    lost = Job.objects.filter(state=Job.State.RUNNING, heartbeat__lt=lost_since())
    again: list[Job] = []
    for job in lost:
        if attempts_at_slice(job) >= MOST_ATTEMPTS:
            _give_up(job)
        elif _requeue(job):
            again.append(job)
    forgotten = timezone.now() - SENT_AGAIN_AFTER
    waiting = Job.objects.filter(state=Job.State.QUEUED).filter(
        Q(heartbeat__lt=forgotten) | Q(heartbeat=None, created_at__lt=forgotten)
    )
    turns = {owner: dict(slots_of(owner)) for owner in {job.owner_id for job in waiting}}
    again += [job for job in waiting if job.pk in turns[job.owner_id] and _requeue(job)]
    for job in again:
        send(job.pk, queue=settings.TAPETE_LONG_QUEUE if job.slices else "")
    return len(again)


@shared_task
def expire_old_files() -> None:
    """Remove what is older than the settings keep."""
    if settings.TAPETE_FILES_KEPT_DAYS > 0:
        expire_files(days=settings.TAPETE_FILES_KEPT_DAYS)


def send(job_id: UUID, queue: str = "") -> None:
    """Put a job in a queue, that of short jobs unless said. Where it does not answer, the row
    waits to be sent again."""
    if not QUEUE.worth_asking():
        return
    try:
        if queue:
            run_job.apply_async((str(job_id),), queue=queue)
        else:
            run_job.delay(str(job_id))
    except (OperationalError, OSError) as error:
        QUEUE.failed(error)
    else:
        QUEUE.answered()


def _claim(job_id: UUID) -> Job | None:
    """Take the job for this worker, under a new attempt's number; None if it is not waiting."""
    with transaction.atomic():
        taken = Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(
            state=Job.State.RUNNING, attempts=F("attempts") + 1, heartbeat=timezone.now()
        )
        return Job.objects.select_related("tournament").get(pk=job_id) if taken else None


def _requeue(job: Job) -> bool:
    """Queue it again unless touched since read; a queued job's `heartbeat` is its last sending."""
    same = Job.objects.filter(pk=job.pk, state=job.state, heartbeat=job.heartbeat)
    return bool(same.update(state=Job.State.QUEUED, heartbeat=timezone.now()))


def _give_up(job: Job) -> None:
    with translation.override(job.params.get("language") or "es"):
        refused = Refused(
            "job_interrupted",
            _(
                "El trabajo se ha interrumpido %(times)s veces y se ha dejado. "
                "Si vuelve a pasar, avise a quien lleva el ordenador."
            ),
            times=attempts_at_slice(job),
        )
        same = Job.objects.filter(pk=job.pk, state=job.state, heartbeat=job.heartbeat)
        if same.update(**_failed(refused)):
            ended(job)


def end_killed(job_id: str, error: Exception) -> None:
    """Fail a job whose process was killed in the middle: Celery's own limit, or want of memory."""
    job = Job.objects.filter(pk=job_id, state=Job.State.RUNNING).first()
    if job is not None:
        with translation.override(job.params.get("language") or "es"):
            _fail(job, Progress(job), error)
        ended(job)


def _fail(job: Job, progress: Progress, error: Exception) -> None:
    """A sentence for people in the row; the traceback of what is a bug, in the log only."""
    refused = _too_long(error) or refused_from(error)
    if refused is None:
        log.error("job %s (%s) failed", job.pk, job.kind, exc_info=error)
        refused = Refused(
            "failed", _("No se ha podido terminar por un fallo del programa. Pruebe otra vez.")
        )
    try:
        progress.write(**_failed(refused))
    except TakenOver:
        log.warning("job %s failed after another worker had taken it over", job.pk)


def _too_long(error: Exception) -> Refused | None:
    """The refusal of what took too long or brought its process down."""
    if isinstance(error, TOO_LONG):
        minutes = max(1, settings.TAPETE_JOB_SECONDS // 60)
        sentence = _("El trabajo llevaba más de %(minutes)s min y se ha dejado: no podía acabar.")
        return Refused("job_too_long", sentence, minutes=minutes)
    if isinstance(error, WorkerLostError):
        sentence = _("El trabajo pedía más memoria de la que tiene el ordenador, y se ha dejado.")
        return Refused("job_too_big", sentence)
    return None


def _failed(refused: Refused) -> dict[str, object]:
    """Return what the row says of a job that failed."""
    return {
        "state": Job.State.FAILED,
        "message": str(refused)[:300],
        "code": refused.code,
        "upload": "",
        "slices": [],
    }


def _erase(job: Job) -> None:
    """Remove what a job that was cancelled meanwhile has just made."""
    erase_pieces(job.pk)
    if job.file.name:
        default_storage.delete(job.file.name)


def ended(job: Job) -> None:
    """Remove what came with a job and what its slices made, and send the next of its account."""
    if job.upload.name:
        default_storage.delete(job.upload.name)
    erase_pieces(job.pk)
    if following := next_for_slot(job.owner_id):
        send(following)
