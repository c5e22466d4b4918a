"""Create a database for the time of a benchmark.

python benchmarks/scratch.py      makes the tables in DATABASE_URL, without migrations
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SERVER = os.environ.get("TAPETE_TEST_POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")


@contextmanager
def database(**settings: str) -> Iterator[dict[str, str]]:
    """Yield the environment of a site on a new database with its tables.

    Without a PostgreSQL server, the program ends.
    """
    import psycopg

    name = f"tapete_bench_{os.getpid()}"
    try:
        server = psycopg.connect(SERVER, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError:
        sys.exit("PostgreSQL does not answer: nothing to measure without it.")
    server.execute(f"CREATE DATABASE {name}")
    try:
        url = f"{SERVER.rpartition('/')[0]}/{name}"
        environment = {**os.environ, "DATABASE_URL": url, **settings}
        run(environment, __file__)
        yield environment
    finally:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def server_answers() -> bool:
    """Return whether the PostgreSQL server answers."""
    import psycopg

    try:
        psycopg.connect(SERVER, connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


def make_tables() -> None:
    """Make the tables from the current models, in a sixth of the time of the migrations."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.apps import apps
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0)


def run(environment: dict[str, str], *arguments: str) -> None:
    """Run a Python program of the project in this environment."""
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    make_tables()
