"""Start programs in tests, choose their ports, and skip tests whose program is missing."""

import os
import random
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import pytest

from tests.inside import ROOT

# Below 32768, where Linux takes the ports of outgoing connections. A client's connection could
# otherwise hold the port of a server that a test has killed and is about to start again.
PORTS = range(20_000, 32_000)


def free_port() -> int:
    """Return a port of 127.0.0.1 on which nothing listens."""
    luck = random.SystemRandom()  # processes with the same seed must not choose the same port
    while True:
        port = luck.choice(PORTS)
        with socket.socket() as connection:
            try:
                connection.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


def run_python(
    *arguments: str | Path,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    status: int | None = 0,
    before: Sequence[str] = (),
    timeout: float = 600,
) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments and return the completed process; check its exit status.

    `status` None accepts any. The words `before` precede the command, for another host or user.
    """
    process = subprocess.run(
        [*before, sys.executable, *arguments],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert status in (None, process.returncode), process.stdout[-3000:] + process.stderr
    return process


def skip_or_fail(reason: str) -> NoReturn:
    """Skip a test whose program is missing on this machine; on CI fail it instead."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def say(spanish: str, english: str) -> None:
    """Print a sentence as `./dev` does: in English on an English machine, else in Spanish."""
    language = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    print(english if language.startswith("en") else spanish, file=sys.stderr, flush=True)
