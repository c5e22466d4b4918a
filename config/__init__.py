"""Composition root: settings, urls, wsgi, celery. Nothing imports it but Django and Celery."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
