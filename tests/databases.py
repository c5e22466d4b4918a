"""Create a second database, of the same kind as the test database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
from django.conf import settings


@contextmanager
def another_database(folder: Path) -> Iterator[str]:
    """Yield the address of an empty database: a SQLite file in `folder`, or on PostgreSQL."""
    base = settings.DATABASES["default"]
    if "postgresql" not in base["ENGINE"]:
        yield f"sqlite:///{folder / 'another.sqlite3'}"
        return
    name = f"tapete_another_{uuid4().hex[:12]}"
    host = f"{base['HOST'] or '127.0.0.1'}:{base['PORT'] or 5432}"
    login = base["USER"] + (f":{base['PASSWORD']}" if base["PASSWORD"] else "")
    server = f"postgres://{login}@{host}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
        try:
            yield f"{server}/{name}"
        finally:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
