"""Parts of the site in processes of their own, forked from one that only looks after them.

Django is set up once, before the forks. A part that dies is forked again, however often it dies;
a signal to end ends them all, and so does the death of who looks after them.
"""

import ctypes
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

PR_SET_PDEATHSIG = 1
ENDING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
GRACE = 6.0  # seconds that a part has to finish what it is doing
SETTLED = 10.0  # seconds after which a part that dies is forked again at once
LONGEST_PAUSE = 5.0


@dataclass
class Part:
    """`act` runs in the process of the part until SIGTERM; what it says goes to `log`, if any."""

    name: str
    act: Callable[[], object]
    log: Path | None = None
    pid: int = 0
    born: float = 0.0
    due: float = 0.0
    deaths: int = 0


def keep_running(
    parts: Sequence[Part],
    died: Callable[[Part], None] = lambda part: None,
    look: Callable[[], None] = lambda: None,
    closing: Callable[[], None] = lambda: None,
    every: float = 10.0,
) -> None:
    """Run the parts until somebody ends this process; then end them, and return.

    `died` is called with each part that has ended by itself, `look` every `every` seconds, and
    `closing` once, when the signal to end arrives and before any part ends.
    """
    ending = _ending_signals()
    waited = {*ending, signal.SIGCHLD}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waited)
    try:
        looked = time.monotonic()
        while True:
            now = time.monotonic()
            for part in parts:
                if not part.pid and part.due <= now:
                    _fork(part, before)
            heard = signal.sigtimedwait(waited, 0.2 if _is_short(parts) else 1.0)
            if heard is not None and heard.si_signo in ending:
                closing()
                return
            for part in parts:
                if part.pid and _has_ended(part):
                    died(part)
            if time.monotonic() - looked > every:
                looked = time.monotonic()
                look()
    finally:
        _end(parts)
        for one in ending:  # a second Ctrl+C asked for the same
            signal.signal(one, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave(code: int = 0) -> NoReturn:
    """End this process without taking apart what it has imported, which takes seconds."""
    with suppress(OSError):  # the terminal may be closed
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def _ending_signals() -> set[signal.Signals]:
    """Those that `nohup` or a shell in the background has not made this process ignore."""
    return {one for one in ENDING if signal.getsignal(one) != signal.SIG_IGN}


def _is_short(parts: Sequence[Part]) -> bool:
    return any(not part.pid for part in parts)


def _fork(part: Part, mask: set[signal.Signals]) -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    looks_after = os.getpid()
    part.born = time.monotonic()
    part.pid = os.fork()
    if part.pid:
        return
    code = 1
    try:
        _become(part, looks_after, mask)
        part.act()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    except BaseException:
        traceback.print_exc()
    finally:
        leave(code)


def _become(part: Part, looks_after: int, mask: set[signal.Signals]) -> None:
    """Leave the terminal, whose Ctrl+C is for who looks after us; die with it."""
    os.setsid()
    for one in (*ENDING, signal.SIGCHLD):
        signal.signal(one, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    with suppress(AttributeError):  # only Linux has it
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != looks_after:
        raise SystemExit(0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if part.log is not None:
        log = os.open(part.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(log, 1)
        os.dup2(log, 2)


def _has_ended(part: Part) -> bool:
    """Whether it has; it is then due again, at once unless it keeps dying young."""
    ended, _status = os.waitpid(part.pid, os.WNOHANG)
    if not ended:
        return False
    now = time.monotonic()
    part.deaths = 0 if now - part.born > SETTLED else part.deaths + 1
    pause = 0.0 if part.deaths < 2 else min(0.2 * 2 ** (part.deaths - 2), LONGEST_PAUSE)
    part.pid, part.due = 0, now + pause
    return True


def _end(parts: Sequence[Part]) -> None:
    """TERM to all, and KILL to those that are still there after a while."""
    _tell(parts, signal.SIGTERM)
    limit = time.monotonic() + GRACE
    while any(part.pid for part in parts) and time.monotonic() < limit:
        for part in parts:
            if part.pid and os.waitpid(part.pid, os.WNOHANG)[0]:
                part.pid = 0
        time.sleep(0.02)
    _tell(parts, signal.SIGKILL)
    for part in parts:
        if part.pid:
            os.waitpid(part.pid, 0)
            part.pid = 0


def _tell(parts: Sequence[Part], what: signal.Signals) -> None:
    for part in parts:
        if part.pid:
            with suppress(ProcessLookupError):
                os.kill(part.pid, what)
