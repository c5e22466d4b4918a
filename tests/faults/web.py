"""A web process of the site that tests may kill and start again."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests.programs import free_port

ROOT = Path(__file__).resolve().parents[2]
NICE = 5  # `Nice` of deploy/systemd/tapete-web@.service


def environment(database: str, var: Path, **settings: str) -> dict[str, str]:
    """Return the environment of a site on this database, free of this machine's TAPETE_ settings.

    `settings` are added to it.
    """
    inherited_environment = {
        name: text for name, text in os.environ.items() if not name.startswith("TAPETE_")
    }
    inherited_environment.pop("DJANGO_SETTINGS_MODULE", None)
    return {
        **inherited_environment,
        "DATABASE_URL": database,
        "TAPETE_VAR": str(var),
        "TAPETE_EAGER": "1",
        "TAPETE_PLAIN_STATIC": "1",
        "TAPETE_LOG_LEVEL": "CRITICAL",
        **settings,
    }


class Web:
    """A web process; `url` has no final slash, and `port` is the same after each start.

    With `gives_way` it runs at the lower priority of a page process beside a write process.
    """

    def __init__(self, settings: dict[str, str], log: Path, *, gives_way: bool = False) -> None:
        self.settings, self.log = settings, log
        self.priority = ["nice", "-n", str(NICE)] if gives_way else []
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
        """Wait until the site answers, with any status."""
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
        """Kill the process with SIGKILL, in the middle of its work."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
