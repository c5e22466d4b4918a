"""`manage.py backup`: one file with all that cannot be made again."""

import io
import os
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext_lazy as _

from config.upkeep.backups import databases
from config.upkeep.backups.archive import FORMAT, Manifest, Writer
from config.upkeep.backups.owner import refuse_another_user
from tournaments.refusal import Refused

KEY, PASSWORD = "secret_key", "demo_password"


def make_backup(path: Path) -> Manifest:
    """Write everything into a new file that only its owner can read.

    The database comes first: a photo that arrives meanwhile is too many, and none is missing.
    Raises Refused for a file that exists, and where pg_dump is missing.
    """
    refuse_another_user()
    if path.exists():
        raise Refused("file_exists", _("Ya existe %(file)s: elija otro nombre."), file=path)
    databases.refuse_without_tools()
    with TemporaryDirectory(dir=settings.VAR_DIR) as folder, Writer(path, _manifest()) as archive:
        dumped = Path(folder) / databases.NAMES[connection.vendor]
        databases.dump(dumped)
        _add(archive, dumped.name, dumped)
        key = settings.SECRET_KEY.encode()
        archive.add(KEY, io.BytesIO(key), len(key))
        if (password := settings.VAR_DIR / PASSWORD).exists():
            _add(archive, PASSWORD, password)
        for name, photo in _media():
            _add(archive, name, photo)
    return archive.manifest


def version() -> str:
    """Return the version of this Tapete."""
    return tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]["version"]


def _manifest() -> Manifest:
    applied = MigrationLoader(connection).applied_migrations
    return Manifest(
        format=FORMAT,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        version=version(),
        database=connection.vendor,
        migrations=sorted(".".join(key) for key in applied),
    )


def _media() -> Iterator[tuple[str, Path]]:
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield f"media/{path.relative_to(root).as_posix()}", path


def _add(archive: Writer, name: str, path: Path) -> None:
    """A file that has just expired is left out: so will its row be."""
    try:
        source = path.open("rb")
    except FileNotFoundError:
        return
    with source:
        archive.add(name, source, os.fstat(source.fileno()).st_size)
