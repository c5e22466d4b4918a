"""A machine to follow the page in: this one, copied on write, with a network of its own.

Root may make it with nothing but the kernel (an overlay in namespaces of its own). What is stood in
for is in `copy/bin`: packages that are not downloaded, a certificate that nobody signs, and the few
verbs of systemctl, read from the units. Everything else is typed as it is written.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from tests.deploy.downloads import NGINX
from tests.faults.cluster import binaries
from tests.rows import words
from tests.sizes import size

ROOT = Path(__file__).resolve().parents[2]
INSIDE = Path(__file__).parent / "copy"
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
PATIENCE = 900


def missing() -> list[str]:
    """Return what this machine lacks to be copied and to serve."""
    programs = ["unshare", "ip", "setpriv", "runuser", "openssl", "redis-server"]
    lacking = [name for name in programs if shutil.which(name) is None]
    if os.geteuid() != 0:
        lacking.append("root")
    if binaries() is None:
        lacking.append("postgresql")
    if nginx() is None:
        lacking.append("nginx")
    return lacking


def nginx() -> Path | None:
    program = Path(shutil.which("nginx") or NGINX / "sbin/nginx")
    return program.resolve() if program.exists() else None


def blocks() -> list[str]:
    """The commands of the page, in its order."""
    return BLOCK.findall((ROOT / "docs/production.md").read_text())


def follow(folder: Path) -> dict[str, Any]:
    """Type the page in a copy of this machine; what `copy/look.py` finds there at the end."""
    standins = folder / "bin"
    shutil.copytree(INSIDE / "bin", standins)
    if shutil.which("curl"):
        (standins / "curl").unlink()
    standins.joinpath("nginx").symlink_to(nginx() or "")
    (folder / "machine").mkdir()
    (folder / "page.sh").write_text(_script())
    (folder / "look.py").write_bytes((INSIDE / "look.py").read_bytes())
    _pack_code(folder / "code.tar")
    done = subprocess.run(
        [
            *words("unshare --mount --net --pid --fork --kill-child"),
            INSIDE / "enter.sh",
            folder / "machine",
            "/bin/sh",
            "-eu",
            folder / "page.sh",
        ],
        env=_environment(folder),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-5000:]}"
    found: dict[str, Any] = json.loads(done.stdout.rpartition("\n== look\n")[2])
    return found


def _script() -> str:
    open_up = [
        f"chmod o+rx '{parent}'"
        for parent in _parents(sys.base_prefix, sysconfig.get_path("purelib"))
    ]
    page = "\n".join(blocks())
    look = '/opt/tapete/.venv/bin/python "$TAPETE_COPY_LOOK"'
    tell = "trap '[ $? = 0 ] || tail -n 40 /run/tapete-*.log >&2' EXIT"
    steps = [*open_up, tell, "cd /root", "set -x", page, "set +x", "echo", "echo == look", look]
    return "\n".join(steps)


def _parents(*places: str) -> list[Path]:
    """The folders above, that the service's user must be able to walk."""
    return sorted(
        {parent for place in places for parent in Path(place).resolve().parents} - {Path("/")}
    )


def _environment(folder: Path) -> dict[str, str]:
    """That of an administrator's shell, and where the stand-ins find what they need."""
    places = (ROOT, Path(sys.prefix), Path(sys.base_prefix), folder)
    other_disks = {str(one) for one in places if one.stat().st_dev != Path("/").stat().st_dev}
    return {
        "PATH": f"{folder / 'bin'}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root",
        "TAPETE_LONG": size("", long="1"),
        "TAPETE_COPY_BIND": " ".join(sorted(other_disks)),
        "TAPETE_COPY_CODE": str(folder / "code.tar"),
        "TAPETE_COPY_LOOK": str(folder / "look.py"),
        "TAPETE_COPY_PACKAGES": sysconfig.get_path("purelib"),
        "TAPETE_COPY_PYTHON": str(Path(sys.base_prefix) / "bin/python3"),
    }


def _pack_code(target: Path) -> None:
    """Every file that git has or would have, and what Python has compiled of them here: what is as
    old as its source is not compiled again."""
    listed = subprocess.run(
        words("git -c safe.directory=* ls-files -z --cached --others --exclude-standard"),
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    with tarfile.open(target, "w") as tar:
        for name in filter(None, listed.split("\0")):
            if not (ROOT / name).is_file() or (ROOT / name).is_symlink():
                continue
            tar.add(ROOT / name, name)
            compiled = cache_from_source(name)
            if name.endswith(".py") and (ROOT / compiled).exists():
                tar.add(ROOT / compiled, compiled)
