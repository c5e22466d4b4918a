"""Connections that send a request only in part, slowly, or without end."""

import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.faults.web import Web

LOGIN = "/cuenta/login/"
# With any CSRF cookie, even an invented one, the site reads the body before it refuses a request.
COOKIE = f"csrftoken={'a' * 32}"


def request_head(path: str = LOGIN, length: int | None = None, **headers: str) -> bytes:
    """Return the head of a request, as a browser sends it."""
    all_headers = {"Host": "127.0.0.1", "Cookie": COOKIE, **headers}
    if length is not None:
        all_headers |= {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(length),
        }
    lines = [f"{'GET' if length is None and not headers else 'POST'} {path} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in all_headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


@contextmanager
def sockets(web: Web, number: int, start: bytes) -> Iterator[list[socket.socket]]:
    """Open `number` connections that send `start` and then wait."""
    with ExitStack() as stack:
        connections = [
            stack.enter_context(socket.create_connection(("127.0.0.1", web.port), timeout=20))
            for _number in range(number)
        ]
        for phone in connections:
            phone.sendall(start)
        yield connections


def status(web: Web, path: str = LOGIN, patience: float = 10) -> int:
    """Return the status that another visitor gets for a page."""
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=patience)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def read_all(phone: socket.socket) -> bytes:
    """Return all that the server sends until it closes the connection."""
    received_bytes = b""
    while part := phone.recv(65536):
        received_bytes += part
    return received_bytes


def files_open(web: Web) -> set[str]:
    """Return the deleted files that the server has open: bodies that it stored on the disk."""
    assert web.process is not None
    files = set()
    for link in Path(f"/proc/{web.process.pid}/fd").iterdir():
        try:
            target = str(link.readlink())
        except OSError:
            continue
        if target.endswith("(deleted)"):
            files.add(target)
    return files
