"""The Celery application; its queue is a folder, Redis or RabbitMQ."""

import os
from contextlib import suppress
from typing import Any

from celery import Celery
from celery.signals import worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# `./dev lint` and the web run Django's checks. The checks import every view of the site: 36 MB that
# no job needs.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
app = Celery("tapete")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def warm_up_printing(**_signal: Any) -> None:
    """Load the print libraries before the first job, once for all processes of a worker.

    Without Pango the worker still does all other jobs.
    """
    from scoring.prints.pdf import warm_up  # Django is set up by now
    from tournaments.refusal import Refused

    with suppress(Refused):
        warm_up()


@worker_init.connect
def requeue_own_jobs(sender: str, **_signal: Any) -> None:
    """Requeue the jobs that the worker of this name was doing when it was killed."""
    from django.db import connections

    from tournaments.tasks import take_up_jobs_of

    try:
        take_up_jobs_of(sender)
    finally:
        connections.close_all()  # the pool forks this process, and forks must not share connections
