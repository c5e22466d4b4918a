"""Jobs on untrusted files in a separate process, which is killed past its limits.

`run_confined` starts this module as a program, which limits itself before it imports the reader: a
module with `main(content, *arguments)` that returns bytes. The process inherits no environment
variables.
"""

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from importlib import import_module
from io import FileIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NO_MEMORY = 3  # exit status of a reader that needed too much memory
# Signals of a process that is out of memory, wrote too long an answer, or was killed.
LIMIT_SIGNALS = (signal.SIGXFSZ, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGKILL)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits: `processor` and `clock` in seconds, `memory` and the answer (`answer`) in bytes."""

    processor: int = 10
    clock: int = 20
    memory: int = 512 * 1024**2
    answer: int = 16 * 1024**2


class PastLimits(Exception):
    """The file needed too much: `limit` is "time" or "memory"."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class ReaderBroke(Exception):
    """An error of the reader itself: a bug, with its trace."""


def run_confined(module: str, content: bytes, *arguments: str, limits: Limits) -> bytes:
    """Return the result of a module's `main` for the content of a file.

    Raises PastLimits, and ReaderBroke for a bug of the reader.
    """
    with contextlib.ExitStack() as stack:
        # Files in memory: an untrusted file is never written where others could read it.
        content_file, answer, trace = (
            stack.enter_context(_memory_file(name)) for name in ("in", "out", "err")
        )
        content_file.write(content)
        content_file.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-B", "-m", __name__, module, json.dumps(asdict(limits)), *arguments],
            stdin=content_file,
            stdout=answer,
            stderr=trace,
            cwd=ROOT,
            start_new_session=True,
            env={"PATH": os.defpath, "LC_ALL": "C.UTF-8"},
        )
        try:
            process.wait(limits.clock)
        except subprocess.TimeoutExpired as error:
            raise PastLimits("time") from error
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        answer.seek(0)
        trace.seek(0)
        if process.returncode:
            raise _reader_error(process.returncode, trace.read())
        return answer.read()


def _memory_file(name: str) -> FileIO:
    return FileIO(os.memfd_create(f"tapete-{name}"), "w+")


def _reader_error(status: int, trace: bytes) -> Exception:
    """Return the exception that tells why a reader failed."""
    if status == -signal.SIGXCPU:
        return PastLimits("time")
    if status == NO_MEMORY or -status in LIMIT_SIGNALS:
        return PastLimits("memory")
    return ReaderBroke(trace.decode(errors="replace")[-2000:])


def _confine(limits: Limits) -> None:
    """Limit the resources of this process, which cannot raise the limits again."""
    for limit, maximum in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_FSIZE, limits.answer),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 64),
    ):
        resource.setrlimit(limit, (maximum, maximum))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.processor, limits.processor + 1))
    # By default Python ignores this signal, so a long answer would be cut short without an error.
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)


def _main(module: str, limits: str, *arguments: str) -> None:
    _confine(Limits(**json.loads(limits)))
    try:
        answer = import_module(module).main(sys.stdin.buffer.read(), *arguments)
    except MemoryError:
        sys.exit(NO_MEMORY)
    sys.stdout.buffer.write(answer)


if __name__ == "__main__":
    _main(*sys.argv[1:])
