"""What the worker does by the clock for this app."""

from celery import shared_task
from django.conf import settings

from scoring.people_data.services.erasing import throw_old_rehearsals


@shared_task
def throw_rehearsals_away() -> None:
    """Throw away the rehearsals that are older than the settings keep."""
    throw_old_rehearsals(days=settings.TAPETE_REHEARSALS_KEPT_DAYS)
