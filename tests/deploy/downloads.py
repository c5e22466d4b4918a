"""Unpack nginx and PgBouncer from their Debian packages in .venv, for the tests of deploy/.

Run it with `.venv/bin/python -m tests.deploy.downloads`. It starts no server.
"""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.programs import ROOT, say

NGINX, PGBOUNCER = ROOT / ".venv/nginx/usr", ROOT / ".venv/pgbouncer/usr"


def download(folder: Path, program: str, *packages: str) -> None:
    """Unpack these Debian packages in `folder`, unless this machine has `program`."""
    if shutil.which(program) or (folder / "usr/sbin" / program).exists():
        return
    with TemporaryDirectory() as downloads:
        Path(downloads).chmod(0o755)  # apt downloads as its own user, _apt
        try:
            _fetch(packages, downloads)
            for package in Path(downloads).glob("*.deb"):
                subprocess.run(["dpkg", "-x", package, folder], check=True)
        except (OSError, subprocess.CalledProcessError):
            say(
                f"No se ha podido descargar {program}: sus pruebas no pueden correr.",
                f"Could not download {program}: its tests cannot run.",
            )


def _fetch(packages: Sequence[str], folder: str) -> None:
    fetch = ["apt-get", "download", "-qq", *packages]
    if subprocess.run(fetch, cwd=folder, capture_output=True, check=False).returncode:
        subprocess.run(["apt-get", "update", "-qq"], capture_output=True, check=True)
        subprocess.run(fetch, cwd=folder, capture_output=True, check=True)


if __name__ == "__main__":
    download(NGINX.parent, "nginx", "nginx")
    download(PGBOUNCER.parent, "pgbouncer", "pgbouncer", "libc-ares2")
