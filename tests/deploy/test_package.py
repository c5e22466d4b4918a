"""Tests of the contents of the Debian package (`./dev package`).

`.ci/bare-machine` installs it.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from deploy.package import build
from tests.inside import ROOT
from tests.programs import skip_or_fail

pytestmark = pytest.mark.slow
HOME = "./usr/lib/tapete/"


@pytest.fixture(scope="module")
def package(tmp_path_factory) -> Path:
    """The package for one version of Python, with the fastest compression."""
    if shutil.which("dpkg-deb") is None:
        skip_or_fail("dpkg-deb is missing: this is no Debian")
    return build.build(tmp_path_factory.mktemp("package"), pythons=("3.11",), level=1)


@pytest.fixture(scope="module")
def modes(package) -> dict[str, str]:
    """The mode and owner of each file of the package, by its path."""
    listing = subprocess.run(
        ["dpkg-deb", "--contents", package], capture_output=True, text=True, check=True
    ).stdout
    rows = (line.split(maxsplit=5) for line in listing.splitlines())
    return {row[5].split(" -> ")[0].split(" link to ")[0]: f"{row[0]} {row[1]}" for row in rows}


def test_the_package_has_the_program_and_compiled_catalogues_without_tests_or_po_files(modes):
    for name in ("manage.py", "config/home/__main__.py", "locale/en/LC_MESSAGES/django.mo"):
        assert HOME + name in modes
    files = [name.removeprefix(HOME) for name in modes if name.startswith(HOME)]
    own_files = [name for name in files if not name.startswith(".venv")]
    assert [name for name in own_files if re.search(r"^tests/|\.po$|\.pyc$|^var|^dev$", name)] == []


def test_the_package_has_each_locked_library_for_its_python(modes):
    folder = f"{HOME}.venv/lib/python3.11/site-packages/"
    packaged_libraries = {
        re.sub(r"-[^-]+\.dist-info/$", "", name.removeprefix(folder)).lower().replace("-", "_")
        for name in modes
        if name.startswith(folder) and name.endswith(".dist-info/")
    }
    lock = (ROOT / "requirements.txt").read_text()
    locked_libraries = re.findall(r"^([\w.-]+)==\S+( ; .*)? \\$", lock, re.MULTILINE)
    libraries = {
        name.replace("-", "_").replace(".", "_") for name, marker in locked_libraries if not marker
    }
    assert len(libraries) > 60 and libraries - packaged_libraries == set()


def test_root_owns_every_file_of_the_package_and_everybody_may_read_it(modes):
    assert {mode.split()[1] for mode in modes.values()} == {"root/root"}
    unreadable = [name for name, mode in modes.items() if mode[0] in "-d" and mode[7] != "r"]
    assert unreadable == []
    assert modes["./usr/bin/tapete"].startswith("-rwxr-xr-x")


def test_the_menu_entry_has_its_icon_and_its_command(package, modes, tmp_path):
    assert "./usr/share/icons/hicolor/scalable/apps/tapete.svg" in modes
    entry = (ROOT / "deploy/package/files/usr/share/applications/tapete.desktop").read_text()
    assert "Icon=tapete" in entry and "Exec=tapete\n" in entry and "Exec=tapete --close" in entry


def test_the_package_depends_on_the_packages_of_dev_run(package):
    fields = subprocess.run(
        ["dpkg-deb", "--field", package], capture_output=True, text=True, check=True
    ).stdout
    line = re.search(r'^RUN_PACKAGES="(.*)"', (ROOT / "dev").read_text(), re.MULTILINE)
    assert line is not None
    for name in set(line[1].split()) - {"python3-venv"}:
        assert name in fields
    assert not re.search(r": (VERSION|SIZE|ARCHITECTURE)$|DEPENDS", fields, re.MULTILINE)
