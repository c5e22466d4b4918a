"""The Celery application: same tasks whether the queue is a folder, Redis or RabbitMQ."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("tapete")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
