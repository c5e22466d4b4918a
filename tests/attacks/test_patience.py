"""Connections that say nothing, or too little for too long, are closed; and what is at hand is
answered by the loop that reads them all, which waits for none of them."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.attacks.phones import asks
from tests.faults.cluster import free_port
from tests.faults.web import ROOT
from tests.rows import cases

pytestmark = pytest.mark.faults


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    port = free_port()
    settings = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-m", "tests.attacks.impatient", str(port)]
    with subprocess.Popen(command, cwd=ROOT, env=settings) as server:
        try:
            yield _answering(port)
        finally:
            server.terminate()


def _answering(port: int) -> int:
    for _attempt in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return port
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("The server does not answer.")


def seconds_until_closed(port: int, first: bytes, then: bytes = b"") -> float:
    """How long the server bears a connection that sends this, and then a letter now and then."""
    start = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=20) as one:
        one.sendall(first)
        one.settimeout(0.2)
        while time.monotonic() - start < 20:
            try:
                if not one.recv(1000):
                    break
            except TimeoutError:
                if not then:
                    continue
            except ConnectionError:
                break
            try:
                one.sendall(then)
            except OSError:
                break
    return time.monotonic() - start


@cases(
    "first, then, least",
    (b"", b"", 0.5),  # opened, and nothing said
    (asks(length=1000) + b"login=", b"", 0.5),  # a body promised
    (b"GET / HT", b"a", 0.9),  # headers letter by letter: it is never silent
    (asks(length=1000), b"a", 0.9),  # a body letter by letter
    (asks(), b"", 0.5),  # answered, and kept open for nothing
)
def test_a_connection_that_wastes_time_is_closed(port: int, first: bytes, then: bytes, least):
    assert least <= seconds_until_closed(port, first, then) < 15


def test_who_goes_on_sending_what_was_refused_is_closed_after_a_while(port: int):
    start = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=20) as one:
        one.sendall(asks(length=400_000_000))
        while time.monotonic() - start < 20:
            try:
                one.sendall(b"a" * 100)
            except OSError:
                break
            time.sleep(0.05)
    assert 0.2 <= time.monotonic() - start < 15


GETS = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def places(one: socket.socket, answers: int) -> list[bytes]:
    """Return where these answers were made."""
    got = b""
    while got.count(b";") < answers:
        got += one.recv(10_000)
    return [part[-4:] for part in got.split(b";")[:-1]]


def test_what_is_at_hand_needs_no_thread_and_the_order_stays(port: int):
    asked = ("/hand", "/hand", "/", "/hand/")
    with socket.create_connection(("127.0.0.1", port), timeout=20) as one:
        one.sendall("".join(GETS.format(path) for path in asked).encode())
        told = places(one, len(asked))
    assert told[:3] == [b"loop", b"loop", b"else"]


def test_who_does_not_read_what_is_at_hand_keeps_nobody_waiting(port: int):
    with socket.create_connection(("127.0.0.1", port), timeout=20) as deaf:
        deaf.sendall(20 * GETS.format("/hand/large").encode())
        for _turn in range(3):
            with socket.create_connection(("127.0.0.1", port), timeout=20) as other:
                other.sendall(GETS.format("/hand").encode())
                assert places(other, 1) == [b"loop"]
