"""A PostgreSQL server that tests may kill: made with `initdb`, on a free port of this machine."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psycopg

from tests.programs import free_port

SERVER_USER = "postgres"  # PostgreSQL does not run as root


def binaries() -> Path | None:
    """Return the folder of `initdb` and `postgres` in the newest version installed, or None."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    return programs[-1].parent if programs else None


def _version(initdb: Path) -> float:
    return float(initdb.parent.parent.name)


def children(pid: int) -> list[int]:
    """Return the live child processes of a process."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(child) for child in text.split()]


class Cluster:
    """A PostgreSQL server; `url` is the address of its database `postgres`.

    Its settings are the usual ones: a committed transaction is on the disk.
    """

    def __init__(self) -> None:
        folder = binaries()
        if folder is None:
            raise FileNotFoundError("There is no /usr/lib/postgresql/*/bin/initdb.")
        self.bin = folder
        self.folder = Path(tempfile.mkdtemp(prefix="tapete-cluster-"))
        self.port = free_port()
        self.url = f"postgres://{SERVER_USER}@127.0.0.1:{self.port}/postgres"
        self.process: subprocess.Popen[bytes] | None = None
        self._as = []
        if os.getuid() == 0:
            user = pwd.getpwnam(SERVER_USER)
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._as = [
                "setpriv",
                f"--reuid={user.pw_uid}",
                f"--regid={user.pw_gid}",
                "--clear-groups",
            ]

    def create(self) -> None:
        subprocess.run(
            [
                *self._as,
                self.bin / "initdb",
                "-D",
                self.folder / "data",
                "-U",
                SERVER_USER,
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
                "--no-sync",
            ],
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def start(self) -> None:
        """Start the server and wait until it answers; after a kill it first recovers its data."""
        for _attempt in range(50):
            with (self.folder / "log").open("ab") as log:
                self.process = subprocess.Popen(
                    [
                        *self._as,
                        self.bin / "postgres",
                        "-D",
                        self.folder / "data",
                        "-p",
                        str(self.port),
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        f"unix_socket_directories={self.folder}",
                    ],
                    cwd=self.folder,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )
            if self._answers():
                return
        raise RuntimeError(f"PostgreSQL does not start:\n{(self.folder / 'log').read_text()}")

    def _answers(self) -> bool:
        """Wait until the server answers; return False if it ends instead.

        The server ends at once while a child process of the killed server is still alive.
        """
        assert self.process is not None
        while self.process.poll() is None:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
                return True
            except psycopg.OperationalError:
                time.sleep(0.05)
        time.sleep(0.1)
        return False

    def kill(self) -> None:
        """Kill the server and its child processes with SIGKILL: they cannot close anything."""
        assert self.process is not None
        pids = children(self.process.pid)
        for pid in (self.process.pid, *pids):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)  # ends at once; the data are deleted next
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
