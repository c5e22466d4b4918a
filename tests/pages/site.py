"""The whole site as `./dev run` serves it, on a folder and a port of its own.

Migrations, static files with their manifest, the web server, and a real worker on the queue
of files.
"""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The documents of the API and the admin bring megabytes that no page here asks for.
UNUSED = ("drf_spectacular_sidecar", "admin", "rest_framework")


class Site:
    """A served site: `url`, without the last slash, and the folder where its jobs write."""

    def __init__(self, var: Path) -> None:
        self.var = var
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("TAPETE_") and name != "DATABASE_URL"
        }
        self.environment = {**inherited, "TAPETE_VAR": str(var)}
        self.processes: list[subprocess.Popen[bytes]] = []

    def manage(self, *words: str) -> None:
        """Run a Django command to its end; raises when it fails."""
        command = [sys.executable, "manage.py", *words]
        subprocess.run(command, cwd=ROOT, env=self.environment, check=True)

    def start(self) -> None:
        """Set up and serve; returns when the first page answers."""
        self.var.mkdir(parents=True, exist_ok=True)
        self.manage("migrate", "-v", "0")
        ignored = [word for name in UNUSED for word in ("-i", name)]
        self.manage("collectstatic", "-v", "0", "--no-input", *ignored)
        self._run("celery", "-A", "config", "worker", "-P", "solo", "-l", "WARNING")
        self._run("config.web", "--listen", f"127.0.0.1:{self.port}")
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
        for _attempt in range(1200):
            try:
                with urllib.request.urlopen(f"{self.url}/", timeout=5):
                    return
            except OSError:  # refused, or too busy to answer in time
                time.sleep(0.1)
        raise RuntimeError(f"The site does not answer:\n{self.logs()}")

    def logs(self) -> str:
        """What the server and the worker have written: nothing, when all is well."""
        return "\n".join(path.read_text() for path in sorted(self.var.glob("*.log")))

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
