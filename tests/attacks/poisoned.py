"""Celery app with kinds of jobs that stop a worker: `celery -A tests.attacks.poisoned worker`."""

import os
import signal
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from config.celery import app  # noqa: E402
from tournaments.jobs.work import Progress, job_kind  # noqa: E402
from tournaments.models import Job  # noqa: E402

app.conf.task_soft_time_limit = 4
app.conf.task_time_limit = 5
app.conf.worker_lost_wait = 1


@job_kind("deaf", act="print_sheets")
def deaf(_job: Job, _progress: Progress) -> None:
    """Block the signal of the soft time limit, as a library in C may do, and never end."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
    time.sleep(600)


@job_kind("forever", act="print_sheets")
def forever(_job: Job, _progress: Progress) -> None:
    while True:
        pass


@job_kind("falls", act="print_sheets")
def falls(_job: Job, _progress: Progress) -> None:
    """Kill the worker's process, as a machine without memory does."""
    os.kill(os.getpid(), signal.SIGKILL)


@job_kind("quick", act="print_sheets")
def quick(_job: Job, progress: Progress) -> None:
    progress.step(1, 1)
