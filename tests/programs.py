"""Programs that tests start, and programs that a machine lacks."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import pytest

from tests.inside import ROOT


def run_python(
    *words: str | Path,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    status: int | None = 0,
    before: Sequence[str] = (),
    timeout: float = 600,
) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments and return the completed process; check its exit status.

    `status` None accepts any. `before` is put before the command, for another host or user.
    """
    done = subprocess.run(
        [*before, sys.executable, *words],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert status in (None, done.returncode), done.stdout[-3000:] + done.stderr
    return done


def skip_or_fail(reason: str) -> NoReturn:
    """Skip a test whose program is missing on this machine; on CI fail it instead."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def say(spanish: str, english: str) -> None:
    """Print a sentence in the language of this machine, as `./dev` does: English, else Spanish."""
    language = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    print(english if language.startswith("en") else spanish, file=sys.stderr, flush=True)
