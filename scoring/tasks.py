"""Periodic tasks of the worker for this app."""

from celery import shared_task
from django.conf import settings

from scoring.people_data.services.erasing import delete_old_rehearsals


@shared_task
def throw_rehearsals_away() -> None:
    """Delete the rehearsals older than the settings allow."""
    delete_old_rehearsals(days=settings.TAPETE_REHEARSALS_KEPT_DAYS)
