"""A pytest plugin: a stopped run leaves no process and no database behind.

Ctrl+C and SIGTERM kill the processes of pytest-xdist, and the servers, workers and browsers that
the tests have started; then the databases and files of those processes are removed.
"""

import os
import re
import shutil
import signal
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import psycopg
from django.conf import settings


def pytest_configure() -> None:
    # A shell starts background jobs with SIGINT ignored, so SIGINT gets a handler too. The handler
    # is a function, not SIG_IGN, because programs started by tests would inherit SIG_IGN.
    is_worker, own = "PYTEST_XDIST_WORKER" in os.environ, os.getpid()

    def handle_stop(stop: int, _frame: Any) -> None:
        if os.getpid() != own:  # a process forked by a test, which expects it to end
            signal.signal(stop, signal.SIG_DFL)
            os.kill(os.getpid(), stop)
        elif not is_worker:
            _interrupt()
        # A terminal signals the workers of pytest-xdist too. They go on: if a worker ended now, its
        # servers would lose their parent and could not be found. The main process ends them all.

    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, handle_stop)


def _interrupt() -> None:
    for stop in (signal.SIGTERM, signal.SIGINT):  # `./dev` may send SIGTERM after Ctrl+C
        signal.signal(stop, signal.SIG_IGN)
    raise KeyboardInterrupt


def pytest_keyboard_interrupt() -> None:
    processes = psutil.Process().children(recursive=True)
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(processes, timeout=10)
    for pid in (os.getpid(), *(process.pid for process in processes)):
        _remove_database(pid)


def names_of_database(pid: int) -> re.Pattern[str]:
    """Return a pattern for the test database and files of a process, with any suffix.

    A longer process number with the same beginning does not match.
    """
    return re.compile(rf"(tapete-test-(media-)?|test_tapete_){pid}(\D.*)?")


def _remove_database(pid: int) -> None:
    """Remove the test database of a process, and the files of its test."""
    database, name_pattern = settings.DATABASES["default"], names_of_database(pid)
    for path in Path(tempfile.gettempdir()).glob("tapete-test-*"):
        if name_pattern.fullmatch(path.name):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    if "postgresql" not in database["ENGINE"]:
        return
    server = {"host": database["HOST"], "port": database["PORT"] or None, "user": database["USER"]}
    login = {**server, "password": database["PASSWORD"] or None, "dbname": "postgres"}
    with psycopg.connect(**login, autocommit=True) as admin:
        for (name,) in admin.execute("SELECT datname FROM pg_database").fetchall():
            if name_pattern.fullmatch(name):
                admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
