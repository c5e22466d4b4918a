"""Jobs that never end or kill their process fail, and the jobs behind them run."""

from collections.abc import Iterator

import pytest

from tests.tournaments.jobs.worker.hall import Hall, open_hall

pytestmark = [pytest.mark.slow, pytest.mark.broker]


@pytest.fixture
def hall(tmp_path) -> Iterator[Hall]:
    """A hall whose queue is a folder, with a worker that knows the poisoned kinds of jobs."""
    with open_hall("", tmp_path) as hall:
        hall.start_worker("tests.attacks.poisoned", pool="prefork")
        yield hall


def test_jobs_that_kill_their_process_or_never_end_fail_and_the_next_job_runs(hall):
    kinds = ["falls", "deaf", "forever", "quick"]
    jobs = hall.inside.ask("start", kinds=kinds)
    rows = [hall.wait(job, lambda row: row[0] in ("done", "failed"))[-1] for job in jobs]
    results = zip(kinds, hall.inside.ask("codes"), rows, strict=True)
    assert [(kind, code, state, tries) for kind, code, (state, *_steps, tries) in results] == [
        ("falls", "job_interrupted", "failed", 4),  # the fourth try is the last
        ("deaf", "job_too_long", "failed", 1),
        ("forever", "job_too_long", "failed", 1),
        ("quick", "", "done", 1),
    ], hall.log()
