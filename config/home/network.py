"""The data folder and the port that a running Tapete locks, and the addresses of its machine."""

import errno
import fcntl
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import psutil

from config.home.words import AlreadyRunning, CannotStart, _

BACKLOG = 1024  # connections that wait while the web starts


def hold_data(var: Path, address: str) -> IO[str]:
    """Lock the folder until the returned file is closed, and store `address` in that file.

    Raises `AlreadyRunning` if another Tapete has locked the folder, because two servers must not
    write the same data, and `CannotStart` if the folder is not writable.
    """
    file = _open_lock_file(var)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        other_address = file.read().strip()
        file.close()
        sentence = _(
            "Tapete ya está en marcha con estos datos, en %(where)s: ábralo ahí, o ciérrelo "
            "antes con Ctrl+C en su ventana. Para tener otro aparte, con otros datos y otro "
            "puerto: TAPETE_VAR=otra-carpeta ./dev run --port 8001"
        )
        raise AlreadyRunning(sentence % {"where": other_address}, other_address) from None
    file.truncate(0)
    file.write(address)
    file.flush()
    return file


def _open_lock_file(var: Path) -> IO[str]:
    try:
        var.mkdir(parents=True, exist_ok=True)
        return os.fdopen(os.open(var / "in_use", os.O_RDWR | os.O_CREAT, 0o600), "r+")
    except OSError as error:
        raise CannotStart(
            _(
                "No se puede escribir en %(var)s (%(error)s). Si la creó otro usuario, cámbiela "
                "a su nombre con chown, o use otra carpeta: TAPETE_VAR=otra-carpeta ./dev run"
            )
            % {"var": var, "error": error.strerror}
        ) from error


@contextmanager
def mark_running(var: Path) -> Iterator[bool]:
    """Keep a file `running` in the folder during the block; yield whether it was already there.

    A run leaves the file behind only if it was cut off: the power failed, the stick was pulled out,
    or the program was killed.
    """
    mark = var / "running"
    was_cut_off = mark.exists()
    mark.touch()
    try:
        yield was_cut_off
    finally:
        mark.unlink(missing_ok=True)


def hold_port(hosts: Iterable[str], port: int) -> list[socket.socket]:
    """Return sockets that listen on the port at these addresses. Raises `CannotStart`."""
    listeners: list[socket.socket] = []
    try:
        for host in hosts:
            listeners.append(socket.create_server((host, port), backlog=BACKLOG))
    except OSError as error:
        for listener in listeners:
            listener.close()
        raise CannotStart(_port_message(error, port)) from error
    return listeners


def _port_message(error: OSError, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        message = _(
            "El puerto %(port)s ya está ocupado por otro programa, quizá por otro Tapete. "
            "Ciérrelo, o use otro puerto: ./dev run --port %(next)s"
        )
    elif error.errno == errno.EACCES:
        message = _(
            "El puerto %(port)s está reservado al administrador de este ordenador. "
            "Use otro: ./dev run --port 8000"
        )
    else:
        message = _("No se puede escuchar en el puerto %(port)s: %(error)s. Use otro con --port.")
    return message % {"port": port, "next": port + 1, "error": error.strerror}


# --- Network --------------------------------------------------------------------------------------
# The address by which the phones of a hall reach this machine. Finding the address sends nothing to
# any network.
LOOPBACK = "127.0.0.1"
# Networks between programs of this machine, and tunnels: phones cannot use them.
VIRTUAL = ("docker", "br-", "virbr", "veth", "vmnet", "vboxnet", "lxc", "lxd", "podman", "cni")
TUNNELS = ("tun", "tap", "wg", "tailscale", "zt")
UNASSIGNED_ADDRESS = ("192.0.2.1", 9)  # reserved by RFC 5737: only its route is looked up


def choose_address(host: str = "") -> str:
    """Return `host` or, without it, the address by which phones likeliest reach this machine.

    Raises `CannotStart` if the machine has no network, or does not have the address `host`.
    """
    if host:
        return _own_address(host)
    hosts = addresses()
    if not hosts:
        raise CannotStart(
            _(
                "No hay ninguna red: este ordenador no está conectado a ninguna wifi ni a ningún "
                "cable, y los teléfonos no podrían llegar a él. Conéctelo a la red de la sala "
                "(aunque no tenga internet) y repita la orden; o arranque sin --hall, y Tapete "
                "se abrirá solo en este ordenador."
            )
        )
    return hosts[0]


def addresses() -> list[str]:
    """Return the addresses by which phones may reach this machine, likeliest first."""
    hosts = [
        host
        for name, host in _own_addresses()
        if not name.startswith(VIRTUAL + TUNNELS) and not _is_self_assigned(host)
    ]
    default_address = _default_address()
    return sorted(hosts, key=lambda host: host != default_address)


def is_up(host: str) -> bool:
    """Return whether this machine still has that address, on an active network."""
    return any(host == address for _name, address in _own_addresses())


def _own_address(address: str) -> str:
    own_addresses = [host for _name, host in _own_addresses()]
    if address in own_addresses:
        return address
    if not own_addresses:
        return choose_address()
    raise CannotStart(
        _("Este ordenador no tiene la dirección %(wanted)s. Tiene: %(known)s.")
        % {"wanted": address, "known": ", ".join(own_addresses)}
    )


def _own_addresses() -> list[tuple[str, str]]:
    """Return each active network and this machine's address on it, without the loopback."""
    active_networks = {name for name, state in psutil.net_if_stats().items() if state.isup}
    return [
        (name, address.address)
        for name, addresses in psutil.net_if_addrs().items()
        if name in active_networks
        for address in addresses
        if address.family == socket.AF_INET and not address.address.startswith("127.")
    ]


def _is_self_assigned(host: str) -> bool:
    """Return whether the machine assigned this address to itself, for lack of a DHCP server."""
    return host.startswith("169.254.")


def _default_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams, suppress(OSError):
        datagrams.connect(UNASSIGNED_ADDRESS)  # a datagram socket: connecting sends nothing
        host: str = datagrams.getsockname()[0]
        return host
    return ""
