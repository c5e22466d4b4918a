"""`manage.py restore`: put a backup in the place of what there is."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext_lazy as _

from config.upkeep.backups import databases
from config.upkeep.backups.archive import ONLY_MINE, Manifest, newer, unpack
from config.upkeep.backups.making import KEY, PASSWORD, make_backup
from config.upkeep.backups.owner import refuse_another_user, refuse_while_served
from tournaments.refusal import Refused


@dataclass(frozen=True)
class Restored:
    """The outcome of a restore: `before` is the backup of what there was, `other_key` says that the
    environment has another secret key than the backup."""

    manifest: Manifest
    before: Path | None
    other_key: bool


def restore_backup(path: Path, *, replace: bool = False) -> Restored:
    """Check the whole file, and only then put it in place; the migrations it lacks are applied.

    With `replace` what there was is kept first in a backup of its own. Raises Refused for a file
    that is damaged, newer than this program or of another kind of database, and where there are
    data and nobody said `replace`.
    """
    refuse_another_user()
    refuse_while_served()
    with _scratch() as folder:
        manifest = unpack(path, folder)
        _refuse_what_does_not_fit(manifest)
        there_is = not databases.is_empty() or any(_papers())
        if there_is and not replace:
            sentence = _("Ya hay datos aquí. Si quiere cambiarlos por los de la copia: --replace")
            raise Refused("not_empty", sentence, status=409)
        before = _kept_before() if there_is else None
        databases.load(folder / databases.NAMES[manifest.database])
        _put_media(folder / "media")
        other_key = _put_key(folder)
    call_command("migrate", verbosity=0, interactive=False)
    return Restored(manifest, before, other_key)


@contextmanager
def _scratch() -> Iterator[Path]:
    """A folder of nobody else, on the disk where the files will be."""
    with TemporaryDirectory(dir=settings.VAR_DIR, prefix="restore-") as folder:
        yield Path(folder)


def _refuse_what_does_not_fit(manifest: Manifest) -> None:
    known = {
        ".".join(key) for key in MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    }
    ours = {name.partition(".")[0] for name in known}
    if {name for name in manifest.migrations if name.partition(".")[0] in ours} - known:
        raise newer(manifest.version)
    if manifest.database != connection.vendor:
        sentence = _("La copia es de %(theirs)s y aquí hay %(ours)s: mire DATABASE_URL.")
        raise Refused("other_database", sentence, theirs=manifest.database, ours=connection.vendor)
    databases.refuse_without_tools()


def _papers() -> list[Path]:
    root = Path(settings.MEDIA_ROOT)
    return sorted(root.iterdir()) if root.is_dir() else []


def _kept_before() -> Path:
    path = settings.VAR_DIR / f"before-restore-{datetime.now():%Y%m%d-%H%M%S}.tar.gz"
    make_backup(path)
    return path


def _put_media(source: Path) -> None:
    """Each thing in the folder is changed, and not the folder: it may be a disk of its own."""
    root = Path(settings.MEDIA_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    for old in _papers():
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        else:
            old.unlink()
    if source.is_dir():
        for new in source.iterdir():
            shutil.move(new, root / new.name)


def _put_key(folder: Path) -> bool:
    """Put the key back unless the environment has one; return whether that is another."""
    if (folder / PASSWORD).exists():
        _put(folder / PASSWORD, settings.VAR_DIR / PASSWORD)
    if os.environ.get("TAPETE_SECRET_KEY"):
        return (folder / KEY).read_text() != settings.SECRET_KEY
    _put(folder / KEY, settings.VAR_DIR / KEY)
    return False


def _put(source: Path, target: Path) -> None:
    source.chmod(ONLY_MINE)
    shutil.move(source, target)
