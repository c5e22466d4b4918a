"""`manage.py backup` and `manage.py restore`: one file with all irreplaceable data."""

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext_lazy as _

from config.upkeep.backups import databases
from config.upkeep.backups.archive import (
    FORMAT,
    OWNER_ONLY,
    Manifest,
    newer_version_refusal,
    unpack,
    write_backup_archive,
)
from config.upkeep.backups.owner import refuse_another_user, refuse_while_served
from tournaments.refusal import Refused

KEY, PASSWORD = "secret_key", "demo_password"


@dataclass(frozen=True)
class RestoreOutcome:
    """The outcome of a restore.

    `previous_backup` is the backup of the earlier data; `key_differs` means that the environment's
    secret key is not the backup's.
    """

    manifest: Manifest
    previous_backup: Path | None
    key_differs: bool


def make_backup(path: Path) -> Manifest:
    """Write everything into a new file that only its owner can read, and return its manifest.

    The database comes first: a photo that arrives meanwhile is extra, and no photo is missing.
    Raises Refused for a file that exists, for a data folder of another user, for a damaged
    database, or if pg_dump or psql is missing or fails.
    """
    refuse_another_user()
    if path.exists():
        raise Refused("file_exists", _("Ya existe %(file)s: elija otro nombre."), file=path)
    databases.refuse_without_tools()
    manifest = Manifest(
        format=FORMAT,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        version=settings.TAPETE_VERSION,
        database=connection.vendor,
        migrations=sorted(map(".".join, MigrationLoader(connection).applied_migrations)),
    )
    with TemporaryDirectory(dir=settings.VAR_DIR) as folder:
        database = Path(folder, databases.NAMES[connection.vendor])
        databases.dump(database)
        key = Path(folder, KEY)
        key.write_text(settings.SECRET_KEY)
        own_files = [(file.name, file) for file in (database, key, settings.VAR_DIR / PASSWORD)]
        write_backup_archive(path, manifest, [*own_files, *_media()])
    return manifest


def _media() -> Iterator[tuple[str, Path]]:
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield f"media/{path.relative_to(root).as_posix()}", path


def restore_backup(path: Path, *, replace: bool = False) -> RestoreOutcome:
    """Check the whole file, then replace the data with its contents and apply missing migrations.

    With `replace`, a backup of the earlier data is made first. Raises Refused for a file that is
    missing, damaged, newer than this program or of another kind of database. Also raises Refused
    while another program uses this data, if the data folder belongs to another user, if there is
    data and `replace` is false, or if pg_dump or psql is missing or fails.
    """
    refuse_another_user()
    refuse_while_served()
    # The temporary folder is on the disk that will hold the files.
    with TemporaryDirectory(dir=settings.VAR_DIR, prefix="restore-") as name:
        folder = Path(name)
        manifest = unpack(path, folder)
        _refuse_unfit_backup(manifest)
        previous_backup = None
        if not databases.is_empty() or any(_media()):
            if not replace:
                sentence = _(
                    "Ya hay datos aquí. Si quiere cambiarlos por los de la copia: --replace"
                )
                raise Refused("not_empty", sentence, status=409)
            previous_backup = (
                settings.VAR_DIR / f"before-restore-{datetime.now():%Y%m%d-%H%M%S}.tar.gz"
            )
            make_backup(previous_backup)
        databases.load(folder / databases.NAMES[manifest.database])
        _replace_media(folder / "media")
        key_differs = _replace_key(folder)
    call_command("migrate", verbosity=0, interactive=False)
    return RestoreOutcome(manifest, previous_backup, key_differs)


def _refuse_unfit_backup(manifest: Manifest) -> None:
    migrations = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    apps = {app for app, _name in migrations}
    applied_migrations = {tuple(name.split(".", 1)) for name in manifest.migrations}
    has_unknown = any(key[0] in apps and key not in migrations for key in applied_migrations)
    if has_unknown or _numbers(manifest.version) > _numbers(settings.TAPETE_VERSION):
        raise newer_version_refusal(manifest.version)
    if manifest.database != connection.vendor:
        sentence = _("La copia es de %(theirs)s y aquí hay %(ours)s: mire DATABASE_URL.")
        raise Refused("other_database", sentence, theirs=manifest.database, ours=connection.vendor)
    databases.refuse_without_tools()


def _numbers(version: str) -> list[int]:
    """Return the numbers of a version, to compare: 1.10.0 is newer than 1.9.2."""
    return [int(digits) for digits in re.findall(r"\d+", version)]


def _replace_media(source: Path) -> None:
    """Replace the contents of the folder, not the folder, which may be a mount point."""
    root = Path(settings.MEDIA_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    for path in root.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    if source.is_dir():
        for path in source.iterdir():
            shutil.move(path, root / path.name)


def _replace_key(folder: Path) -> bool:
    """Replace the demo password and, unless the environment has a key, the secret key.

    Return whether the environment has a secret key that differs from the key of the backup.
    """
    has_environment_key = bool(os.environ.get("TAPETE_SECRET_KEY"))
    for name in (PASSWORD,) if has_environment_key else (PASSWORD, KEY):
        if (folder / name).exists():
            (folder / name).chmod(OWNER_ONLY)
            shutil.move(folder / name, settings.VAR_DIR / name)
    return has_environment_key and (folder / KEY).read_text() != settings.SECRET_KEY
