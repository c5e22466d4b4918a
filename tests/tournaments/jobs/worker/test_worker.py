"""Tests of a real worker process on a real queue: a folder, Redis, RabbitMQ.

The worker has its own database, queue and folder; the test process only reads the row of the job,
as any other machine would. If Redis or RabbitMQ does not answer, the test fails in CI and is
skipped elsewhere, with the reason.
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

from tests.tournaments.jobs.worker.hall import Hall, open_hall

pytestmark = pytest.mark.broker

BROKERS = {
    "folder": "",
    "redis": os.environ.get("TAPETE_TEST_REDIS", "redis://127.0.0.1:6379/9"),
    "rabbitmq": os.environ.get("TAPETE_TEST_RABBITMQ", "amqp://guest:guest@127.0.0.1:5672//"),
}


@pytest.fixture(params=BROKERS)
def hall(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hall]:
    _require_broker(BROKERS[request.param])
    with open_hall(BROKERS[request.param], tmp_path) as hall:
        yield hall


def _require_broker(url: str) -> None:
    """Skip the test, or fail it in CI, if nothing answers at this address."""
    if not url:
        return
    parts = urlsplit(url)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), timeout=3).close()
    except OSError as error:
        reason = f"nothing answers at {parts.hostname}:{parts.port} ({error})"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)


def test_worker_prints_with_progress_and_another_takes_over_when_it_is_killed(hall: Hall) -> None:
    job = hall.inside.ask("order", sheet="table_numbers", tables=120)
    assert hall.row(job)[0] == "queued"

    first_worker = hall.start_worker()
    rows = hall.wait(job, lambda row: row[0] in ("done", "failed"))
    assert rows[-1] == ("done", 121, 121, 1), hall.log()
    assert any(state == "running" and 0 < done < total for state, done, total, _attempts in rows), (
        rows
    )
    (pdf,) = hall.files(job)
    assert len(PdfReader(pdf).pages) == 60

    interrupted_job = hall.inside.ask("order", sheet="table_numbers", tables=260)
    hall.wait(interrupted_job, lambda row: row[0] == "running" and row[1] > 100)
    first_worker.send_signal(signal.SIGKILL)
    assert first_worker.wait(timeout=5) == -signal.SIGKILL
    state, done, total, attempts = hall.row(interrupted_job)
    assert (state, attempts) == ("running", 1)
    assert 100 < done < total
    assert hall.files(interrupted_job) == []

    short_job = hall.inside.ask("order", sheet="entries", tables=260)
    hall.start_worker()
    hall.wait(short_job, lambda row: row[0] == "done")
    # The short job was printed between two pieces of the long job.
    assert hall.row(interrupted_job)[0] in ("running", "queued")
    rows = hall.wait(interrupted_job, lambda row: row[0] in ("done", "failed"))
    assert rows[-1] == ("done", 261, 261, 2), hall.log()
    (pdf,) = hall.files(interrupted_job)
    assert pdf.parent.name == "2"  # the folder of the second attempt
    pieces, deadline = hall.folder / "var" / "media" / "pieces", time.monotonic() + 5
    while list(pieces.glob("*/*")) and time.monotonic() < deadline:
        time.sleep(0.1)  # the pieces are deleted after the job is done
    assert list(pieces.glob("*/*")) == []
    assert len(PdfReader(pdf).pages) == 130


def test_truncated_message_of_the_folder_stops_a_worker_but_loses_no_job(tmp_path: Path) -> None:
    """Kombu stops a worker that reads half a message. The test starts another worker."""
    with open_hall("", tmp_path) as hall:
        worker = hall.start_worker()
        queue = tmp_path / "var" / "queue" / "messages"
        (queue / f"0_cut.{hall.env['TAPETE_QUEUE']}.msg").write_text('{"body": "{')
        assert worker.wait(timeout=60) != 0
        job = hall.inside.ask("order", sheet="table_numbers", tables=20)
        hall.start_worker()
        hall.wait(job, lambda row: row[0] == "done")
