"""A database beside the tests' own, of the same kind."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
from django.conf import settings


@contextmanager
def another_database(folder: Path) -> Iterator[str]:
    """Yield the address of an empty database: a file in that folder, or on PostgreSQL."""
    base = settings.DATABASES["default"]
    if "postgresql" not in base["ENGINE"]:
        yield f"sqlite:///{folder / 'another.sqlite3'}"
        return
    name = f"tapete_another_{uuid4().hex[:12]}"
    where = f"{base['HOST'] or '127.0.0.1'}:{base['PORT'] or 5432}"
    who = base["USER"] + (f":{base['PASSWORD']}" if base["PASSWORD"] else "")
    server = f"postgres://{who}@{where}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
        try:
            yield f"{server}/{name}"
        finally:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
