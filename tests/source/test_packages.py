"""Python packages are locked and explained; `./dev` installs the Debian packages."""

import re
import subprocess
import tomllib

import pytest

from tests.__main__ import SHELL_SCRIPTS
from tests.inside import ROOT
from tests.rows import cases

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS = PROJECT["dependency-groups"]
LOCKS = {
    "requirements.txt": PROJECT["project"]["dependencies"],
    "requirements/server.txt": GROUPS["server"],
    "requirements/dev.txt": GROUPS["dev"],
    "requirements/full.txt": GROUPS["full"],
}
EXTRAS = re.compile(r"\[.*\]")


def _pins(requirements: list[object]) -> set[str]:
    """Return each requirement as «name==version», as in the lock files."""
    pins = (EXTRAS.sub("", text).lower() for text in requirements if isinstance(text, str))
    return {pin.replace("_", "-") for pin in pins}


@pytest.mark.parametrize("lock", LOCKS)
def test_each_package_is_locked_at_its_version(lock):
    locked_pins = set(re.findall(r"^([\w.-]+==[\w.]+)", (ROOT / lock).read_text(), re.MULTILINE))
    assert _pins(LOCKS[lock]) - locked_pins == set(), "run ./dev lock"


def test_each_package_has_its_reason():
    page = (ROOT / "docs/dependencies.md").read_text()
    table = page.partition("| Package | Why |")[2].partition("\n## ")[0]
    explained_packages = {
        name.lower()
        for names in re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
        for name in EXTRAS.sub("", names).replace("Django 5.2", "Django").split(", ")
    }
    pinned_names = {pin.partition("==")[0] for lock in LOCKS.values() for pin in _pins(lock)}
    assert pinned_names - explained_packages == set(), (
        "docs/dependencies.md gives no reason for them"
    )
    assert explained_packages - pinned_names == set(), "pyproject.toml does not name them"


def test_every_shell_script_is_checked():
    folders = [ROOT, ROOT / ".ci", ROOT / "deploy"]
    for tree in ("deploy/package", "tests/deploy/copy"):
        folders += (ROOT / tree).glob("**")
    files = [path for folder in folders for path in folder.iterdir() if path.is_file()]
    scripts = [path for path in files if re.match(rb"#!.*\b(ba)?sh\n", path.read_bytes())]
    assert sorted(str(path.relative_to(ROOT)) for path in scripts) == sorted(SHELL_SCRIPTS)


# --- Debian ---------------------------------------------------------------------------------------
@cases(
    "user, sudo, output",
    (0, 1, "apt-get install -qq -y --no-install-recommends gettext"),
    (1000, 0, "sudo -n: apt-get install -qq -y --no-install-recommends gettext"),
    (1000, 1, "  sudo apt-get update && sudo apt-get install --no-install-recommends gettext"),
)
def test_missing_debian_packages_are_installed_or_the_command_is_printed(
    tmp_path, user, sudo, output
):
    """One of the two packages is already installed."""
    programs = {
        "id": f"echo {user}",
        "dpkg": '[ "$2" = fonts-lato ] && echo "Status: install ok installed"',
        "sudo": f'shift; [ "$1" != true ] || exit {sudo}; AS="sudo -n: " exec "$@"',
        "apt-get": 'echo "${AS:-}apt-get $*"',
    }
    for name, script in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    process = subprocess.run(
        ["sh", "-c", '. ./dev >/dev/null; install_packages "gettext fonts-lato"'],
        cwd=ROOT,
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "LANG": "en_US.UTF-8", "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    log = "".join(path.read_text() for path in tmp_path.glob("tapete-install-*"))
    assert output in (process.stderr + log).splitlines()
