"""The server closes a connection that is silent for too long."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.attacks.impatient import SILENT
from tests.attacks.phones import request_head
from tests.faults.web import ROOT
from tests.programs import free_port
from tests.rows import cases

pytestmark = pytest.mark.faults


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    port = free_port()
    command = [sys.executable, "-m", "tests.attacks.impatient", str(port)]
    with subprocess.Popen(command, cwd=ROOT) as server:
        try:
            yield _wait_for_answer(port)
        finally:
            server.terminate()


def _wait_for_answer(port: int) -> int:
    for _attempt in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return port
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("The server does not answer.")


def seconds_until_closed(port: int, start: bytes) -> float:
    """Send `start` and wait; return the seconds until the server closes the connection."""
    start_time = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(start)
        with suppress(ConnectionError):
            while connection.recv(1000):
                pass
    return time.monotonic() - start_time


@cases(
    "start",
    b"",  # the connection is only opened
    b"GET / HT",  # a part of the head
    request_head(length=1000) + b"login=",  # a part of the body
    request_head(),  # a whole request, and no other after it
)
def test_a_silent_connection_is_closed(port: int, start: bytes):
    assert SILENT <= seconds_until_closed(port, start) < 15
