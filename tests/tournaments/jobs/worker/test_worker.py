"""A real worker process on a real queue: a folder, Redis, RabbitMQ.

The worker has a database, a queue and a folder of its own; this process only looks at the job's
row, as any other machine would. Where Redis or RabbitMQ does not answer the test fails in CI and
is skipped elsewhere, saying so.
"""

import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pypdf import PdfReader

from tests.tournaments.jobs.worker.hall import Hall, opened

pytestmark = pytest.mark.broker

BROKERS = {
    "folder": "",
    "redis": os.environ.get("TAPETE_TEST_REDIS", "redis://127.0.0.1:6379/9"),
    "rabbitmq": os.environ.get("TAPETE_TEST_RABBITMQ", "amqp://guest:guest@127.0.0.1:5672//"),
}


@pytest.fixture(params=BROKERS)
def hall(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hall]:
    _needs(BROKERS[request.param])
    with opened(BROKERS[request.param], tmp_path) as hall:
        yield hall


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


def test_a_worker_prints_with_visible_progress_and_another_takes_over_when_it_is_killed(
    hall: Hall,
) -> None:
    waiting = hall.inside.ask("order", sheet="table_numbers", tables=120)
    assert hall.row(waiting)[0] == "queued"

    first = hall.start_worker()
    seen = hall.wait(waiting, lambda row: row[0] in ("done", "failed"))
    assert seen[-1] == ("done", 121, 121, 1), hall.log()
    assert any(state == "running" and 0 < done < total for state, done, total, _n in seen), seen
    (printed,) = hall.files(waiting)
    assert len(PdfReader(printed).pages) == 60

    cut = hall.inside.ask("order", sheet="table_numbers", tables=260)
    hall.wait(cut, lambda row: row[0] == "running" and row[1] > 100)
    first.send_signal(signal.SIGKILL)
    assert first.wait(timeout=5) == -signal.SIGKILL
    state, done, total, attempts = hall.row(cut)
    assert (state, attempts) == ("running", 1)
    assert 100 < done < total
    assert hall.files(cut) == []

    short = hall.inside.ask("order", sheet="entries", tables=260)
    hall.start_worker()
    hall.wait(short, lambda row: row[0] == "done")
    assert hall.row(cut)[0] in ("running", "queued")  # it did not wait for all of them
    seen = hall.wait(cut, lambda row: row[0] in ("done", "failed"))
    assert seen[-1] == ("done", 261, 261, 2), hall.log()
    (printed,) = hall.files(cut)
    assert printed.parent.name == "2"  # of the second attempt
    pieces, deadline = hall.folder / "var" / "media" / "pieces", time.monotonic() + 5
    while list(pieces.glob("*/*")) and time.monotonic() < deadline:
        time.sleep(0.1)  # they go after the row says done
    assert list(pieces.glob("*/*")) == []
    assert len(PdfReader(printed).pages) == 130


def test_a_message_of_the_folder_that_is_cut_short_costs_a_start_and_no_job(tmp_path: Path) -> None:
    """Kombu ends a worker that reads half a message; who looks after the worker starts it again."""
    with opened("", tmp_path) as hall:
        worker = hall.start_worker()
        queue = tmp_path / "var" / "queue" / "messages"
        (queue / f"0_cut.{hall.env['TAPETE_QUEUE']}.msg").write_text('{"body": "{')
        assert worker.wait(timeout=60) != 0
        asked = hall.inside.ask("order", sheet="table_numbers", tables=20)
        hall.start_worker()
        hall.wait(asked, lambda row: row[0] == "done")
