"""Composition root: settings, urls, wsgi, celery. Only Django and Celery import it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
