"""`./dev run` in a terminal of its own, that can be typed at and closed."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil

from tests.faults.web import ROOT

PATIENCE = 300  # seconds, of a start on a machine that does other things
READY = "Ctrl+C"
PARTS = 3


def environment(var: Path, **more: str) -> dict[str, str]:
    """A Spanish machine with nothing of this one's own Tapete."""
    mine = ("TAPETE_", "LC_", "LANG", "DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    inherited = {name: text for name, text in os.environ.items() if not name.startswith(mine)}
    return {**inherited, "LANG": "es_ES.UTF-8", "TAPETE_VAR": str(var), **more}


def refused(var: Path, *options: str, before: Sequence[str] = (), **more: str) -> str:
    """Return what a start says that is refused; it ends with 1 and shows nothing else."""
    told = subprocess.run(
        [*before, sys.executable, "-m", "config.home", *options],
        cwd=ROOT,
        env=environment(var, **more),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (told.returncode, told.stderr) == (1, ""), told
    return told.stdout


class Home:
    """`before` is put before the command, to run it in another network."""

    def __init__(self, var: Path, *options: str, before: Sequence[str] = (), **more: str) -> None:
        self.var = var
        self.screen = ""
        self._master, terminal = pty.openpty()
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            [*before, sys.executable, "-m", "config.home", *options],
            cwd=ROOT,
            env=environment(var, **more),
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            preexec_fn=_own_terminal,
        )
        os.close(terminal)

    def wait(self, words: str = READY) -> str:
        """Read the screen until it says this."""
        self._read(lambda: words in self.screen)
        assert words in self.screen, self.screen
        return self.screen

    def ready(self) -> float:
        """Wait until it has said so and its parts are born; the seconds since the start."""
        self.wait()
        seconds = time.monotonic() - self.start
        while len(self.parts()) < PARTS and time.monotonic() < self.start + PATIENCE:
            time.sleep(0.05)
        assert len(self.parts()) == PARTS, self.screen
        return seconds

    def parts(self) -> list[psutil.Process]:
        """The processes of the web, the worker and its clock; what they start for a moment, as the
        worker does to find its libraries, is none of them."""
        return psutil.Process(self.process.pid).children()

    def everything(self) -> list[psutil.Process]:
        """The program and all that it has started."""
        program = psutil.Process(self.process.pid)
        return [program, *program.children(recursive=True)]

    def ends(self, act: Callable[[], object]) -> int:
        """Do this; the exit code, once neither the program nor any part of it is left."""
        everything = self.everything()
        act()
        self._read(lambda: self.process.poll() is not None)
        code = self.process.wait(timeout=PATIENCE)
        _gone, left = psutil.wait_procs(everything, timeout=PATIENCE)
        assert left == []
        return code

    def type_ctrl_c(self) -> None:
        os.write(self._master, b"\x03")

    def close_terminal(self) -> None:
        os.close(self._master)
        self._master = -1

    def kill(self) -> None:
        """Remove all that is left of it."""
        if self.process.poll() is None:
            for one in reversed(self.everything()):
                one.kill()
            self.process.wait()
        if self._master >= 0:
            self.close_terminal()

    def _read(self, enough: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not enough() and time.monotonic() < end and self._master >= 0:
            ready, _out, _err = select.select([self._master], [], [], 0.2)
            if not ready:
                if self.process.poll() is not None:
                    return
                continue
            try:
                self.screen += os.read(self._master, 65536).decode(errors="replace")
            except OSError:  # the other end is closed
                return


def _own_terminal() -> None:
    """Take the terminal, as a shell in a window does: its Ctrl+C and its end are for us."""
    import fcntl
    import termios

    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # `nohup` may have taken it from us


def answer(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE) as told:
        return str(told.read().decode())
