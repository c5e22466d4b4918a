"""Say that the process of a running job is there, however long the job itself says nothing."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from tournaments.models import Job

BEATS = 4  # in the time after which a job counts as lost


@contextmanager
def heartbeat(job: Job) -> Iterator[None]:
    """Renew the heartbeat of the job while what is done under it lasts.

    A thread with a connection of its own, which ends with the process. Hanging jobs have a time
    limit.
    """
    ended = threading.Event()
    beats = threading.Thread(target=_beat, args=(job, ended), name="heartbeat", daemon=True)
    beats.start()
    try:
        yield
    finally:
        ended.set()
        beats.join()


def _beat(job: Job, ended: threading.Event) -> None:
    mine = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempts=job.attempts)
    try:
        while not ended.wait(settings.TAPETE_JOB_LOST_AFTER / BEATS):
            try:
                mine.update(heartbeat=timezone.now())
            except DatabaseError:
                connection.close()  # busy or away: the next beat asks on a new one
    finally:
        connection.close()
