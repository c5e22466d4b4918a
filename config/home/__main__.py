"""`./dev run`: see `config.home`."""

import argparse
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import nullcontext, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import django

from config.home import network, window
from config.home import network as claims
from config.home.parts import Part, exit_process, keep_running
from config.home.words import IS_PACKAGE, ROOT, AlreadyRunning, CannotStart, _, print_line

PROGRAM = "tapete" if IS_PACKAGE else "./dev run"


class Parser(argparse.ArgumentParser):
    """A parser that reports a wrong option in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{PROGRAM}: {message}\n{self.format_usage()}")


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = Parser(prog=PROGRAM, description=_("Sirve Tapete en este ordenador."))
    parser.add_argument("--hall", action="store_true", help=_("también a los teléfonos de la red"))
    parser.add_argument(
        "--port",
        type=int,
        default=os.environ.get("TAPETE_PORT", "8000"),
        help=_("otro puerto que el 8000"),
    )
    parser.add_argument(
        "--address", default="", help=_("con --hall: por cuál de sus direcciones, si tiene varias")
    )
    parser.add_argument(
        "--desktop", action="store_true", help=_("con una ventana, y para los teléfonos si hay red")
    )
    parser.add_argument(
        "--close", action="store_true", help=_("cierra el Tapete que está en marcha")
    )
    options = parser.parse_args(words)
    if options.desktop and not options.hall:
        options.hall = bool(options.address or network.addresses())
    if not 0 < options.port < 65536:
        parser.error(_("--port va de 1 a 65535"))
    if options.address and not options.hall:
        parser.error(_("--address solo va con --hall"))
    return options


def run(options: argparse.Namespace) -> None:
    """Serve the site until a signal ends the program. Raises `CannotStart`."""
    var = _data_folder()
    host = network.choose(options.address) if options.hall else network.HERE
    url = f"http://{host}:{options.port}/"
    with claims.hold_data(var, url), claims.running(var) as was_cut_off:
        opened = claims.hold_port(dict.fromkeys((network.HERE, host)), options.port)
        if options.hall:
            _say_it_to_django(host, url)
        _serve(options, var, host, opened, was_cut_off)


def _serve(
    options: argparse.Namespace, var: Path, host: str, opened: list[Any], was_cut_off: bool
) -> None:
    """Serve at the opened ports until a signal ends the program. Raises `CannotStart`.

    If the last run was cut off, the welcome says that the database is whole.
    """
    try:
        with window.progress() if options.desktop else nullcontext():
            parts, logins, news = _ready(var, opened, was_cut_off)
    except Exception as error:
        with suppress(OSError):
            (var / "start.log").write_text(traceback.format_exc())
        message = _("No se ha podido preparar Tapete: %(error)s. El detalle está en %(log)s")
        raise CannotStart(message % {"error": error, "log": var / "start.log"}) from error
    from config.home import screen

    url = os.environ.get("TAPETE_PUBLIC_URL") or f"http://{host}:{options.port}/"
    screen.print_welcome(url, options.hall, logins, news)
    if options.desktop:
        window.open_browser(url)
    if options.desktop and window.is_possible():
        text = window.describe(url, options.hall, logins, var, news)
        log = screen.fresh_log(var / "window.log")
        parts.append(Part(_("La ventana"), lambda: window.keep_open(text, url), log))
    look = screen.NetworkWatch(host).look if options.hall else _nothing
    keep_running(parts, died=screen.process_died, look=look, closing=screen.print_closing)


def _data_folder() -> Path:
    return Path(os.environ.get("TAPETE_VAR") or ROOT / "var")


def _say_it_to_django(host: str, url: str) -> None:
    """Set the environment so that Django allows only this host and this machine, and prints this
    address in the QR codes.

    A value that the environment already has is kept.
    """
    public = urlsplit(os.environ.setdefault("TAPETE_PUBLIC_URL", url)).hostname or host
    allowed = dict.fromkeys((public, host, "localhost", network.HERE))
    os.environ.setdefault("TAPETE_HOSTS", ",".join(allowed))


def _ready(
    var: Path, opened: list[Any], was_cut_off: bool
) -> tuple[list[Part], tuple[str, str] | None, str]:
    """Set everything up, and return the parts to run, the demo logins (None without a demo) and
    the news about the database ("" if there is none).
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.contrib.auth.models import User
    from django.db import connections

    from config.celery import app
    from config.home.prepare import prepare
    from config.home.screen import fresh_log
    from config.server import THREADS, serve, site
    from scoring.forecast.simulation.demonstration import LOGINS, demo_password

    news = _look_for_damage() if was_cut_off else ""
    prepare()  # this comes before the site starts: WhiteNoise reads the static files only once
    demo = User.objects.filter(username__in=LOGINS).exists()
    application = site()
    connections.close_all()  # processes must not share a connection
    quietly = ("-l", "WARNING")

    def celery(*words: str) -> Callable[[], object]:
        return lambda: app.start(["-q", *words, *quietly])

    def web() -> None:
        serve(application, sockets=opened, threads=THREADS)

    parts = [
        Part(_("La web"), web, var / "web.log"),
        Part(_("La cola de trabajos"), celery("worker", "-c", "1"), var / "worker.log"),
        Part(
            _("El reloj de los trabajos"),
            celery("beat", "-s", str(var / "beat"), "--pidfile="),
            var / "worker.log",
        ),
    ]
    for part in parts:
        if part.log:
            fresh_log(part.log)
    return parts, (", ".join(LOGINS), demo_password()) if demo else None, news


def _look_for_damage() -> str:
    """Check the database after a run that was cut off; return a sentence that says it is whole.

    Raises `CannotStart` if the database is damaged.
    """
    from django.db import DatabaseError, connection

    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "PRAGMA quick_check(1)" if connection.vendor == "sqlite" else "SELECT 'ok'"
            )
            (state,) = cursor.fetchone()
    except DatabaseError as error:
        state = str(error)
    if state != "ok":
        message = _("la base de datos está dañada (%(found)s): recupere la última copia")
        raise CannotStart(message % {"found": state})
    return _(
        "La última vez Tapete no se cerró bien: se apagó el ordenador o se sacó el USB. La base de "
        "datos está entera, con todo lo que se anotó."
    )


def _nothing() -> None:
    """Do nothing: there is no network to watch."""


def main() -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # a terminal that lacks a character shows another character instead
            stream.reconfigure(errors="replace")
    options = arguments()
    if options.close:
        if not window.close_running(_data_folder()):
            print_line(_("Tapete no está en marcha."))
        return 0
    try:
        run(options)
    except CannotStart as error:
        print_line(str(error))
        if options.desktop and isinstance(error, AlreadyRunning):
            window.open_browser(error.address)
            return 0
        if options.desktop:
            window.show_error(str(error))
        return 1
    except KeyboardInterrupt:
        print_line()
    return 0


if __name__ == "__main__":
    exit_process(main())
