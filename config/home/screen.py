"""Messages in the terminal once the site is served."""

import io
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import segno

from config.home import network
from config.home.parts import Part
from config.home.words import _, print_line
from tournaments.site.public_address import is_only_here


def print_welcome(url: str, hall: bool, logins: tuple[str, str] | None, news: str = "") -> None:
    """Print the address, the QR for the phones, the logins, and news of the last run, if any."""
    print_line()
    if news:
        print_line("  " + news)
    print_line("  " + _("Tapete está en marcha: %(url)s") % {"url": url})
    if hall and is_only_here(url):
        print_line(
            "  " + _("Esa dirección solo se abre en este ordenador: por eso no hay código QR.")
        )
        text = _(
            "Para los teléfonos, ponga en TAPETE_PUBLIC_URL la dirección de este ordenador en su "
            "red. En Docker: docker run -e TAPETE_PUBLIC_URL=http://192.168.1.20:8000/ …"
        )
        print_line("  " + text)
    elif hall:
        _print_phone_address(url)
    else:
        print_line("  " + _("Solo se abre en este ordenador. Para los teléfonos: ./dev run --hall"))
    if logins:
        names, password = logins
        text = _("Usuarios de prueba: %(names)s — contraseña: %(password)s")
        print_line("  " + text % {"names": names, "password": password})
    print_line("  " + _("Para terminar: Ctrl+C"))
    print_line()


def _print_phone_address(url: str) -> None:
    """Print the QR of the address, and another address of this machine if it has several."""
    print_line()
    print_line(_in_fixed_colours(terminal_qr(url)))
    print_line("  " + _("Los teléfonos de la misma red leen este código o abren esa dirección."))
    print_line("  " + _("El cartel para la pared está en Imprimir."))
    addresses, host = network.addresses(), urlsplit(url).hostname
    other_addresses = [address for address in addresses if address != host]
    # Print no other address if the user chose the host, as in a container.
    if other_addresses and host in addresses:
        text = _("Si no llegan, este ordenador tiene otra: ./dev run --hall --address %(host)s")
        print_line("  " + text % {"host": other_addresses[0]})


def terminal_qr(url: str) -> str:
    """Return the QR of an address as characters, two modules per character."""
    drawing = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(out=drawing, compact=True, border=2)
    return drawing.getvalue()


def _in_fixed_colours(drawing: str) -> str:
    """Return the drawing with fixed colours, so that a light terminal does not invert it.

    The drawing is unchanged if the output is not a terminal.
    """
    if not sys.stdout.isatty():
        return drawing
    return "\n".join(f"\033[97;40m{line}\033[0m" for line in drawing.splitlines())


def process_died(part: Part) -> None:
    text = _("%(name)s se ha cerrado solo y vuelve a empezar. Por qué, en %(log)s")
    print_line(text % {"name": part.name, "log": part.log})


def print_closing() -> None:
    """Report immediately that Tapete is closing: its parts may take some seconds to end."""
    print_line()
    print_line(_("Cerrando Tapete… Todo lo anotado está guardado."))


class NetworkWatch:
    """A watch that reports when the phone network disconnects and reconnects."""

    def __init__(self, host: str) -> None:
        self.host, self.up = host, True

    def look(self) -> None:
        up = network.is_up(self.host)
        if up != self.up:
            self.up = up
            print_line(self._network_back() if up else self._network_lost())

    def _network_back(self) -> str:
        return _("La red ha vuelto: los teléfonos llegan otra vez a %(host)s.") % {
            "host": self.host
        }

    def _network_lost(self) -> str:
        addresses = network.addresses()
        if not addresses:
            return _(
                "Este ordenador se ha quedado sin red: los teléfonos no llegan. Vuelva a "
                "conectarlo; lo anotado en ellos se enviará solo."
            )
        return _(
            "Este ordenador ya no es %(host)s, sino %(now)s: los teléfonos no llegan. "
            "Termine con Ctrl+C, vuelva a arrancar e imprima otra vez el cartel."
        ) % {"host": self.host, "now": addresses[0]}


def fresh_log(path: Path) -> Path:
    """Return the path, after renaming a log of more than 5 MB there to `.old.log`."""
    if path.exists() and path.stat().st_size > 5_000_000:
        os.replace(path, path.with_suffix(".old.log"))
    return path
