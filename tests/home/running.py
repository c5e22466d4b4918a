"""`./dev run` in its own terminal, which a test can type at and close."""

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

PATIENCE = 300  # seconds that a start may take on a busy machine
READY = "Ctrl+C"
PARTS = 3  # processes: the web, the worker and its clock


def environment(var: Path, **more: str) -> dict[str, str]:
    """Return the environment of a Spanish machine, without the settings of any other Tapete."""
    dropped = ("TAPETE_", "LC_", "LANG", "DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    inherited = {name: text for name, text in os.environ.items() if not name.startswith(dropped)}
    return {**inherited, "LANG": "es_ES.UTF-8", "TAPETE_VAR": str(var), **more}


def refusal(var: Path, *options: str, before: Sequence[str] = (), **more: str) -> str:
    """Return the message of a refused start; assert that it exits with 1 and logs no error."""
    completed = subprocess.run(
        [*before, sys.executable, "-m", "config.home", *options],
        cwd=ROOT,
        env=environment(var, **more),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (completed.returncode, completed.stderr) == (1, ""), completed
    return completed.stdout


class Home:
    """A `./dev run` in its own terminal.

    `before` are the words to put before the command, to run it in another network.
    """

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
        """Read the screen until `words` appear on it; return all its text."""
        self._read(lambda: words in self.screen)
        assert words in self.screen, self.screen
        return self.screen

    def wait_until_ready(self) -> float:
        """Wait for the message that Tapete is ready and for its processes; return the seconds."""
        self.wait()
        seconds = time.monotonic() - self.start
        while len(self.parts()) < PARTS and time.monotonic() < self.start + PATIENCE:
            time.sleep(0.05)
        assert len(self.parts()) == PARTS, self.screen
        return seconds

    def parts(self) -> list[psutil.Process]:
        """Return the processes of the web, the worker and its clock.

        Their own children do not count: the worker starts some to find its libraries.
        """
        return psutil.Process(self.process.pid).children()

    def all_processes(self) -> list[psutil.Process]:
        """Return the program's process and all its descendants."""
        program = psutil.Process(self.process.pid)
        return [program, *program.children(recursive=True)]

    def exit_code_after(self, act: Callable[[], object]) -> int:
        """Run `act`, wait until all processes of the program end, and return its exit code."""
        processes = self.all_processes()
        act()
        self._read(lambda: self.process.poll() is not None)
        code = self.process.wait(timeout=PATIENCE)
        _ended, alive = psutil.wait_procs(processes, timeout=PATIENCE)
        assert alive == []
        return code

    def type_ctrl_c(self) -> None:
        os.write(self._master, b"\x03")

    def close_terminal(self) -> None:
        os.close(self._master)
        self._master = -1

    def kill(self) -> None:
        """Kill every process of the program and close its terminal."""
        if self.process.poll() is None:
            for process in reversed(self.all_processes()):
                process.kill()
            self.process.wait()
        if self._master >= 0:
            self.close_terminal()

    def _read(self, is_enough: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not is_enough() and time.monotonic() < end and self._master >= 0:
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
    """Make the terminal this process's own, so that it gets the Ctrl+C and the hang-up."""
    import fcntl
    import termios

    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under `nohup` the signal is ignored


def read_page(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE) as response:
        return str(response.read().decode())
