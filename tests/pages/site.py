"""The site as `./dev run` serves it, with its own folder and port.

It has static files with their manifest, the web server, and a real worker with a queue in files.
"""

import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.inside import ROOT, Inside
from tests.programs import free_port


class Site:
    """A served site; `url` has no final slash, and `var` is the folder of its data."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        base_environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("TAPETE_") and name != "DATABASE_URL"
        }
        self.environment = {**base_environment, "TAPETE_VAR": str(var)}
        self.processes: list[subprocess.Popen[bytes]] = []
        self._inside: Inside | None = None

    def inside(self, act: str, **arguments: object) -> Any:
        """Run an act of `tests.pages.inside` in the site's environment; return its result."""
        if self._inside is None:
            self._inside = Inside("tests.pages.inside", self.environment)
        return self._inside.ask(act, **arguments)

    def start(self) -> None:
        """Create the folder and the database, and start serving."""
        self.var.mkdir(parents=True, exist_ok=True)
        self.inside("prepare")
        self.serve()

    def serve(self) -> None:
        """Start the worker and the web server; return when the first page answers."""
        self._run("celery", "-A", "config", "worker", "-P", "solo", "-l", "WARNING")
        self._run("config.server", "--listen", f"127.0.0.1:{self.port}")
        self._wait()

    def _run(self, module: str, *words: str) -> None:
        log = (self.var / f"{module}.log").open("wb")
        self.processes.append(
            subprocess.Popen(
                [sys.executable, "-m", module, *words],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        )

    def _wait(self) -> None:
        for _attempt in range(2400):
            try:
                with urllib.request.urlopen(f"{self.url}/", timeout=5):
                    return
            except OSError:  # the connection is refused, or the answer is late
                time.sleep(0.05)
        raise RuntimeError(f"The site does not answer:\n{self.logs()}")

    def logs(self) -> str:
        """Return the logs of the server and of the worker; without problems they are empty."""
        return "\n".join(path.read_text() for path in sorted(self.var.glob("*.log")))

    def close(self) -> None:
        self.stop()
        if self._inside is not None:
            self._inside.close()

    def stop(self) -> None:
        """End the server with SIGTERM, and kill the worker, which would take ten seconds to end."""
        for process in self.processes:
            if "celery" in process.args:
                process.kill()
            else:
                process.terminate()
        for process in self.processes:
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
        self.processes.clear()
