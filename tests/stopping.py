"""A plugin of pytest: a run that is stopped leaves no process and no database behind.

Ctrl+C and SIGTERM kill the processes of pytest-xdist, and the servers, workers and browsers that
the tests have started; then the databases of those processes are removed.
"""

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import psycopg
from django.conf import settings


def pytest_configure() -> None:
    signal.signal(signal.SIGTERM, _interrupt)
    # A shell has its jobs in the background ignore Ctrl+C, and what they start would too.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _interrupt(*_signal: Any) -> None:
    raise KeyboardInterrupt


def pytest_keyboard_interrupt() -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:
        return  # the process that started it ends it
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    processes = psutil.Process().children(recursive=True)
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(processes, timeout=10)
    for pid in (os.getpid(), *(process.pid for process in processes)):
        _remove_database(pid)


def _remove_database(pid: int) -> None:
    """Remove the test database of a process; `config/settings.py` puts its id in the name."""
    database = settings.DATABASES["default"]
    if "postgresql" not in database["ENGINE"]:
        file = Path(database["TEST"]["NAME"])
        for left in file.parent.glob(f"tapete-test-{pid}*"):
            left.unlink()
        return
    server = {"host": database["HOST"], "port": database["PORT"] or None, "user": database["USER"]}
    login = {**server, "password": database["PASSWORD"] or None, "dbname": "postgres"}
    with psycopg.connect(**login, autocommit=True) as admin:
        names = admin.execute(
            "SELECT datname FROM pg_database WHERE datname LIKE %s", [f"test\\_tapete\\_{pid}%"]
        ).fetchall()
        for (name,) in names:
            admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
