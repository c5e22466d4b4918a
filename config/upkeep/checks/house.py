"""Disk, permissions and clock of the machine."""

import os
import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Warning
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from config.upkeep.backups.owner import name_of
from config.upkeep.checks import machine_check
from tournaments.models import AuditLine

MB = 1024 * 1024
FULL, TIGHT = 200 * MB, 1024 * MB
SLOTS = 1000  # files that may still be made
DRIFT = timedelta(seconds=5)
PATIENCE = timedelta(minutes=2)


@machine_check("disk")
def disk() -> CheckMessage:
    """Look at the disk under the data, wherever each part of them is."""
    free, place = min((shutil.disk_usage(place).free, place) for place in _folders())
    slots = min(os.statvfs(place).f_favail for place in _folders())
    text = _("quedan %(free)s MB libres en %(place)s") % {"free": free // MB, "place": place}
    hint = _("Haga sitio, o baje TAPETE_FILES_KEPT_DAYS y lance «manage.py expire_files».")
    if free < FULL or slots < SLOTS:
        return Error(text, hint=hint)
    return Warning(text, hint=hint) if free < TIGHT else Info(text)


@machine_check("permissions")
def permissions() -> CheckMessage:
    """Everything is written by this user, and read by no other."""
    owner = settings.VAR_DIR.stat().st_uid
    if os.geteuid() != owner:
        name = name_of(owner)
        return Error(
            _("%(place)s es de «%(owner)s», y esta orden la lanza «%(user)s».")
            % {"place": settings.VAR_DIR, "owner": name, "user": name_of(os.geteuid())},
            hint=_("Láncela con el usuario del servicio: sudo -u %(owner)s …") % {"owner": name},
        )
    shut = [str(path) for path in _ours() if not os.access(path, os.W_OK)]
    if shut:
        return Error(
            _("No se puede escribir en %(places)s.") % {"places": ", ".join(shut[:5])},
            hint=_("Dé los ficheros a su usuario: sudo chown -R %(user)s: %(place)s")
            % {"user": name_of(os.geteuid()), "place": settings.VAR_DIR},
        )
    if open_to_all := [str(path) for path in _private() if _others_may_read(path)]:
        return Warning(
            _("Cualquier usuario de esta máquina puede leer %(places)s.")
            % {"places": ", ".join(open_to_all[:5])},
            hint=_("Cierre la carpeta: chmod o= %(place)s") % {"place": settings.VAR_DIR},
        )
    return Info(_("%(place)s, de «%(user)s»") % {"place": settings.VAR_DIR, "user": name_of(owner)})


@machine_check("clock")
def clock() -> CheckMessage:
    """The hour of this machine against its own files, what was written, and the database's."""
    now = timezone.now()
    hint = _("Ponga el reloj en hora: sudo timedatectl set-ntp true")
    for what, then in _known_hours():
        if then - now > PATIENCE:
            hours = {"now": _hour(now), "then": _hour(then), "what": what}
            return Error(_("Son las %(now)s, y %(what)s es de las %(then)s.") % hours, hint=hint)
    drift = abs(_hour_of_database() - timezone.now())
    if drift > DRIFT:
        seconds = round(drift.total_seconds())
        text = _("El reloj de la base de datos y este se llevan %(seconds)s segundos.")
        return Error(text % {"seconds": seconds}, hint=hint)
    return Info(f"{_hour(now)} ({settings.TIME_ZONE})")


def _folders() -> list[Path]:
    places = [Path(settings.VAR_DIR), Path(settings.MEDIA_ROOT)]
    if connection.vendor == "sqlite":
        places.append(Path(connection.settings_dict["NAME"]).parent)
    return [place for place in places if place.exists()]


def _ours() -> Iterator[Path]:
    """Return the folders that the site writes, as far as they have been made."""
    yield from _folders()
    yield from _private()
    for folder in ("media", "queue", "queue/messages", "queue/control"):
        if (path := settings.VAR_DIR / folder).exists():
            yield path


def _private() -> Iterator[Path]:
    names = ["secret_key", "demo_password", "media"]
    yield from (path for name in names if (path := settings.VAR_DIR / name).exists())
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        yield from database.parent.glob(f"{database.name}*")


def _others_may_read(path: Path) -> bool:
    """Whether the file and all folders above it let anybody in."""
    way_in = all(folder.stat().st_mode & 0o001 for folder in path.resolve().parents)
    return way_in and bool(path.stat().st_mode & 0o004)


def _known_hours() -> Iterator[tuple[str, datetime]]:
    code = Path(settings.BASE_DIR) / "manage.py"
    yield (
        _("el programa"),
        datetime.fromtimestamp(code.stat().st_mtime, timezone.get_current_timezone()),
    )
    try:
        last = AuditLine.objects.order_by("-pk").values_list("at", flat=True).first()
    except DatabaseError:  # the check of the database says so
        return
    if last is not None:
        yield _("lo último que se anotó"), last


def _hour_of_database() -> datetime:
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0]


def _hour(at: datetime) -> str:
    return timezone.localtime(at).strftime("%Y-%m-%d %H:%M")
