"""By which address the phones of a hall reach this machine. Nothing is asked of any network."""

import socket
from contextlib import suppress

import psutil

from config.home.words import CannotStart, _

HERE = "127.0.0.1"
# Networks between programs of this machine, and tunnels: no phone is on them.
VIRTUAL = ("docker", "br-", "virbr", "veth", "vmnet", "vboxnet", "lxc", "lxd", "podman", "cni")
TUNNELS = ("tun", "tap", "wg", "tailscale", "zt")
NOWHERE = ("192.0.2.1", 9)  # an address of nobody (RFC 5737): its route is looked up, no more


def choose(wanted: str = "") -> str:
    """The address wanted, or that of the network by which this machine goes out, or of any other
    it is on. Raises `CannotStart` when it is on none."""
    if wanted:
        return _wanted(wanted)
    found = addresses()
    if not found:
        raise CannotStart(
            _(
                "No hay ninguna red: este ordenador no está conectado a ninguna wifi ni a ningún "
                "cable, y los teléfonos no podrían llegar a él. Conéctelo a la red de la sala "
                "(aunque no tenga internet) y repita la orden; o arranque sin --hall, y Tapete "
                "se abrirá solo en este ordenador."
            )
        )
    return found[0]


def addresses() -> list[str]:
    """Where phones may reach this machine, the likeliest first."""
    found = [
        host
        for name, host in _all()
        if not name.startswith(VIRTUAL + TUNNELS) and not _leads_nowhere(host)
    ]
    out = _by_which_it_goes_out()
    return sorted(found, key=lambda host: host != out)


def is_up(host: str) -> bool:
    """Whether this machine still has that address, on a network that is up."""
    return any(host == one for _name, one in _all())


def _wanted(wanted: str) -> str:
    known = [host for _name, host in _all()]
    if wanted in known:
        return wanted
    if not known:
        return choose()
    raise CannotStart(
        _("Este ordenador no tiene la dirección %(wanted)s. Tiene: %(known)s.")
        % {"wanted": wanted, "known": ", ".join(known)}
    )


def _all() -> list[tuple[str, str]]:
    """Each network that is up, with the address of this machine on it; itself apart."""
    up = {name for name, told in psutil.net_if_stats().items() if told.isup}
    return [
        (name, address.address)
        for name, known in psutil.net_if_addrs().items()
        if name in up
        for address in known
        if address.family == socket.AF_INET and not address.address.startswith("127.")
    ]


def _leads_nowhere(host: str) -> bool:
    """An address that the machine has given itself, for want of anybody who gave it one."""
    return host.startswith("169.254.")


def _by_which_it_goes_out() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, suppress(OSError):
        asked.connect(NOWHERE)  # of a datagram: nothing is sent
        host: str = asked.getsockname()[0]
        return host
    return ""
