"""A database beside the suite's own, of the same kind."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
from django.conf import settings


@contextmanager
def another_database(folder: Path) -> Iterator[str]:
    """An empty one, by its address: a file of that folder, or one of PostgreSQL, dropped later."""
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
