"""Checks of libraries, fonts, results, key, static files, disks, permissions and clock."""

import ctypes
import os
import re
import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Warning
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.upkeep.backups.owner import user_name
from config.upkeep.checks import machine_check
from scoring.actas.services.rescoring import recheck_latest
from tournaments.models import AuditLine

# The libraries to open, with the Debian package of each.
LIBRARIES = {
    "libpango-1.0.so.0": "libpango-1.0-0",
    "libpangoft2-1.0.so.0": "libpangoft2-1.0-0",
    "libharfbuzz-subset.so.0": "libharfbuzz-subset0",
}
# The faces of static/css/print.css, with the Debian package of each.
FONTS = {
    "Lato": "fonts-lato",
    "DejaVu Sans": "fonts-dejavu-core",
    "DejaVu Sans Mono": "fonts-dejavu-core",
}


@machine_check("libraries")
def libraries() -> CheckMessage:
    missing = [package for name, package in LIBRARIES.items() if not _opens(name)]
    if missing:
        return Error(
            _("Faltan: %(names)s. Las hojas no salen, o salen mal.")
            % {"names": ", ".join(missing)},
            hint=_install_hint(missing),
        )
    return Info(", ".join(LIBRARIES.values()))


@machine_check("fonts")
def fonts() -> CheckMessage:
    """Draw a line in each face, and read from the PDF which font was used."""
    try:
        faces = {name: _face_of(name) for name in FONTS}
    except OSError as error:
        return Error(str(error).strip(), hint=_install_hint(LIBRARIES.values()))
    missing = [name for name, face in faces.items() if face != name.replace(" ", "-")]
    if missing:
        return Error(
            _("Falta el tipo de letra %(names)s: el texto no cabrá en las casillas.")
            % {"names": ", ".join(missing)},
            hint=_install_hint(FONTS[name] for name in missing),
        )
    return Info(", ".join(FONTS))


def _opens(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _face_of(name: str) -> str:
    """Return the font that a PDF uses for text in the font `name`: «Lato», «DejaVu-Sans»."""
    from weasyprint import HTML  # this import fails if the libraries are missing

    page = HTML(string=f"<p style=\"font-family: '{name}'\">guiñote</p>")
    font_name = re.search(rb"/FontName /[A-Z]+\+([\w-]+)", page.write_pdf(uncompressed_pdf=True))
    return font_name[1].decode() if font_name else ""


def _install_hint(packages: object) -> str:
    names = " ".join(sorted(set(packages)))  # type: ignore[call-overload]
    return _("Instálelo: sudo apt-get install --no-install-recommends %(names)s") % {"names": names}


# --- Results --------------------------------------------------------------------------------------
# The results of the latest matches are compared with their actas. All matches of a federation would
# take minutes.
MATCHES_CHECKED = 200


@machine_check("results")
def results() -> CheckMessage:
    """Fold the latest finished matches again; warn if a result differs from its acta."""
    checked_count, differing = recheck_latest(MATCHES_CHECKED)
    if not differing:
        return Info(
            ngettext(
                "el último resultado coincide con su acta",
                "los últimos %(n)s resultados coinciden con sus actas",
                checked_count,
            )
            % {"n": checked_count}
            if checked_count
            else _("todavía no hay ninguno")
        )
    return Warning(
        ngettext(
            "%(wrong)s de los últimos %(n)s resultados no coincide con su acta.",
            "%(wrong)s de los últimos %(n)s resultados no coinciden con sus actas.",
            len(differing),
        )
        % {"wrong": len(differing), "n": checked_count},
        hint=_(
            "Véalos con «manage.py rebuild_results --all --check» y rehágalos con "
            "«manage.py rebuild_results --all»."
        ),
    )


# --- Setup ----------------------------------------------------------------------------------------
# What an administrator sets up once, and may forget when the program is upgraded.
SHORTEST_KEY = 40


@machine_check("secret_key")
def secret_key() -> CheckMessage:
    """Check the key that signs QR codes on paper, sessions and password links."""
    if len(settings.SECRET_KEY) < SHORTEST_KEY:
        return Error(
            _("Es corta: se puede adivinar."),
            hint=_(
                "Quite TAPETE_SECRET_KEY, y Tapete hará una; los QR ya impresos dejarán de valer."
            ),
        )
    key_file = Path(settings.VAR_DIR) / "secret_key"
    if key_file.exists() and key_file.read_text() == settings.SECRET_KEY:
        if key_file.stat().st_mode & 0o077:
            return Error(
                _("Otros usuarios de la máquina pueden leer %(file)s.") % {"file": key_file},
                hint=f"chmod 600 {key_file}",
            )
        return Info(str(key_file))
    return Info("TAPETE_SECRET_KEY")


@machine_check("pages")
def pages() -> CheckMessage:
    """Check that the styles, scripts and translations of this version are built."""
    stale = [path for path in (settings.BASE_DIR / "locale").rglob("*.po") if _is_mo_outdated(path)]
    if stale:
        return Error(
            _("Faltan las traducciones de esta versión."),
            hint=_("Lance «.venv/bin/python locale/compile.py»."),
        )
    static_root = Path(settings.STATIC_ROOT)
    source = settings.BASE_DIR / "static"
    if settings.DEBUG or "Manifest" not in settings.STORAGES["staticfiles"]["BACKEND"]:
        return Warning(
            _("Los archivos se sirven sin su huella: los teléfonos guardan los viejos."),
            hint=_("Quite TAPETE_DEBUG y TAPETE_PLAIN_STATIC."),
        )
    missing = not (static_root / "staticfiles.json").exists() or any(
        _differ(path, static_root / path.relative_to(source))
        for path in source.rglob("*")
        if path.is_file()
    )
    if missing:
        return Error(
            _("No son los de esta versión."), hint=_("Lance «manage.py collectstatic --no-input».")
        )
    return Info(str(static_root))


def _is_mo_outdated(catalogue: Path) -> bool:
    mo_file = catalogue.with_suffix(".mo")
    return not mo_file.exists() or mo_file.stat().st_mtime < catalogue.stat().st_mtime


def _differ(source: Path, copy: Path) -> bool:
    return not copy.exists() or source.read_bytes() != copy.read_bytes()


# --- Machine --------------------------------------------------------------------------------------
# Disk, permissions and clock of the machine.
MB = 1024 * 1024
FULL_BYTES, TIGHT_BYTES = 200 * MB, 1024 * MB
MIN_FREE_FILES = 1000  # the fewest files that the disk must have room for
MAX_DRIFT = timedelta(seconds=5)
MAX_LATENESS = timedelta(minutes=2)


@machine_check("disk")
def disk() -> CheckMessage:
    """Check the disks of all data folders."""
    free_bytes, place = min((shutil.disk_usage(place).free, place) for place in _data_folders())
    free_files = min(os.statvfs(place).f_favail for place in _data_folders())
    text = _("quedan %(free)s MB libres en %(place)s") % {"free": free_bytes // MB, "place": place}
    hint = _("Haga sitio, o baje TAPETE_FILES_KEPT_DAYS y lance «manage.py expire_files».")
    if free_bytes < FULL_BYTES or free_files < MIN_FREE_FILES:
        return Error(text, hint=hint)
    return Warning(text, hint=hint) if free_bytes < TIGHT_BYTES else Info(text)


@machine_check("permissions")
def permissions() -> CheckMessage:
    """Check that this user owns and can write the data folder, and other users cannot read it."""
    owner = settings.VAR_DIR.stat().st_uid
    if os.geteuid() != owner:
        name = user_name(owner)
        return Error(
            _("%(place)s es de «%(owner)s», y esta orden la lanza «%(user)s».")
            % {"place": settings.VAR_DIR, "owner": name, "user": user_name(os.geteuid())},
            hint=_("Láncela con el usuario del servicio: sudo -u %(owner)s …") % {"owner": name},
        )
    unwritable_paths = [str(path) for path in _written_paths() if not os.access(path, os.W_OK)]
    if unwritable_paths:
        return Error(
            _("No se puede escribir en %(places)s.") % {"places": ", ".join(unwritable_paths[:5])},
            hint=_("Dé los archivos a su usuario: sudo chown -R %(user)s: %(place)s")
            % {"user": user_name(os.geteuid()), "place": settings.VAR_DIR},
        )
    if readable_paths := [str(path) for path in _private_paths() if _others_may_read(path)]:
        return Warning(
            _("Cualquier usuario de esta máquina puede leer %(places)s.")
            % {"places": ", ".join(readable_paths[:5])},
            hint=_("Cierre la carpeta: chmod o= %(place)s") % {"place": settings.VAR_DIR},
        )
    return Info(
        _("%(place)s, de «%(user)s»") % {"place": settings.VAR_DIR, "user": user_name(owner)}
    )


@machine_check("clock")
def check_clock() -> CheckMessage:
    """Compare the clock with the program's date, the last audit line and the database's clock."""
    now = timezone.now()
    hint = _("Ponga el reloj en hora: sudo timedatectl set-ntp true")
    for source, moment in _known_moments():
        if moment - now > MAX_LATENESS:
            hours = {"now": _time_text(now), "then": _time_text(moment), "what": source}
            return Error(_("Son las %(now)s, y %(what)s es de las %(then)s.") % hours, hint=hint)
    drift = abs(_database_time() - timezone.now())
    if drift > MAX_DRIFT:
        seconds = round(drift.total_seconds())
        text = _("El reloj de la base de datos y este se llevan %(seconds)s segundos.")
        return Error(text % {"seconds": seconds}, hint=hint)
    return Info(f"{_time_text(now)} ({settings.TIME_ZONE})")


def _data_folders() -> list[Path]:
    places = [Path(settings.VAR_DIR), Path(settings.MEDIA_ROOT)]
    if connection.vendor == "sqlite":
        places.append(Path(connection.settings_dict["NAME"]).parent)
    return [place for place in places if place.exists()]


def _written_paths() -> Iterator[Path]:
    """Yield the existing folders and files that the site writes."""
    yield from _data_folders()
    yield from _private_paths()
    for folder in ("media", "queue", "queue/messages", "queue/control"):
        if (path := settings.VAR_DIR / folder).exists():
            yield path


def _private_paths() -> Iterator[Path]:
    names = ["secret_key", "demo_password", "media"]
    yield from (path for name in names if (path := settings.VAR_DIR / name).exists())
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        yield from database.parent.glob(f"{database.name}*")


def _others_may_read(path: Path) -> bool:
    """Return whether the file and all folders above it are open to other users."""
    are_folders_open = all(folder.stat().st_mode & 0o001 for folder in path.resolve().parents)
    return are_folders_open and bool(path.stat().st_mode & 0o004)


def _known_moments() -> Iterator[tuple[str, datetime]]:
    code = Path(settings.BASE_DIR) / "manage.py"
    yield (
        _("el programa"),
        datetime.fromtimestamp(code.stat().st_mtime, timezone.get_current_timezone()),
    )
    try:
        latest_moment = AuditLine.objects.order_by("-pk").values_list("at", flat=True).first()
    except DatabaseError:  # the database check reports it
        return
    if latest_moment is not None:
        yield _("la última anotación"), latest_moment


def _database_time() -> datetime:
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
        return moment


def _time_text(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%d %H:%M")
