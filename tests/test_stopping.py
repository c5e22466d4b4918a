"""A stopped run of the tests leaves no process, no database and no file."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path

import psutil
import psycopg
import pytest

from benchmarks.scratch import SERVER, server_answers
from tests.inside import ROOT
from tests.rows import words
from tests.stopping import names_of_database

PATIENCE = 60.0
# The command that `./dev test --full` runs, for the two tests of one file.
RUN = [sys.executable, *words("-m tests --full -p no:cacheprovider tests/stopping_inside.py")]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start the tests of `stopping_inside` as `./dev test --full` does, in their own session."""
    (tmp_path / "notes").mkdir()
    own_variables = {"TMPDIR": str(tmp_path), "TAPETE_TEST_NOTES": str(tmp_path / "notes")}
    variables = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
    }
    with (tmp_path / "told").open("wb") as output:
        run = subprocess.Popen(
            RUN,
            cwd=ROOT,
            env={**variables, **own_variables},
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        yield run
    for process in _family(run.pid):
        process.kill()


@pytest.mark.slow
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_stopped_leaves_nothing_behind(stop, run, tmp_path):
    """SIGTERM goes to `./dev` alone, Ctrl+C to every process of the terminal."""
    notes = _notes(run, tmp_path / "notes", 2 * (1 + server_answers()))
    family = _family(run.pid)
    pids = {int(pid) for note in notes for pid in note.split()[:2]}
    assert pids <= {process.pid for process in family}
    files = [Path(note.split()[2]) for note in notes if ".sqlite3" in note]
    assert len(files) == 2 and all(file.exists() for file in files)
    # A database of another run, whose process number has the same beginning.
    neighbour = files[0].with_name(f"tapete-test-{notes[0].split()[0]}0.sqlite3")
    neighbour.touch()

    (os.killpg if stop == signal.SIGINT else os.kill)(run.pid, stop)
    assert run.wait(PATIENCE) == 130
    _gone, alive = psutil.wait_procs(family, timeout=5)
    assert alive == []
    assert sorted(tmp_path.glob("tapete-*")) == [neighbour]
    assert _databases(notes) == []


def test_database_names_match_only_their_process():
    """A process has its own database, and the databases of its xdist workers with a suffix."""
    names = ["test_tapete_12", "test_tapete_12_gw0", "test_tapete_123", "test_tapete_123_gw0"]
    assert [name for name in names if names_of_database(12).fullmatch(name)] == names[:2]


def _notes(run: subprocess.Popen[bytes], folder: Path, count: int) -> list[str]:
    """Return the notes once `count` tests have written their processes and database."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and run.poll() is None:
        notes = [path for path in sorted(folder.iterdir()) if not path.suffix]
        if len(notes) == count:
            return [path.read_text() for path in notes]
        time.sleep(0.1)
    pytest.fail((folder.parent / "told").read_text(), pytrace=False)


def _family(pid: int) -> list[psutil.Process]:
    """Return a process, if it still runs, and all its descendants."""
    try:
        return [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _databases(notes: list[str]) -> list[str]:
    """Return the PostgreSQL databases in the notes that still exist."""
    names = [note.split()[2] for note in notes if ".sqlite3" not in note]
    if not names:
        return []
    with psycopg.connect(SERVER, autocommit=True) as server:
        rows = server.execute("SELECT datname FROM pg_database WHERE datname = ANY(%s)", [names])
        return [name for (name,) in rows]


def test_a_process_forked_by_a_test_ends_on_sigterm():
    context = get_context("fork")
    has_started = context.Event()  # Python loses a signal that comes before the start
    process = context.Process(target=_sleep, args=(has_started,))
    process.start()
    assert has_started.wait(20)
    process.terminate()
    process.join(20)
    assert process.exitcode == -signal.SIGTERM


def _sleep(has_started: Event) -> None:
    has_started.set()
    time.sleep(60)
