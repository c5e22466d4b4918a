"""A real worker process on a real queue: a folder, Redis, RabbitMQ.

The worker has a database, a queue and a folder of its own; this process only looks at the job's
row, as any other machine would. Where Redis or RabbitMQ does not answer the test fails in CI and
is skipped elsewhere, saying so.
"""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
import redis
from kombu import Connection
from pypdf import PdfReader

from tests.databases import another_database

pytestmark = pytest.mark.broker

BROKERS = {
    "folder": "",
    "redis": os.environ.get("TAPETE_TEST_REDIS", "redis://127.0.0.1:6379/9"),
    "rabbitmq": os.environ.get("TAPETE_TEST_RABBITMQ", "amqp://guest:guest@127.0.0.1:5672//"),
}
LOST_AFTER = 3  # seconds, instead of twenty
PATIENCE = 90

SET_UP = """
from datetime import datetime, timezone
from django.contrib.auth.models import User
from tournaments.services.setup.tournament import (create_tournament)
create_tournament(
    author=User.objects.create_user("pilar"), name="Casino", venue="", tables=8, game="guinote",
    starts_at=datetime(2026, 12, 5, 16, 30, tzinfo=timezone.utc), game_options={},
    format="knockout", format_options={}, seed="tapete",
)
"""
ORDER = """
from scoring.prints.ask import Ask
from scoring.services.prints import order_print
from tournaments.models import Tournament
Tournament.objects.update(tables={tables})
tournament = Tournament.objects.get()
print(order_print(tournament=tournament, author=None, ask=Ask("table_numbers")).pk)
"""
SHORT = """
from scoring.prints.ask import Ask
from scoring.services.prints import order_print
from tournaments.models import Tournament
tournament = Tournament.objects.get()
print(order_print(tournament=tournament, author=None, ask=Ask("entries")).pk)
"""


@dataclass
class Hall:
    """A machine of its own: database, queue, folder, and the workers started on it."""

    folder: Path
    database: str
    env: dict[str, str]
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def shell(self, code: str) -> str:
        """Run a few lines in another process of this hall; what they print."""
        command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", code]
        done = subprocess.run(
            command, env=self.env, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def order(self, tables: int) -> str:
        """Ask for the numbers of so many tables, two to a page; the job's id."""
        return self.shell(ORDER.format(tables=tables)).split()[-1]

    def start_worker(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-P", "solo"]
        command += ["-l", "WARNING", "--without-gossip", "--without-mingle"]
        with (self.folder / "worker.log").open("ab") as log:
            worker = subprocess.Popen(command, env=self.env, stdout=log, stderr=log)
        self.workers.append(worker)
        return worker

    def row(self, job: str) -> tuple[str, int, int, int]:
        """State, done, total and attempts, read straight from the database."""
        query = "SELECT state, done, total, attempts FROM tournaments_job"
        if self.database.startswith("sqlite"):
            with sqlite3.connect(self.database.removeprefix("sqlite:///"), timeout=20) as lite:
                return lite.execute(f"{query} WHERE id = ?", [job.replace("-", "")]).fetchone()
        with psycopg.connect(self.database) as postgres:
            return postgres.execute(f"{query} WHERE id = %s", [job]).fetchone()

    def wait(self, job: str, until: Callable[[tuple[str, int, int, int]], bool]) -> list[tuple]:
        """Every different row seen until one is as wanted."""
        seen, deadline = [self.row(job)], time.monotonic() + PATIENCE
        while not until(seen[-1]):
            assert time.monotonic() < deadline, (seen, self.log())
            time.sleep(0.05)
            if (now := self.row(job)) != seen[-1]:
                seen.append(now)
        return seen

    def log(self) -> str:
        return (self.folder / "worker.log").read_text(errors="replace")[-4000:]

    def files(self, job: str) -> list[Path]:
        return sorted((self.folder / "var" / "media" / "jobs" / job).glob("*/*"))


@pytest.fixture(params=BROKERS)
def hall(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hall]:
    _needs(BROKERS[request.param])
    yield from halls(BROKERS[request.param], tmp_path)


def halls(url: str, tmp_path: Path) -> Iterator[Hall]:
    """A hall whose queue is at this address, taken down when it is closed."""
    queue = f"tapete-test-{uuid4().hex}"
    with another_database(tmp_path) as database:
        env = {name: text for name, text in os.environ.items() if not name.startswith("TAPETE_")}
        env |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": database,
            "TAPETE_VAR": str(tmp_path / "var"),
            "TAPETE_BROKER_URL": url,
            "TAPETE_QUEUE": queue,
            "TAPETE_JOB_LOST_AFTER": str(LOST_AFTER),
            "TAPETE_PLAIN_STATIC": "1",
        }
        hall = Hall(tmp_path, database, env)
        tables = [sys.executable, "benchmarks/scratch.py"]
        subprocess.run(tables, env=env, timeout=PATIENCE, check=True)
        hall.shell(SET_UP)
        try:
            yield hall
        finally:
            for worker in hall.workers:
                _end(worker)
            _forget(url, queue)


def _needs(url: str) -> None:
    """Skip, or fail in CI, when nothing answers there."""
    if not url:
        return
    place = urlsplit(url)
    try:
        socket.create_connection((place.hostname or "", place.port or 0), timeout=3).close()
    except OSError as error:
        reason = f"nothing answers at {place.hostname}:{place.port} ({error})"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)


def _end(worker: subprocess.Popen[bytes]) -> None:
    if worker.poll() is None:
        worker.terminate()
        try:
            worker.wait(timeout=15)
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait(timeout=5)


def _forget(url: str, queue: str) -> None:
    """Leave nothing behind in a broker that others use."""
    if url:
        with Connection(url) as connection:
            for name in (queue, f"{queue}-long"):
                connection.default_channel.queue_delete(name)
    if url.startswith("redis"):
        with redis.Redis.from_url(url) as store:
            for key in store.scan_iter(f"*{queue}*"):
                store.delete(key)


def test_a_worker_prints_with_visible_progress_and_another_takes_over_when_it_is_killed(
    hall: Hall,
) -> None:
    waiting = hall.order(tables=120)
    assert hall.row(waiting)[0] == "queued"

    first = hall.start_worker()
    seen = hall.wait(waiting, lambda row: row[0] in ("done", "failed"))
    assert seen[-1] == ("done", 121, 121, 3), hall.log()  # planned, and two slices
    assert any(state == "running" and 0 < done < total for state, done, total, _n in seen), seen
    (printed,) = hall.files(waiting)
    assert len(PdfReader(printed).pages) == 60

    cut = hall.order(tables=260)
    hall.wait(cut, lambda row: row[0] == "running" and row[1] > 100)
    first.send_signal(signal.SIGKILL)
    assert first.wait(timeout=5) == -signal.SIGKILL
    state, done, total, attempts = hall.row(cut)
    assert state in ("running", "queued") and attempts > 2
    assert 100 < done < total
    assert hall.files(cut) == []

    time.sleep(LOST_AFTER + 0.5)
    short = hall.shell(SHORT).split()[-1]
    hall.start_worker()
    hall.wait(short, lambda row: row[0] == "done")
    assert hall.row(cut)[0] in ("running", "queued")  # it did not wait for all of them
    seen = hall.wait(cut, lambda row: row[0] in ("done", "failed"))
    assert seen[-1][:3] == ("done", 261, 261), hall.log()
    assert seen[-1][3] in (4, 5)  # planned, three slices, and one of them again
    (printed,) = hall.files(cut)
    assert printed.parent.name == str(seen[-1][3])
    pieces, deadline = hall.folder / "var" / "media" / "pieces", time.monotonic() + 5
    while list(pieces.glob("*/*")) and time.monotonic() < deadline:
        time.sleep(0.1)  # they go after the row says done
    assert list(pieces.glob("*/*")) == []
    assert len(PdfReader(printed).pages) == 130
