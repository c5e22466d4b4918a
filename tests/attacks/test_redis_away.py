"""The site goes on while Redis is killed or hangs, and logs it once."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from kombu.exceptions import OperationalError

from config import cache as redis_cache
from config.cache import RedisOrMemory
from tests.api.conftest import Api
from tests.conftest import PASSWORD
from tests.programs import free_port, run_python
from tests.tournaments.jobs.worker.hall import open_hall
from tournaments import tasks
from tournaments.accounts.throttling import RATES
from tournaments.jobs.services.jobs import start_job
from tournaments.models import Job

LOGIN = "/cuenta/login/"
PATIENCE = 30


class Redis:
    """A Redis server on a free port, which a test may kill and start again."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.folder, self.url = folder, f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        with (self.folder / "redis.log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                assert time.monotonic() < deadline, (self.folder / "redis.log").read_text()
                time.sleep(0.02)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def hang(self) -> None:
        """Stop the server: it keeps its connections and does not answer."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)


@pytest.fixture
def server(tmp_path) -> Iterator[Redis]:
    if shutil.which("redis-server") is None:
        reason = "there is no redis-server on this machine"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    redis = Redis(tmp_path)
    redis.start()
    yield redis
    redis.kill()


@pytest.fixture
def redis(server, settings, monkeypatch) -> Redis:
    """The server as the cache of a site that has just used it."""
    monkeypatch.setattr(redis_cache, "RETRY_AFTER", 0.2)
    monkeypatch.setattr(RedisOrMemory, "away_until", 0.0)
    backend = {"BACKEND": "config.cache.RedisOrMemory", "LOCATION": server.url}
    settings.CACHES = {"default": backend, "pages": {**backend, "KEY_PREFIX": "pages"}}
    caches["default"].clear()
    yield server
    caches["default"]._memory.clear()


def logged_messages(caplog) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "tapete.services"]


def test_pages_login_and_api_go_on_without_redis_and_it_is_logged_once(
    redis, casino, pilar, caplog
):
    assert Client().get("/t/casino-de-calamocha/").status_code == 200
    redis.kill()
    for _time in range(3):
        assert Client().get("/").status_code == 200
        assert Client().get("/t/casino-de-calamocha/").status_code == 200
        assert Client().get("/t/casino-de-calamocha/inscripciones/").status_code < 400
        assert Api(None).get("tournaments/casino-de-calamocha/").status_code == 200
        login = Client().post(LOGIN, {"login": "pilar", "password": PASSWORD})
        assert login.status_code == 302
        token = Api(None).post("token/", {"username": "pilar", "password": PASSWORD})
        assert (token.status_code, "token" in token.json()) == (200, True)
        assert Client().get("/cuenta/signup/").status_code == 200
    (message,) = logged_messages(caplog)
    assert message.startswith("the cache in Redis does not answer") and "Refused" in message.title()
    assert not any(record.exc_info for record in caplog.records)

    redis.start()
    deadline = time.monotonic() + PATIENCE
    while len(logged_messages(caplog)) < 2:
        assert time.monotonic() < deadline
        caches["default"].get("anything")
        time.sleep(0.05)
    assert logged_messages(caplog)[1] == "the cache in Redis answers again"
    caches["default"].set("kept", 1)
    assert caches["default"]._redis.get("kept") == 1


def test_without_redis_each_process_still_throttles_guesses(redis, pilar):
    redis.kill()
    wrong = {"login": "pilar", "password": "no es esta"}
    limit = RATES["key"][0]
    answers = [Client().post(LOGIN, wrong).status_code for _try in range(limit + 2)]
    assert answers == [200] * limit + [429] * 2
    throttled_answer = Api(None).post("token/", {"username": "pilar", "password": PASSWORD})
    assert (throttled_answer.status_code, throttled_answer.json()["error"]["code"]) == (
        429,
        "throttled",
    )


def test_a_redis_that_hangs_delays_no_page(redis, casino, caplog, monkeypatch):
    monkeypatch.setattr(redis_cache, "RETRY_AFTER", 60)
    redis.hang()
    start = time.monotonic()
    assert {Client().get("/t/casino-de-calamocha/").status_code for _time in range(5)} == {200}
    assert time.monotonic() - start < 10  # the site does not wait half a second for each value
    assert len(logged_messages(caplog)) == 1


def test_values_cached_in_memory_are_dropped_when_redis_is_back(redis, monkeypatch):
    cache = caches["default"]
    cache.set("page", "old")
    redis.kill()
    assert cache.get("page") is None
    cache.set("page", "of this process")
    expected = ("of this process", 2)
    assert (cache.get("page"), cache.incr("tries", 1) if cache.add("tries", 1) else 0) == expected
    redis.start()
    RedisOrMemory.away_until = time.monotonic()
    assert (cache.get("page"), cache.get("tries")) == (None, None)
    assert cache._memory.get("page") is None


# --- The queue -----------------------------------------------------------------------------------
SEND = """
import time
from benchmarks.scratch import make_tables
from tournaments import tasks
from tournaments.models import Job
make_tables()
start = time.monotonic()
tasks.send(Job())
print(time.monotonic() - start < 5)
"""


@pytest.mark.slow
def test_a_queue_that_is_away_delays_no_page_and_it_is_logged(server):
    server.kill()
    env = {
        **os.environ,
        "TAPETE_BROKER_URL": server.url,
        "TAPETE_VAR": str(server.folder / "var"),
        "DATABASE_URL": "sqlite://:memory:",
    }
    process = run_python("manage.py", "shell", "-v", "0", "-c", SEND, env=env, timeout=PATIENCE * 3)
    assert process.stdout.strip() == "True"
    assert process.stderr.count("the queue of jobs does not answer") == 1
    assert "Traceback" not in process.stderr


@pytest.mark.django_db(transaction=True)
def test_jobs_ordered_without_the_queue_are_sent_when_it_is_back(
    casino, pilar, client_as, monkeypatch, caplog
):
    sent_jobs: list[str] = []

    def fail(_job_id: str) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(tasks.run_job, "delay", fail)
    jobs = [
        start_job(tournament=casino, owner=pilar, kind="rehearsal", params={}) for _job in range(2)
    ]
    messages = [
        record.getMessage() for record in caplog.records if record.name == "tournaments.tasks"
    ]
    assert len(messages) == 2 and "does not answer (connection refused)" in messages[0]
    path = f"/t/casino-de-calamocha/trabajos/{jobs[0].pk}/"
    Job.objects.update(created_at=timezone.now() - timedelta(seconds=61))
    page = client_as(pilar).get(path)
    assert (page.status_code, "Su petición se hará cuando arranque" in page.text) == (200, True)
    monkeypatch.setattr(tasks.run_job, "delay", sent_jobs.append)
    Job.objects.update(updated_at=timezone.now() - timedelta(seconds=61))
    client_as(pilar).get(path)
    assert sorted(sent_jobs) == sorted(str(job.pk) for job in jobs)


@pytest.mark.broker
def test_a_print_survives_a_killed_redis_even_if_its_worker_ends(server):
    """The worker has a pool of processes, as in `deploy/`. Kombu 5.7 may end it without Redis."""
    with open_hall(server.url, server.folder) as hall:
        worker = hall.start_worker(pool="prefork")
        first_job = hall.inside.ask("order", sheet="table_numbers", tables=20)
        hall.wait(first_job, lambda row: row[0] == "done")
        printing = hall.inside.ask("order", sheet="table_numbers", tables=90)
        hall.wait(printing, lambda row: row[0] == "running")
        server.kill()
        deadline = time.monotonic() + 2 * PATIENCE
        while worker.poll() is None and "Trying again in" not in hall.log():
            assert time.monotonic() < deadline, hall.log()
            time.sleep(0.1)
        server.start()
        later = hall.inside.ask("order", sheet="table_numbers", tables=20)

        def is_done(row: tuple[str, int, int, int]) -> bool:
            nonlocal worker
            if worker.poll() is not None:  # systemd would start it again
                worker = hall.start_worker(pool="prefork")
            return row[0] == "done"

        hall.wait(printing, is_done)
        hall.wait(later, is_done)
