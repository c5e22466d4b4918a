"""One process that serves the site, as `./dev run` does, to be killed and started again."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests.faults.cluster import free_port

ROOT = Path(__file__).resolve().parents[2]
GIVE_WAY = 5  # `Nice` of deploy/systemd/tapete-web@.service


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
                    *(sys.executable, "-m", "config.server"),
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
        """`kill -9` in the middle of whatever it was doing."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
