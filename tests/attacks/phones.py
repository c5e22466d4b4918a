"""Telephones that misbehave: they promise, they stop, they send letter by letter, or too much."""

import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.faults.web import Web

LOGIN = "/cuenta/login/"
# With a token in a cookie the site reads the body before it says no: anybody can make one up.
COOKIE = f"csrftoken={'a' * 32}"


def asks(path: str = LOGIN, length: int | None = None, **headers: str) -> bytes:
    """The head of a request, as a browser sends it."""
    sent = {"Host": "127.0.0.1", "Cookie": COOKIE, **headers}
    if length is not None:
        sent |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(length)}
    lines = [f"{'GET' if length is None and not headers else 'POST'} {path} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in sent.items()]
    return "\r\n".join([*lines, "", ""]).encode()


@contextmanager
def sockets(web: Web, number: int, first: bytes) -> Iterator[list[socket.socket]]:
    """So many connections that have sent this much and say no more."""
    with ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection(("127.0.0.1", web.port), timeout=20))
            for _each in range(number)
        ]
        for one in opened:
            one.sendall(first)
        yield opened


def status(web: Web, path: str = LOGIN, patience: float = 10) -> int:
    """Return what somebody else is answered meanwhile."""
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=patience)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def hears(one: socket.socket) -> bytes:
    """All that the server says before it closes."""
    said = b""
    while more := one.recv(65536):
        said += more
    return said


def files_open(web: Web) -> set[str]:
    """The files without a name that it holds: bodies put on the disk."""
    assert web.process is not None
    found = set()
    for link in Path(f"/proc/{web.process.pid}/fd").iterdir():
        try:
            target = str(link.readlink())
        except OSError:
            continue
        if target.endswith("(deleted)"):
            found.add(target)
    return found
