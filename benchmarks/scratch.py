"""A database that lives as long as a benchmark.

python benchmarks/scratch.py      makes the tables of DATABASE_URL, without their history
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
    """The environment of a site on a new database with its tables; ends the program where no server
    answers."""
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
    """Whether there is a server to make databases in."""
    import psycopg

    try:
        psycopg.connect(SERVER, connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


def make_tables() -> None:
    """As they are today, which takes a sixth of what walking through their migrations does."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.apps import apps
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0)


def run(environment: dict[str, str], *words: str) -> None:
    """Run a program of the house with this environment."""
    subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    make_tables()
