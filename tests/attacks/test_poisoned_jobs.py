"""Jobs that never end or bring their process down: they fail, and the others do not wait."""

from collections.abc import Iterator

import pytest

from tests.tournaments.jobs.worker.hall import Hall, opened

pytestmark = [pytest.mark.slow, pytest.mark.broker]


@pytest.fixture
def hall(tmp_path) -> Iterator[Hall]:
    """A machine whose queue is a folder, and its worker one process that has another work."""
    with opened("", tmp_path) as hall:
        hall.start_worker("tests.attacks.poisoned", pool="prefork")
        yield hall


def test_a_job_that_kills_its_process_or_never_ends_is_failed_and_the_next_ones_are_done(hall):
    kinds = ["falls", "deaf", "forever", "quick"]
    jobs = hall.inside.ask("start", kinds=kinds)
    ended = [hall.wait(job, lambda row: row[0] in ("done", "failed"))[-1] for job in jobs]
    told = zip(kinds, hall.inside.ask("codes"), ended, strict=True)
    assert [(kind, code, state, tries) for kind, code, (state, *_steps, tries) in told] == [
        ("falls", "job_interrupted", "failed", 4),  # given up at the fourth
        ("deaf", "job_too_long", "failed", 1),
        ("forever", "job_too_long", "failed", 1),
        ("quick", "", "done", 1),
    ], hall.log()
