"""One process that serves the site, as `./dev run` does, to be killed and started again."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

from config.web.__main__ import GIVE_WAY
from tests.faults.cluster import children, free_port

ROOT = Path(__file__).resolve().parents[2]


def environment(database: str, var: Path, **more: str) -> dict[str, str]:
    """That of a site on this database: nothing of this machine's own Tapete."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("TAPETE_")}
    inherited.pop("DJANGO_SETTINGS_MODULE", None)
    return {
        **inherited,
        "DATABASE_URL": database,
        "TAPETE_VAR": str(var),
        "TAPETE_EAGER": "1",
        "TAPETE_PLAIN_STATIC": "1",
        "TAPETE_LOG_LEVEL": "CRITICAL",
        **more,
    }


class Web:
    """`url` without the last slash; `port` is kept from one start to the next. It gives way as the
    pages of a site do that has a process for what is saved, if it is asked for."""

    def __init__(self, settings: dict[str, str], log: Path, *, gives_way: bool = False) -> None:
        self.settings, self.log = settings, log
        self.priority = ["nice", "-n", str(GIVE_WAY)] if gives_way else []
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *self.priority,
                    *(sys.executable, "-m", "config.web"),
                    *("--listen", f"127.0.0.1:{self.port}"),
                ],
                cwd=ROOT,
                env=self.settings,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def wait(self) -> None:
        """Until it answers anything at all."""
        for _attempt in range(600):
            try:
                with urllib.request.urlopen(f"{self.url}/", timeout=5):
                    return
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"The site does not answer:\n{self.log.read_text()}")

    def kill(self) -> None:
        """`kill -9` of the server and its worker, in the middle of whatever they were doing."""
        assert self.process is not None
        started = children(self.process.pid)
        self.process.kill()
        self.process.wait()
        for pid in started:
            _kill(pid)
        for pid in started:  # the last of them lets the port go
            while _runs(pid):
                time.sleep(0.01)

    def kill_worker(self) -> None:
        """`kill -9` of the worker alone: the server starts another by itself."""
        assert self.process is not None
        for pid in children(self.process.pid):
            _kill(pid)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
