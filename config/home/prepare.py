"""The steps before the site starts; later starts skip the steps that are done."""

import hashlib
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from config.home.words import _, print_line
from config.upkeep.backups.services import make_backup
from scoring.forecast.simulation.demonstration import renew_weak_password, wants_demo
from scoring.prints.checks import check_pango


def prepare() -> None:
    """Migrate the database, collect static files, renew a weak demo password, play a wanted demo.

    Then print the warnings about Pango.
    """
    _migrate()
    _collect_static()
    renew_weak_password()
    if wants_demo():
        print_line(_("Preparando el maratón de demostración… (solo la primera vez)"))
        with transaction.atomic():  # an interrupted demo leaves no rows
            call_command("demo", stdout=_NullStream())
    for warning in check_pango():
        print_line(f"{warning.msg} {warning.hint}")


class _NullStream:
    """A stream that discards the output of commands."""

    def write(self, _text: str) -> None:
        pass

    def flush(self) -> None:
        pass


def _migrate() -> None:
    """Migrate the database; an older database is backed up first."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        if executor.loader.applied_migrations:
            backup = settings.VAR_DIR / f"before-upgrade-{datetime.now():%Y%m%d-%H%M%S}.tar.gz"
            make_backup(backup)
            print_line(
                _("Versión nueva: los datos anteriores están guardados en %(file)s")
                % {"file": backup}
            )
        print_line(_("Preparando la base de datos…"))
        call_command("migrate", verbosity=0, interactive=False)


def _collect_static() -> None:
    """Collect the static files if any of them has changed since last time."""
    stamp = Path(settings.STATIC_ROOT).with_suffix(".sum")
    current_sum = _static_sum()
    if stamp.exists() and stamp.read_text() == current_sum and Path(settings.STATIC_ROOT).exists():
        return
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(current_sum)


def _static_sum() -> str:
    """Return a digest of every static file's name, size and date, and of the storage settings."""
    files = hashlib.sha256(str(settings.STORAGES["staticfiles"]).encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            files.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return files.hexdigest()
