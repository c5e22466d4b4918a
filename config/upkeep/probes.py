"""Probes of the services under the site: each probe returns None, or raises its error."""

import os
from collections.abc import Callable

import redis
from django.conf import settings
from django.db import connection
from kombu.connection import Connection

LONGEST_WAIT = 2.0  # seconds; a probe occupies a thread while it waits
SOCKET_OPTIONS = {"socket_connect_timeout": LONGEST_WAIT, "socket_timeout": LONGEST_WAIT}


def ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def ask_cache() -> None:
    """Query Redis itself: the site's cache may hide its absence."""
    if not settings.TAPETE_CACHE_URL:
        return
    with redis.Redis.from_url(settings.TAPETE_CACHE_URL, **SOCKET_OPTIONS) as store:
        store.ping()


def ask_broker() -> None:
    url = settings.CELERY_BROKER_URL
    options = getattr(settings, "CELERY_BROKER_TRANSPORT_OPTIONS", {})
    if url.startswith("filesystem:"):
        _ask_folder(options["data_folder_out"])
        return
    if url.startswith("redis"):
        options = {**options, **SOCKET_OPTIONS}
    with Connection(url, connect_timeout=LONGEST_WAIT, transport_options=options) as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, timeout=LONGEST_WAIT)


def _ask_folder(folder: str) -> None:
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{folder}: not writable")


PROBES: dict[str, Callable[[], None]] = {
    "database": ask_database,
    "cache": ask_cache,
    "broker": ask_broker,
}


def failing_services() -> list[str]:
    """Return the names of failing services, in the order of `PROBES`."""
    return [name for name, probe in PROBES.items() if not _answers(probe)]


def _answers(probe: Callable[[], None]) -> bool:
    try:
        probe()
    except Exception:  # any driver error of a database or a queue
        return False
    return True
