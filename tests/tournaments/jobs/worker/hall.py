"""Installations of Tapete for the tests of workers."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import psycopg
import redis
from kombu import Connection

from tests.databases import another_database
from tests.inside import Inside

PATIENCE = 90


@dataclass
class Hall:
    """An installation of Tapete with its own database, queue and folder, and its workers."""

    folder: Path
    database: str
    env: dict[str, str]
    inside: Inside
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start_worker(self, app: str = "config", pool: str = "solo") -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "celery", "-A", app, "worker", "-P", pool, "-c", "1"]
        command += ["-l", "WARNING", "--without-gossip", "--without-mingle"]
        with (self.folder / "worker.log").open("ab") as log:
            worker = subprocess.Popen(command, env=self.env, stdout=log, stderr=log)
        self.workers.append(worker)
        return worker

    def row(self, job: str) -> tuple[str, int, int, int]:
        """Return the state, steps done, steps in all and attempts of a job, from the database."""
        query = "SELECT state, done, total, attempts FROM tournaments_job"
        if self.database.startswith("sqlite"):
            with sqlite3.connect(
                self.database.removeprefix("sqlite:///"), timeout=20
            ) as connection:
                return connection.execute(
                    f"{query} WHERE id = ?", [job.replace("-", "")]
                ).fetchone()
        with psycopg.connect(self.database) as connection:
            return connection.execute(f"{query} WHERE id = %s", [job]).fetchone()

    def wait(self, job: str, condition: Callable[[tuple[str, int, int, int]], bool]) -> list[tuple]:
        """Poll the row of the job until `condition(row)` is true. Return each changed row."""
        rows, deadline = [self.row(job)], time.monotonic() + PATIENCE
        while not condition(rows[-1]):
            assert time.monotonic() < deadline, (rows, self.log())
            time.sleep(0.05)
            if (row := self.row(job)) != rows[-1]:
                rows.append(row)
        return rows

    def log(self) -> str:
        return (self.folder / "worker.log").read_text(errors="replace")[-4000:]

    def files(self, job: str) -> list[Path]:
        return sorted((self.folder / "var" / "media" / "jobs" / job).glob("*/*"))


@contextmanager
def open_hall(broker: str, folder: Path, **settings: str) -> Iterator[Hall]:
    """Open a hall that uses this broker. Stop its workers and delete its queue at the end."""
    queue = f"tapete-test-{uuid4().hex}"
    with another_database(folder) as database:
        env = {name: value for name, value in os.environ.items() if not name.startswith("TAPETE_")}
        env |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": database,
            "TAPETE_VAR": str(folder / "var"),
            "TAPETE_BROKER_URL": broker,
            "TAPETE_QUEUE": queue,
            "TAPETE_PLAIN_STATIC": "1",
            **settings,
        }
        hall = Hall(folder, database, env, Inside("tests.tournaments.jobs.worker.inside", env))
        try:
            hall.inside.ask("prepare")
            yield hall
        finally:
            hall.inside.close()
            for worker in hall.workers:
                _stop_worker(worker)
            _delete_queue(broker, queue)


def _stop_worker(worker: subprocess.Popen[bytes]) -> None:
    if worker.poll() is None:
        worker.terminate()
        try:
            worker.wait(timeout=15)
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait(timeout=5)


def _delete_queue(url: str, queue: str) -> None:
    """Delete this queue, the queue of long jobs and their keys from a shared broker."""
    if url:
        with Connection(url) as connection:
            for name in (queue, f"{queue}-long"):
                connection.default_channel.queue_delete(name)
    if url.startswith("redis"):
        with redis.Redis.from_url(url) as client:
            for key in client.scan_iter(f"*{queue}*"):
                client.delete(key)
