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
    host = network.choose_address(options.address) if options.hall else network.LOOPBACK
    url = f"http://{host}:{options.port}/"
    with network.hold_data(var, url), network.mark_running(var) as was_cut_off:
        sockets = network.hold_port(dict.fromkeys((network.LOOPBACK, host)), options.port)
        if options.hall:
            _set_django_environment(host, url)
        _serve(options, var, host, sockets, was_cut_off)


def _serve(
    options: argparse.Namespace, var: Path, host: str, sockets: list[Any], was_cut_off: bool
) -> None:
    """Serve at these sockets until a signal ends the program. Raises `CannotStart`.

    If the last run was cut off, the welcome says that the database is whole.
    """
    try:
        with window.progress() if options.desktop else nullcontext():
            parts, logins, news = _prepare_parts(var, sockets, was_cut_off)
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
    on_tick = screen.NetworkWatch(host).look if options.hall else _do_nothing
    keep_running(
        parts, on_death=screen.process_died, on_tick=on_tick, on_closing=screen.print_closing
    )


def _data_folder() -> Path:
    return Path(os.environ.get("TAPETE_VAR") or ROOT / "var")


def _set_django_environment(host: str, url: str) -> None:
    """Set the environment: Django allows only this host and this machine, and prints `url` in QRs.

    A value that the environment already has is kept.
    """
    public = urlsplit(os.environ.setdefault("TAPETE_PUBLIC_URL", url)).hostname or host
    hosts = dict.fromkeys((public, host, "localhost", network.LOOPBACK))
    os.environ.setdefault("TAPETE_HOSTS", ",".join(hosts))


def _prepare_parts(
    var: Path, sockets: list[Any], was_cut_off: bool
) -> tuple[list[Part], tuple[str, str] | None, str]:
    """Set everything up; return the parts to run, the logins of the demo and the database's news.

    The logins are None without a demo; the news are "" if there are none.
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
    has_demo = User.objects.filter(username__in=LOGINS).exists()
    application = site()
    connections.close_all()  # processes must not share a connection
    log_options = ("-l", "WARNING")

    def celery(*words: str) -> Callable[[], object]:
        return lambda: app.start(["-q", *words, *log_options])

    def web() -> None:
        serve(application, sockets=sockets, threads=THREADS)

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
    return parts, (", ".join(LOGINS), demo_password()) if has_demo else None, news


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


def _do_nothing() -> None:
    """Do nothing: there is no network to watch."""


def main() -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that lacks a character shows another character instead.
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
