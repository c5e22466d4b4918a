"""A copy of this machine, in which the commands of docs/production.md run.

Root makes it with the kernel alone: a copy-on-write overlay with its own namespaces of mounts,
network and processes. `copy/bin` replaces a few programs: apt-get downloads nothing, certbot signs
the certificate by itself, and systemctl has a few verbs and reads the units. Every other command is
typed as the page has it.
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


def missing_requirements() -> list[str]:
    """Return the programs and rights that this machine lacks to be copied and to serve."""
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


def command_blocks() -> list[str]:
    """Return the blocks of commands of docs/production.md, in order."""
    return BLOCK.findall((ROOT / "docs/production.md").read_text())


def follow_page(folder: Path) -> dict[str, Any]:
    """Run the page's commands in a copy of this machine; return the facts of `copy/look.py`."""
    standins = folder / "bin"
    shutil.copytree(INSIDE / "bin", standins)
    if shutil.which("curl"):
        (standins / "curl").unlink()
    standins.joinpath("nginx").symlink_to(nginx() or "")
    (folder / "machine").mkdir()
    (folder / "page.sh").write_text(_page_script())
    (folder / "look.py").write_bytes((INSIDE / "look.py").read_bytes())
    _pack_code(folder / "code.tar")
    result = subprocess.run(
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
    assert result.returncode == 0, f"{result.stdout[-3000:]}\n{result.stderr[-5000:]}"
    facts: dict[str, Any] = json.loads(result.stdout.rpartition("\n== look\n")[2])
    return facts


def _page_script() -> str:
    open_up = [
        f"chmod o+rx '{parent}'"
        for parent in _parents(sys.base_prefix, sysconfig.get_path("purelib"))
    ]
    page = "\n".join(command_blocks())
    look = '/opt/tapete/.venv/bin/python "$TAPETE_COPY_LOOK"'
    logs = "trap '[ $? = 0 ] || tail -n 40 /run/tapete-*.log >&2' EXIT"
    steps = [*open_up, logs, "cd /root", "set -x", page, "set +x", "echo", "echo == look", look]
    return "\n".join(steps)


def _parents(*places: str) -> list[Path]:
    """Return the folders above these places, which the service's user must be able to enter."""
    return sorted(
        {parent for place in places for parent in Path(place).resolve().parents} - {Path("/")}
    )


def _environment(folder: Path) -> dict[str, str]:
    """Return the environment of an administrator's shell, plus the paths that `copy/` needs."""
    places = (ROOT, Path(sys.prefix), Path(sys.base_prefix), folder)
    other_disks = {str(place) for place in places if place.stat().st_dev != Path("/").stat().st_dev}
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
    """Pack every file that git tracks or would add, and the compiled files of this machine.

    The archive keeps their times: Python does not compile a file again while its times match.
    """
    names = subprocess.run(
        words("git -c safe.directory=* ls-files -z --cached --others --exclude-standard"),
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    with tarfile.open(target, "w") as tar:
        for name in filter(None, names.split("\0")):
            if not (ROOT / name).is_file() or (ROOT / name).is_symlink():
                continue
            tar.add(ROOT / name, name)
            compiled_file = cache_from_source(name)
            if name.endswith(".py") and (ROOT / compiled_file).exists():
                tar.add(ROOT / compiled_file, compiled_file)
