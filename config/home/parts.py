"""The web server, the worker and its clock: processes forked from their supervisor.

Django is set up once, before the forks. A part that ends is always restarted. A signal to the
supervisor ends all parts, and so does its death.
"""

import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import NoReturn

FORK = multiprocessing.get_context("fork")
ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
GRACE = 6.0  # seconds for the parts to finish their work
TURN = 0.2  # seconds between two checks of the parts
PAUSE = 1.0  # the fewest seconds between two starts of a part


@dataclass
class Part:
    """A process that runs `act` until SIGTERM, with its output in `log`, if any."""

    name: str
    act: Callable[[], object]
    log: Path | None = None
    process: BaseProcess | None = None
    started_at: float = 0.0


class ProgramEnded(Exception):
    """A signal has ended the program."""


def keep_running(
    parts: Sequence[Part],
    on_death: Callable[[Part], None] = lambda part: None,
    on_tick: Callable[[], None] = lambda: None,
    on_closing: Callable[[], None] = lambda: None,
    tick_seconds: float = 5.0,
) -> None:
    """Run the parts until a signal ends this program; then end them, and return.

    `on_death` gets each part that ended by itself. `on_tick` is called every `tick_seconds`, and
    `on_closing` once, when the signal arrives and before any part ends.
    """
    # A signal that `nohup` or a background shell ignores stays ignored.
    ending_signals = [
        ending_signal
        for ending_signal in ENDING_SIGNALS
        if signal.getsignal(ending_signal) != signal.SIG_IGN
    ]
    for ending_signal in ending_signals:
        signal.signal(ending_signal, _raise_program_ended)
    try:
        _watch(parts, on_death, on_tick, tick_seconds)
    except ProgramEnded:
        for ending_signal in ending_signals:  # a second Ctrl+C has no further effect
            signal.signal(ending_signal, signal.SIG_IGN)
        on_closing()
    finally:
        _stop([part.process for part in parts if part.process is not None])


def exit_process(code: int = 0) -> NoReturn:
    """End this process without unloading its imports, because that takes seconds."""
    with suppress(OSError):  # the terminal may be closed
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def _watch(
    parts: Sequence[Part],
    on_death: Callable[[Part], None],
    on_tick: Callable[[], None],
    tick_seconds: float,
) -> NoReturn:
    for part in parts:
        _start(part)
    ticked_at = time.monotonic()
    while True:
        time.sleep(TURN)
        for part in parts:
            if part.process is not None and not part.process.is_alive():
                on_death(part)
                time.sleep(max(0.0, part.started_at + PAUSE - time.monotonic()))
                _start(part)
        if time.monotonic() - ticked_at >= tick_seconds:
            ticked_at = time.monotonic()
            on_tick()


def _raise_program_ended(*_signal: object) -> NoReturn:
    raise ProgramEnded


def _start(part: Part) -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    part.started_at = time.monotonic()
    part.process = FORK.Process(target=_become, args=(part, os.getpid()), name=part.name)
    part.process.start()


def _become(part: Part, parent: int) -> NoReturn:
    """Run the part in its own process, away from the terminal, whose Ctrl+C is for the parent."""
    code = 1
    try:
        os.setsid()
        for ending_signal in ENDING_SIGNALS:
            signal.signal(ending_signal, signal.SIG_DFL)
        Thread(target=_end_after_parent, args=(parent,), daemon=True).start()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        if part.log is not None:
            log = os.open(part.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            os.dup2(log, 1)
            os.dup2(log, 2)
        part.act()
        code = 0
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 0
    except BaseException:
        traceback.print_exc()
    exit_process(code)


def _end_after_parent(parent: int) -> None:
    """End this process soon after its parent."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def _stop(processes: Sequence[BaseProcess]) -> None:
    """Send TERM to all processes, and KILL to those still alive after GRACE seconds."""
    for process in processes:
        process.terminate()
    limit = time.monotonic() + GRACE
    for process in processes:
        process.join(max(0.0, limit - time.monotonic()))
        if process.is_alive() and process.pid is not None:
            os.killpg(process.pid, signal.SIGKILL)  # and its child processes
        process.join()
