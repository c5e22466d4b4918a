"""A backup is taken, and put back on another machine: another database, another folder."""

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
# What is done on the other machine: put back, refused the second time, put back over the first.
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
    """A tournament in play with a photo of its paper and a logo, on a machine with its own key."""
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
    """Every row of the tables of a database, read without Django."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as lite:
            found = {one: lite.execute(f"SELECT * FROM {one}").fetchall() for one in TABLES}
        lite.close()
    else:
        with psycopg.connect(url) as postgres:
            found = {one: postgres.execute(f"SELECT * FROM {one}").fetchall() for one in TABLES}
    return {table: sorted(map(repr, lines)) for table, lines in found.items()}


def own_url() -> str:
    place = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{place['NAME']}"
    password = f":{place['PASSWORD']}" if place["PASSWORD"] else ""
    host = f"{place['HOST'] or '127.0.0.1'}:{place['PORT'] or 5432}"
    return f"postgres://{place['USER']}{password}@{host}/{place['NAME']}"


@pytest.fixture
def elsewhere(tmp_path) -> Iterator[dict[str, str]]:
    """The environment of another machine, which has made a key of its own."""
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
def test_the_copy_of_one_machine_is_put_back_on_another(archive, elsewhere):
    done = run_python("-c", DRILL, archive, env=elsewhere)
    assert "REFUSED Ya hay datos aquí." in done.stdout
    assert rows(elsewhere["DATABASE_URL"]) == rows(own_url())
    var = Path(elsewhere["TAPETE_VAR"])
    (photo,) = (var / "media").rglob("*.jpg")
    assert photo.read_bytes() == PHOTO
    assert (var / "media" / Letterhead.objects.get().logo.name).read_bytes() == LOGO
    assert (var / "media" / Photo.objects.get().file.name) == photo
    assert (var / "secret_key").read_text() == project.SECRET_KEY
    assert stat.S_IMODE((var / "secret_key").stat().st_mode) == 0o600
    (before,) = var.glob("before-restore-*.tar.gz")  # what was there when it was told to replace
    with tarfile.open(before) as kept:
        assert any(name.startswith("media/actas/") for name in kept.getnames())
    assert list(var.glob("restore-*")) == []


def test_the_file_is_of_its_owner_says_what_it_holds_and_falls_on_no_other(archive, hall):
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    with tarfile.open(archive) as tar:
        manifest = json.load(tar.extractfile("manifest.json"))
        key = tar.extractfile("secret_key").read().decode()
        assert sorted(tar.getnames()) == sorted([*manifest["files"], "manifest.json"])
    assert key == project.SECRET_KEY
    assert (manifest["version"], manifest["database"]) == (
        project.TAPETE_VERSION,
        connection.vendor,
    )
    assert "demo_password" in manifest["files"]
    content = archive.read_bytes()
    with pytest.raises(CommandError, match="Ya existe"):
        call_command("backup", archive)
    assert archive.read_bytes() == content


# --- What is refused before anything is touched --------------------------------------------------
def again(archive: Path, change: Any) -> Path:
    """The same archive with `change` done to its members, a dictionary of their contents."""
    with tarfile.open(archive) as tar:
        members = {one.name: tar.extractfile(one).read() for one in tar}
    change(members)
    other = archive.with_name(f"{uuid4().hex}.tar.gz")
    with tarfile.open(other, "w:gz") as tar:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return other


def manifest(**changes: Any) -> Any:
    def change(members: dict[str, bytes]) -> None:
        said = json.loads(members["manifest.json"]) | changes
        members["manifest.json"] = json.dumps(said).encode()

    return change


NOT_WHOLE = [
    (manifest(format=2, version="9.0"), "una versión más nueva de Tapete (9.0)"),
    (manifest(migrations=["tournaments.9999_future"], version="0.2"), "más nueva de Tapete (0.2)"),
    (
        manifest(version=f"{project.TAPETE_VERSION}.1"),
        f"más nueva de Tapete ({project.TAPETE_VERSION}.1)",
    ),
    (manifest(database="oracle"), "La copia es de oracle"),
    (lambda members: members.pop("manifest.json"), "incompleta o dañada"),
    (lambda members: members.pop("secret_key"), "incompleta o dañada"),
    (lambda members: members.update(secret_key=b"another"), "incompleta o dañada"),
    (lambda members: members.update({"media/extra.jpg": b"x"}), "incompleta o dañada"),
    (lambda members: members.update({"media/../../passwd": b"x"}), "No es una copia"),
    (lambda members: members.update({"/etc/passwd": b"x"}), "No es una copia"),
]


@pytest.mark.slow
def test_what_cannot_be_put_back_leaves_all_as_it_was(archive, settings, tmp_path):
    before = rows(own_url())
    half = tmp_path / "half.tar.gz"
    content = archive.read_bytes()
    half.write_bytes(content[: len(content) // 2])
    scratched = tmp_path / "scratched.tar.gz"  # what follows is no block of gzip
    gzip = zlib.compressobj(wbits=31)
    whole = zlib.decompress(content, wbits=31)
    start = gzip.compress(whole[: len(whole) // 2]) + gzip.flush(zlib.Z_FULL_FLUSH)
    scratched.write_bytes(start + b"\xff" * 64)
    wrong = [(again(archive, change), sentence) for change, sentence in NOT_WHOLE]
    wrong += [(half, "incompleta o dañada"), (scratched, "incompleta o dañada")]
    wrong += [(tmp_path / "none.tar.gz", "No existe")]
    for file, sentence in wrong:
        with pytest.raises(CommandError, match=re.escape(sentence)):
            call_command("restore", file, replace=True)
    served = settings.VAR_DIR / "in_use"  # as `./dev run` holds it
    with served.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match="está en marcha"):
            call_command("restore", archive, replace=True)
    assert rows(own_url()) == before
    assert Path(project.MEDIA_ROOT, Photo.objects.get().file.name).read_bytes() == PHOTO
    older = again(archive, manifest(version="0.1.0"))  # as the checkouts before 1.0.0 wrote it
    call_command("restore", older, replace=True)


def test_versions_are_compared_by_their_numbers(archive, settings):
    settings.TAPETE_VERSION = "1.9.2"
    with pytest.raises(CommandError, match=re.escape("más nueva de Tapete (1.10.0)")):
        call_command("restore", again(archive, manifest(version="1.10.0")))
    with pytest.raises(CommandError, match="Ya hay datos"):  # not refused for its version
        call_command("restore", again(archive, manifest(version="1.9.2")))


def test_another_user_is_told_whose_command_it_is(hall, settings, tmp_path):
    if os.geteuid() == 0:
        os.chown(settings.VAR_DIR, 65534, 65534)
    else:
        settings.VAR_DIR = Path("/usr")
    with pytest.raises(CommandError, match="sudo -u"):
        call_command("backup", tmp_path / "copy.tar.gz")
    assert not (tmp_path / "copy.tar.gz").exists()
