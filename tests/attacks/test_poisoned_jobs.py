"""Jobs that never end or bring their process down: failed once, and the others do not wait."""

import time
from collections.abc import Iterator

import pytest

from tests.worker.hall import Hall, opened
from tournaments import tasks
from tournaments.services.jobs import start_job
from tournaments.worker import jobs, time_limits
from tournaments.worker.jobs import Kind, Needs


def forever(_job, progress):
    """The alarm must not ring in a query, which would break the transaction of the test."""
    progress.step(1, 3)
    while True:
        pass


def forever_whatever_happens(_job, _progress):
    """As a library that takes any exception for its own, the first time."""
    try:
        while True:
            pass
    except Exception:
        while True:
            pass


@pytest.mark.slow
@pytest.mark.parametrize("work", [forever, forever_whatever_happens])
def test_a_job_that_never_ends_is_ended_in_any_worker(work, casino, pilar, monkeypatch, settings):
    monkeypatch.setitem(
        jobs.KINDS, "poison", Kind("poison", work, lambda _params: Needs("print_sheets"))
    )
    monkeypatch.setattr(time_limits, "AGAIN", 0.1)
    settings.TAPETE_JOB_SECONDS = 1
    job = start_job(tournament=casino, owner=pilar, kind="poison", params={}, upload=b"x")
    start = time.monotonic()
    tasks.run_job(str(job.pk))
    assert time.monotonic() - start < 10
    job.refresh_from_db()
    assert (job.state, job.code, job.attempts) == ("failed", "job_too_long", 1)
    assert job.message == "El trabajo llevaba más de 1 min y se ha dejado: no podía acabar."
    assert not job.upload
    assert tasks.take_up_lost_jobs() == 0


# --- A real worker that keeps a pool of processes ------------------------------------------------
@pytest.fixture
def hall(tmp_path) -> Iterator[Hall]:
    """A machine whose queue is a folder, and its worker one process that has another work."""
    longer_than_what_ends_a_job = "60"
    with opened("", tmp_path, TAPETE_JOB_LOST_AFTER=longer_than_what_ends_a_job) as hall:
        hall.start_worker("tests.attacks.poisoned", pool="prefork")
        yield hall


@pytest.mark.slow
@pytest.mark.broker
def test_a_job_that_kills_its_process_is_failed_once_and_the_next_ones_are_done(hall):
    jobs = hall.inside.ask("start", kinds=["falls", "deaf", "quick"])
    ended = [hall.wait(job, lambda row: row[0] in ("done", "failed"))[-1] for job in jobs]
    assert [(state, attempts) for state, _done, _total, attempts in ended] == [
        ("failed", 1),
        ("failed", 1),
        ("done", 1),
    ], hall.log()
    assert hall.inside.ask("codes") == ["job_too_big", "job_too_long", ""]
