"""The window of a Tapete that was started from a menu: it shows the address, and closes Tapete.

zenity draws it. Without zenity or a display there is no window, and the browser still opens.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

import psutil

from config.home.words import _

TURN = 1.0  # the fewest seconds between two windows that close by themselves


def is_possible() -> bool:
    """Return whether this session has a display, and zenity to draw on it."""
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(display) and shutil.which("zenity") is not None


def open_browser(url: str) -> None:
    """Open the address in the user's browser, if there is a display."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        with suppress(OSError):  # without xdg-open the window still shows the address
            subprocess.Popen(
                ["xdg-open", url],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )


@contextmanager
def progress() -> Iterator[None]:
    """Show that Tapete is starting, until the end of the block."""
    if not is_possible():
        yield
        return
    words = _("Preparando Tapete… La primera vez tarda un minuto o dos.")
    dialog = subprocess.Popen(
        _zenity("--progress", words, "--pulsate", "--no-cancel"), stdin=subprocess.PIPE
    )
    try:
        yield
    finally:
        dialog.terminate()
        dialog.wait()


def show_error(sentence: str) -> None:
    """Show why Tapete cannot start, until the user closes the window."""
    if is_possible():
        close = _("Cerrar")
        dialog = _zenity("--error", sentence, "--no-markup", "--width=460", f"--ok-label={close}")
        subprocess.run(dialog, check=False)


def describe(
    url: str, hall: bool, logins: tuple[str, str] | None, var: Path, news: str = ""
) -> str:
    """Return the text of the window: the address, who can reach it, the logins and the data.

    `news` of the last run, if any, come last.
    """
    lines = [_("Tapete está en marcha: %(url)s") % {"url": url}, ""]
    if hall:
        lines.append(
            _(
                "Los teléfonos de la misma red abren esa dirección. El cartel con su código QR "
                "está en Imprimir."
            )
        )
    else:
        lines.append(
            _(
                "Este ordenador no está en ninguna red: los teléfonos no llegan. Conéctelo a la "
                "wifi de la sala (aunque no tenga internet), cierre Tapete y ábralo otra vez."
            )
        )
    if logins:
        names, password = logins
        words = _("Usuarios de prueba: %(names)s — contraseña: %(password)s")
        lines += ["", words % {"names": names, "password": password}]
    lines += ["", _("Los datos están en %(folder)s") % {"folder": var}]
    lines += ["", news] if news else []
    return "\n".join(lines)


def keep_open(text: str, url: str) -> NoReturn:
    """Show the window until its user closes Tapete; then end the supervisor, the parent process.

    Closing the window by mistake closes nothing: Tapete asks first.
    """
    # SIGTERM ends zenity too, because it is in the same process group.
    signal.signal(signal.SIGTERM, lambda *_signal: os.killpg(0, signal.SIGKILL))
    browse, close = _("Abrir en el navegador"), _("Cerrar Tapete")
    dialog = _zenity("--info", text, "--no-markup", "--width=460")
    dialog += [f"--ok-label={browse}", f"--extra-button={close}"]
    while True:
        opened_at = time.monotonic()
        answer = subprocess.run(dialog, stdout=subprocess.PIPE, text=True, check=False)
        if answer.returncode == 0:
            open_browser(url)
        elif time.monotonic() - opened_at < TURN and close not in answer.stdout:
            time.sleep(TURN)  # the display is gone, or zenity fails
        elif _user_confirms():
            os.kill(os.getppid(), signal.SIGTERM)
            signal.pause()


def _user_confirms() -> bool:
    close, go_on = _("Cerrar Tapete"), _("Seguir")
    question = _(
        "¿Cerrar Tapete? Los teléfonos y las pantallas dejarán de llegar. Todo lo anotado está "
        "guardado."
    )
    dialog = _zenity("--question", question, "--no-markup", "--width=460")
    dialog += [f"--ok-label={close}", f"--cancel-label={go_on}"]
    return subprocess.run(dialog, check=False).returncode == 0


def close_running(var: Path) -> bool:
    """End the Tapete that serves this folder; return whether there was one.

    Each of its processes holds the file `in_use` open; the supervisor is the process that forked
    the others.
    """
    lock_file, holders = str((var / "in_use").resolve()), []
    for process in psutil.process_iter():
        with suppress(psutil.Error):  # the process has ended, or is of another user
            if any(file.path == lock_file for file in process.open_files()):
                holders.append(process)
    if not holders:
        return False
    supervisor = min(holders, key=lambda process: (process.create_time(), process.pid))
    # psutil does not list the supervisor's files to a user who cannot read the supervisor's log.
    parent = supervisor.parent()
    if parent is not None and parent.cmdline() == supervisor.cmdline():
        supervisor = parent
    supervisor.terminate()
    psutil.wait_procs([supervisor], timeout=30)
    return True


def _zenity(kind: str, text: str, *options: str) -> list[str]:
    """Return the command of a dialog. Tapete translates the texts, so any UTF-8 locale suits."""
    return ["env", "LC_ALL=C.UTF-8", "zenity", kind, "--title=Tapete", f"--text={text}", *options]
