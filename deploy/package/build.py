"""Make the Debian package: `./dev package` writes dist/tapete_VERSION_ARCHITECTURE.deb.

With --with-debs it writes dist/tapete-RELEASE/, with that package and the Debian packages
that it needs, for a machine without internet. The locked libraries are inside the package for each
Python of `PYTHONS`, side by side in one environment: a Python takes the folder of its own version.
"""

import argparse
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
FILES = Path(__file__).parent / "files"
PYTHONS = ("3.11", "3.12", "3.13")  # of Debian 12, Ubuntu 24.04 and Debian 13
CODE = ("config", "rules", "scoring", "tournaments", "templates", "static", "locale")
NOT_CODE = shutil.ignore_patterns("__pycache__", "*.pyc", "*.po", "compile.py")
PLATFORMS = {"amd64": "x86_64-manylinux_2_31", "arm64": "aarch64-manylinux_2_31"}
HOME = Path("usr/lib/tapete")
# pyvenv.cfg of the environment, which serves several Python versions, so it names none.
ENVIRONMENT = "home = /usr/bin\ninclude-system-site-packages = false\n"


def needed_packages() -> list[str]:
    """Return the Debian packages of `./dev run`, without the one that makes environments."""
    line = re.search(r'^RUN_PACKAGES="(.*)"', (ROOT / "dev").read_text(), re.MULTILINE)
    assert line is not None
    return [name for name in line[1].split() if name != "python3-venv"]


def build(target: Path, *, pythons: Sequence[str] = PYTHONS, level: int = 12) -> Path:
    """Write the package into the folder `target`, compressed at zstd's `level`; return its path."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    architecture = _output("dpkg", "--print-architecture")
    target.mkdir(parents=True, exist_ok=True)
    package = target / f"tapete_{version}_{architecture}.deb"
    with TemporaryDirectory() as folder:
        stage = Path(folder, "tapete")
        shutil.copytree(FILES, stage)
        _copy_code(stage / HOME)
        _install_libraries(stage / HOME / ".venv", pythons, PLATFORMS[architecture])
        icon = stage / "usr/share/icons/hicolor/scalable/apps/tapete.svg"
        icon.parent.mkdir(parents=True)
        shutil.copy(ROOT / "static/img/logo.svg", icon)
        _open_to_all(stage)
        kilobytes = int(_output("du", "-sk", stage).split()[0])
        control = stage / "DEBIAN/control"
        text = control.read_text()
        for word, value in {
            "VERSION": version,
            "ARCHITECTURE": architecture,
            "SIZE": str(kilobytes),
            "DEPENDS": ", ".join(needed_packages()),
        }.items():
            text = text.replace(f": {word}\n", f": {value}\n").replace(
                f", {word}\n", f", {value}\n"
            )
        control.write_text(text)
        _run("dpkg-deb", "--root-owner-group", "-Zzstd", f"-z{level}", "--build", stage, package)
    return package


def _copy_code(home: Path) -> None:
    """Copy the program with its compiled catalogues, and without its tests and documents."""
    _run(sys.executable, ROOT / "locale/compile.py")
    for name in CODE:
        shutil.copytree(ROOT / name, home / name, ignore=NOT_CODE)
    for name in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, home / name)


def _install_libraries(environment: Path, pythons: Sequence[str], platform: str) -> None:
    """Make an environment with the locked libraries of each Python, checked by their hashes."""
    for version in pythons:
        place = environment / f"lib/python{version}/site-packages"
        _run(
            *(sys.executable, "-m", "uv", "pip", "install", "--quiet", "--target", place),
            *("--python-version", version, "--python-platform", platform),
            *("--no-deps", "--require-hashes", "--link-mode", "copy"),
            *("--requirement", ROOT / "requirements.txt"),
        )
        # The scripts contain the path of this machine's Python.
        shutil.rmtree(place / "bin", ignore_errors=True)
        for lock in place.glob(".lock"):
            lock.unlink()
    (environment / "bin").mkdir()
    (environment / "bin/python").symlink_to("/usr/bin/python3")
    (environment / "pyvenv.cfg").write_text(ENVIRONMENT)
    _link_equal_files(environment / "lib")


def _link_equal_files(folder: Path) -> None:
    """Replace equal files by hard links: most files of a library are the same for every Python."""
    first_paths: dict[tuple[int, bytes], Path] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file() or not (size := path.stat().st_size):
            continue
        first_path = first_paths.setdefault(
            (size, hashlib.sha256(path.read_bytes()).digest()), path
        )
        if first_path != path:
            path.unlink()
            os.link(first_path, path)


def _open_to_all(stage: Path) -> None:
    """Let every user read the files below `stage`, whatever the umask of this machine.

    Executable files stay executable.
    """
    for path in [stage, *stage.rglob("*")]:
        if not path.is_symlink():
            executable = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if executable else 0o644)


# --- Without internet -----------------------------------------------------------------------------
def add_needed_packages(folder: Path) -> None:
    """Download into the folder the Debian packages that a bare machine of this release lacks."""
    base = _what_apt_installs("python3", "?priority(required)")
    names = _what_apt_installs("python3", *needed_packages()) - base
    # apt's own user may have no access to the folder
    root_options = ("-o", "APT::Sandbox::User=root")
    _run("apt-get", "download", "-qq", *root_options, *sorted(names), cwd=folder)


def _what_apt_installs(*names: str) -> set[str]:
    """Return the packages that apt would install on a machine without packages."""
    options = ("--simulate", "--no-install-recommends", "-o", "Dir::State::status=/dev/null")
    steps = _output("apt-get", *options, "install", *names)
    return set(re.findall(r"^Inst (\S+)", steps, re.MULTILINE))


def _output(*words: str | Path) -> str:
    return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def _run(*words: str | Path, cwd: Path = ROOT) -> None:
    subprocess.run(words, cwd=cwd, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev package", description="Make the Debian package.")
    parser.add_argument(
        "--with-debs", action="store_true", help="in a folder, with the Debian packages it needs"
    )
    arguments = parser.parse_args()
    target = ROOT / "dist"
    if arguments.with_debs:
        target /= "tapete-" + platform.freedesktop_os_release().get("VERSION_CODENAME", "debian")
        shutil.rmtree(target, ignore_errors=True)
    package = build(target)
    if arguments.with_debs:
        add_needed_packages(target)
    print(f"{package.relative_to(ROOT)}: {package.stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
