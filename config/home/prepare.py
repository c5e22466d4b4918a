"""Preparations that the first start makes and later ones find done."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from config.home.words import _, say
from scoring.checks import pango_is_there
from scoring.forecast.simulation.demonstration import demo_wanted, renew_weak_password


def prepare() -> None:
    """Bring the database to this version, the static files and a demo of today in play."""
    _migrate()
    _collect_static()
    renew_weak_password()
    if demo_wanted():
        say(_("Jugando la maratón de demostración… (solo la primera vez)"))
        with transaction.atomic():  # whole, or not at all if somebody ends it now
            call_command("demo", stdout=_Unheard())
    for warning in pango_is_there():
        say(f"{warning.msg} {warning.hint}")


class _Unheard:
    """Where the commands say what is of no use here."""

    def write(self, _text: str) -> None:
        pass

    def flush(self) -> None:
        pass


def _migrate() -> None:
    planned = MigrationExecutor(connection)
    if planned.migration_plan(planned.loader.graph.leaf_nodes()):
        say(_("Preparando la base de datos…"))
        call_command("migrate", verbosity=0, interactive=False)


def _collect_static() -> None:
    """Collect the files that the pages ask for, when any of them is another than last time."""
    stamp = Path(settings.STATIC_ROOT).with_suffix(".sum")
    now = _static_sum()
    if stamp.exists() and stamp.read_text() == now and Path(settings.STATIC_ROOT).exists():
        return
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(now)


def _static_sum() -> str:
    """A digest of every static file's name, size and date, and of how they are kept."""
    files = hashlib.sha256(str(settings.STORAGES["staticfiles"]).encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            told = Path(storage.path(path)).stat()
            files.update(f"{path} {told.st_size} {told.st_mtime_ns}\n".encode())
    return files.hexdigest()
