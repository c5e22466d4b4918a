"""The Celery application: same tasks whether the queue is a folder, Redis or RabbitMQ."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("tapete")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def take_up_lost_jobs(**_signal: Any) -> None:
    """A worker that starts looks first for what another left half done."""
    app.send_task("tournaments.tasks.take_up_lost_jobs")
