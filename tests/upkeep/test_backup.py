"""Tests of backups: a site is saved, and restored on another machine with another database."""

import fcntl
import io
import json
import os
import re
import sqlite3
import stat
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings as project
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.db import connection

from scoring.models import Letterhead, Photo
from tests.databases import another_database
from tests.programs import run_python
from tests.rows import words
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.each_database

PHOTO = b"\xff\xd8 the paper of table 1"
LOGO = b"\x89PNG of the club"
TABLES = words(
    "auth_user scoring_hand scoring_letterhead scoring_photo scoring_result tournaments_auditline",
    "tournaments_entry tournaments_match tournaments_player tournaments_tournament",
)
# On the other machine: restore, restore again (refused), and restore with `replace`.
DRILL = """
import sys
import django
django.setup()
from django.core.management import CommandError, call_command
call_command("restore", sys.argv[1], verbosity=0)
try:
    call_command("restore", sys.argv[1])
except CommandError as refused:
    print("REFUSED", refused)
call_command("restore", sys.argv[1], replace=True)
"""


@pytest.fixture
def hall(transactional_db, settings, tmp_path) -> Tournament:
    """A tournament in play with a photo of an acta and a logo, on a machine with its own folder."""
    settings.VAR_DIR = tmp_path / "hall"
    settings.VAR_DIR.mkdir()
    settings.MEDIA_ROOT = settings.VAR_DIR / "media"
    call_command("demo", entries=4, rounds=1, verbosity=0)
    photo = Photo(match=Match.objects.earliest("number"), width=4, height=3, author_name="Pilar")
    photo.file.save("acta.jpg", ContentFile(PHOTO))
    tournament = Tournament.objects.get()
    Letterhead(tournament=tournament, sponsor="Bar").logo.save("logo.png", ContentFile(LOGO))
    return tournament


@pytest.fixture
def archive(hall, tmp_path) -> Path:
    call_command("backup", tmp_path / "copy.tar.gz")
    return tmp_path / "copy.tar.gz"


def rows(url: str) -> dict[str, list[Any]]:
    """Return every row of the tables of a database, read without Django."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as lite:
            rows_of = {table: lite.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}
        lite.close()
    else:
        with psycopg.connect(url) as postgres:
            rows_of = {
                table: postgres.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES
            }
    return {table: sorted(map(repr, lines)) for table, lines in rows_of.items()}


def own_url() -> str:
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    password = f":{database['PASSWORD']}" if database["PASSWORD"] else ""
    host = f"{database['HOST'] or '127.0.0.1'}:{database['PORT'] or 5432}"
    return f"postgres://{database['USER']}{password}@{host}/{database['NAME']}"


@pytest.fixture
def elsewhere(tmp_path) -> Iterator[dict[str, str]]:
    """The environment of another machine, which already has its own key."""
    with another_database(tmp_path) as database:
        var = tmp_path / "elsewhere"
        var.mkdir()
        (var / "secret_key").write_text("of the machine that burnt down" * 2)
        inherited = {
            name: text for name, text in os.environ.items() if not name.startswith("TAPETE_")
        }
        yield {
            **inherited,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": database,
            "TAPETE_VAR": str(var),
        }


@pytest.mark.slow
def test_the_backup_of_a_machine_is_restored_on_another(archive, elsewhere):
    process = run_python("-c", DRILL, archive, env=elsewhere)
    assert "REFUSED Ya hay datos aquí." in process.stdout
    assert rows(elsewhere["DATABASE_URL"]) == rows(own_url())
    var = Path(elsewhere["TAPETE_VAR"])
    (photo,) = (var / "media").rglob("*.jpg")
    assert photo.read_bytes() == PHOTO
    assert (var / "media" / Letterhead.objects.get().logo.name).read_bytes() == LOGO
    assert (var / "media" / Photo.objects.get().file.name) == photo
    assert (var / "secret_key").read_text() == project.SECRET_KEY
    assert stat.S_IMODE((var / "secret_key").stat().st_mode) == 0o600
    (before,) = var.glob("before-restore-*.tar.gz")  # the data that `replace` replaced
    with tarfile.open(before) as old_archive:
        assert any(name.startswith("media/actas/") for name in old_archive.getnames())
    assert list(var.glob("restore-*")) == []


def test_the_backup_is_private_lists_its_files_and_overwrites_no_other(archive, hall):
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    with tarfile.open(archive) as tar:
        change_manifest = json.load(tar.extractfile("manifest.json"))
        key = tar.extractfile("secret_key").read().decode()
        assert sorted(tar.getnames()) == sorted([*change_manifest["files"], "manifest.json"])
    assert key == project.SECRET_KEY
    assert (change_manifest["version"], change_manifest["database"]) == (
        project.TAPETE_VERSION,
        connection.vendor,
    )
    assert "demo_password" in change_manifest["files"]
    content = archive.read_bytes()
    with pytest.raises(CommandError, match="Ya existe"):
        call_command("backup", archive)
    assert archive.read_bytes() == content


# --- Refused backups -----------------------------------------------------------------------------
def changed_archive(archive: Path, change: Any) -> Path:
    """Return a copy of the archive after `change(members)`, a dictionary of contents by name."""
    with tarfile.open(archive) as tar:
        members = {member.name: tar.extractfile(member).read() for member in tar}
    change(members)
    copy = archive.with_name(f"{uuid4().hex}.tar.gz")
    with tarfile.open(copy, "w:gz") as tar:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return copy


def change_manifest(**changes: Any) -> Any:
    def change(members: dict[str, bytes]) -> None:
        content = json.loads(members["manifest.json"]) | changes
        members["manifest.json"] = json.dumps(content).encode()

    return change


REFUSED = [
    (change_manifest(format=2, version="9.0"), "una versión más nueva de Tapete (9.0)"),
    (
        change_manifest(migrations=["tournaments.9999_future"], version="0.2"),
        "más nueva de Tapete (0.2)",
    ),
    (
        change_manifest(version=f"{project.TAPETE_VERSION}.1"),
        f"más nueva de Tapete ({project.TAPETE_VERSION}.1)",
    ),
    (change_manifest(database="oracle"), "La copia es de oracle"),
    (lambda members: members.pop("manifest.json"), "incompleta o dañada"),
    (lambda members: members.pop("secret_key"), "incompleta o dañada"),
    (lambda members: members.update(secret_key=b"another"), "incompleta o dañada"),
    (lambda members: members.update({"media/extra.jpg": b"x"}), "incompleta o dañada"),
    (lambda members: members.update({"media/../../passwd": b"x"}), "No es una copia"),
    (lambda members: members.update({"/etc/passwd": b"x"}), "No es una copia"),
]


@pytest.mark.slow
def test_a_refused_backup_changes_nothing(archive, settings, tmp_path):
    before = rows(own_url())
    half = tmp_path / "half.tar.gz"
    content = archive.read_bytes()
    half.write_bytes(content[: len(content) // 2])
    scratched = tmp_path / "scratched.tar.gz"  # its second half is no gzip
    gzip = zlib.compressobj(wbits=31)
    tar_content = zlib.decompress(content, wbits=31)
    start = gzip.compress(tar_content[: len(tar_content) // 2]) + gzip.flush(zlib.Z_FULL_FLUSH)
    scratched.write_bytes(start + b"\xff" * 64)
    wrong = [(changed_archive(archive, change), sentence) for change, sentence in REFUSED]
    wrong += [(half, "incompleta o dañada"), (scratched, "incompleta o dañada")]
    wrong += [(tmp_path / "none.tar.gz", "No existe")]
    for file, sentence in wrong:
        with pytest.raises(CommandError, match=re.escape(sentence)):
            call_command("restore", file, replace=True)
    lock_path = settings.VAR_DIR / "in_use"  # locked as by `./dev run`
    with lock_path.open("w") as lock_file:
        fcntl.flock(lock_file, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match="está en marcha"):
            call_command("restore", archive, replace=True)
    assert rows(own_url()) == before
    assert Path(project.MEDIA_ROOT, Photo.objects.get().file.name).read_bytes() == PHOTO
    older = changed_archive(archive, change_manifest(version="0.1.0"))  # a version before 1.0.0
    call_command("restore", older, replace=True)


def test_versions_are_compared_by_their_numbers(archive, settings):
    settings.TAPETE_VERSION = "1.9.2"
    with pytest.raises(CommandError, match=re.escape("más nueva de Tapete (1.10.0)")):
        call_command("restore", changed_archive(archive, change_manifest(version="1.10.0")))
    with pytest.raises(CommandError, match="Ya hay datos"):  # version 1.9.2 is accepted
        call_command("restore", changed_archive(archive, change_manifest(version="1.9.2")))


def test_another_user_gets_the_command_with_sudo(hall, settings, tmp_path):
    if os.geteuid() == 0:
        os.chown(settings.VAR_DIR, 65534, 65534)
    else:
        settings.VAR_DIR = Path("/usr")
    with pytest.raises(CommandError, match="sudo -u"):
        call_command("backup", tmp_path / "copy.tar.gz")
    assert not (tmp_path / "copy.tar.gz").exists()
