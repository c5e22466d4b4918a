"""Let public pages read from a replica of the database, if `TAPETE_REPLICA_URL` names one.

`config.front` reads the replica for visitors without a session: first the version under which it
caches a page, then the page, so that a page is never older than its version. Every other read, and
every write, uses the main database.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings

REPLICA = "replica"
_reads_replica = ContextVar("reads_replica", default=False)


def has_replica() -> bool:
    return REPLICA in settings.DATABASES


@contextmanager
def reading_replica() -> Iterator[None]:
    """Read from the replica, if there is one, in this thread until the block ends."""
    token = _reads_replica.set(has_replica())
    try:
        yield
    finally:
        _reads_replica.reset(token)


class Router:
    """Database router: reads inside `reading_replica` go to the replica."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        return REPLICA if _reads_replica.get() else "default"

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return "default"

    def allow_relation(self, obj1: Any, obj2: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        return False if db == REPLICA else None
