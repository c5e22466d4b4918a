"""PgBouncer with the shipped `deploy/pgbouncer.ini`, in front of a PostgreSQL on this machine."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.deploy.downloads import PGBOUNCER
from tests.deploy.machine import ROOT
from tests.faults.cluster import SERVER_USER, Cluster
from tests.programs import free_port

SERVER_CONNECTIONS = 2  # from PgBouncer to PostgreSQL


def pgbouncer() -> Path | None:
    program = Path(shutil.which("pgbouncer") or PGBOUNCER / "sbin/pgbouncer")
    return program.resolve() if program.exists() else None


@contextmanager
def pool(cluster: Cluster) -> Iterator[str]:
    """Pool the connections to the cluster's database; yield the address of the pool."""
    port, folder = free_port(), Path(tempfile.mkdtemp(prefix="tapete-pool-"))
    conf = (ROOT / "deploy/pgbouncer.ini").read_text()
    changes = {
        r"port=5432$": f"port={cluster.port}",
        r"6432$": str(port),
        r"^auth_type = .*": "auth_type = trust",
        r"/var/(run|log)/postgresql|/etc/pgbouncer": str(folder),
        r"^default_pool_size = .*": f"default_pool_size = {SERVER_CONNECTIONS}",
    }
    for pattern, replacement in changes.items():
        conf, count = re.subn(pattern, replacement, conf, flags=re.MULTILINE)
        assert count, pattern
    (folder / "pgbouncer.ini").write_text(conf)
    (folder / "userlist.txt").write_text(f'"{SERVER_USER}" ""\n')
    command = [str(pgbouncer()), "-q", str(folder / "pgbouncer.ini")]
    if os.getuid() == 0:  # PgBouncer, like PostgreSQL, refuses to run as root
        command += ["-u", SERVER_USER]
        for path in (folder, *folder.iterdir()):
            shutil.chown(path, SERVER_USER, SERVER_USER)
    libraries = next(PGBOUNCER.glob("lib/*/libcares.so*"), PGBOUNCER).parent
    process = subprocess.Popen(
        command, env={"LD_LIBRARY_PATH": str(libraries)}, stderr=subprocess.DEVNULL
    )
    url = f"postgres://{SERVER_USER}@127.0.0.1:{port}/postgres"
    try:
        _wait_for_pool(process, url)
        yield url
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for_pool(process: subprocess.Popen[bytes], url: str) -> None:
    for _attempt in range(100):
        assert process.poll() is None
        try:
            psycopg.connect(url, connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise AssertionError("PgBouncer does not answer.")
