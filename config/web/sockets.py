"""Sockets that listen, opened before the processes that answer on them."""

import os
import socket
import stat
from contextlib import suppress

BACKLOG = 1024


def tcp(host: str, port: int) -> socket.socket:
    """Listen on an address of this machine. Raises OSError when somebody else does."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((host, port))
        opened.listen(BACKLOG)
    except OSError:
        opened.close()
        raise
    return opened


def unix(path: str) -> socket.socket:
    """Listen on a file that everybody of the machine may write to: its folder says who comes in.
    One left behind by a process that is gone is replaced."""
    opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with suppress(FileNotFoundError):
        if stat.S_ISSOCK(os.stat(path).st_mode):
            os.unlink(path)
    opened.bind(path)
    os.chmod(path, 0o666)
    opened.listen(BACKLOG)
    return opened


def listen(address: str) -> socket.socket:
    """Open `127.0.0.1:8000`, `[::1]:8000` or `unix:/run/tapete/web.sock`."""
    if address.startswith("unix:"):
        return unix(address.removeprefix("unix:"))
    host, _colon, port = address.rpartition(":")
    if not host or not port.isdigit():
        raise ValueError(f"Expected HOST:PORT or unix:PATH, got {address!r}.")
    return tcp(host.strip("[]"), int(port))
