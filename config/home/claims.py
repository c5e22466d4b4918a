"""Claims that only one Tapete may have at a time: a folder of data, and a port."""

import errno
import fcntl
import os
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from config.home.words import CannotStart, _

BACKLOG = 1024  # connections that wait while the web starts


def hold_data(var: Path, address: str) -> IO[str]:
    """Hold the folder until the file returned is closed, and leave in it where we are served.

    Raises `CannotStart` when another Tapete has it: two on the same data would answer in turn.
    """
    file = _opened(var)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        where = file.read().strip()
        file.close()
        raise CannotStart(
            _(
                "Tapete ya está en marcha con estos datos, en %(where)s: ábralo ahí, o ciérrelo "
                "antes con Ctrl+C en su ventana. Para tener otro aparte, con otros datos y otro "
                "puerto: TAPETE_VAR=otra-carpeta ./dev run --port 8001"
            )
            % {"where": where}
        ) from None
    file.truncate(0)
    file.write(address)
    file.flush()
    return file


def _opened(var: Path) -> IO[str]:
    try:
        var.mkdir(parents=True, exist_ok=True)
        return os.fdopen(os.open(var / "in_use", os.O_RDWR | os.O_CREAT, 0o600), "r+")
    except OSError as error:
        raise CannotStart(
            _(
                "No se puede escribir en %(var)s (%(error)s). Si lo hizo otro usuario, "
                "devuélvaselo a usted con chown, o diga otra carpeta: "
                "TAPETE_VAR=otra-carpeta ./dev run"
            )
            % {"var": var, "error": error.strerror}
        ) from error


def hold_port(hosts: Iterable[str], port: int) -> list[socket.socket]:
    """Listen on the port at each of these addresses. Raises `CannotStart` when it cannot be."""
    opened: list[socket.socket] = []
    try:
        for host in hosts:
            opened.append(socket.create_server((host, port), backlog=BACKLOG))
    except OSError as error:
        for one in opened:
            one.close()
        raise CannotStart(_why(error, port)) from error
    return opened


def _why(error: OSError, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        said = _(
            "El puerto %(port)s ya está ocupado por otro programa, quizá por otro Tapete. "
            "Ciérrelo, o use otro puerto: ./dev run --port %(next)s"
        )
    elif error.errno == errno.EACCES:
        said = _(
            "El puerto %(port)s está reservado al administrador de este ordenador. "
            "Use otro: ./dev run --port 8000"
        )
    else:
        said = _("No se puede escuchar en el puerto %(port)s: %(error)s. Use otro con --port.")
    return said % {"port": port, "next": port + 1, "error": error.strerror}
