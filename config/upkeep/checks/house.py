"""Checks of this machine and its data: print libraries, fonts, results, key, static files, disks,
permissions, clock.
"""

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
            hint=_installing(missing),
        )
    return Info(", ".join(LIBRARIES.values()))


@machine_check("fonts")
def fonts() -> CheckMessage:
    """Draw a line in each face, and read from the PDF which font was used."""
    try:
        drawn = {name: _face_of(name) for name in FONTS}
    except OSError as error:
        return Error(str(error).strip(), hint=_installing(LIBRARIES.values()))
    missing = [name for name, face in drawn.items() if face != name.replace(" ", "-")]
    if missing:
        return Error(
            _("Falta el tipo de letra %(names)s: el texto no cabrá en las casillas.")
            % {"names": ", ".join(missing)},
            hint=_installing(FONTS[name] for name in missing),
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


def _installing(packages: object) -> str:
    names = " ".join(sorted(set(packages)))  # type: ignore[call-overload]
    return _("Instálelo: sudo apt-get install --no-install-recommends %(names)s") % {"names": names}


# --- Results --------------------------------------------------------------------------------------
# The results of the latest matches, compared with their actas.
LATEST = 200  # how many matches are checked: all matches of a federation would take minutes


@machine_check("results")
def results() -> CheckMessage:
    """Fold the latest finished matches again; warn if a result differs from its acta."""
    looked, differing = recheck_latest(LATEST)
    if not differing:
        return Info(
            ngettext(
                "el último resultado coincide con su acta",
                "los últimos %(n)s resultados coinciden con sus actas",
                looked,
            )
            % {"n": looked}
            if looked
            else _("todavía no hay ninguno")
        )
    return Warning(
        ngettext(
            "%(wrong)s de los últimos %(n)s resultados no coincide con su acta.",
            "%(wrong)s de los últimos %(n)s resultados no coinciden con sus actas.",
            len(differing),
        )
        % {"wrong": len(differing), "n": looked},
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
    stale = [path for path in (settings.BASE_DIR / "locale").rglob("*.po") if _older_mo(path)]
    if stale:
        return Error(
            _("Faltan las traducciones de esta versión."),
            hint=_("Lance «.venv/bin/python locale/compile.py»."),
        )
    collected = Path(settings.STATIC_ROOT)
    source = settings.BASE_DIR / "static"
    if settings.DEBUG or "Manifest" not in settings.STORAGES["staticfiles"]["BACKEND"]:
        return Warning(
            _("Los archivos se sirven sin su huella: los teléfonos guardan los viejos."),
            hint=_("Quite TAPETE_DEBUG y TAPETE_PLAIN_STATIC."),
        )
    missing = not (collected / "staticfiles.json").exists() or any(
        _differ(path, collected / path.relative_to(source))
        for path in source.rglob("*")
        if path.is_file()
    )
    if missing:
        return Error(
            _("No son los de esta versión."), hint=_("Lance «manage.py collectstatic --no-input».")
        )
    return Info(str(collected))


def _older_mo(catalogue: Path) -> bool:
    compiled = catalogue.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < catalogue.stat().st_mtime


def _differ(first: Path, second: Path) -> bool:
    return not second.exists() or first.read_bytes() != second.read_bytes()


# --- Machine --------------------------------------------------------------------------------------
# Disk, permissions and clock of the machine.
MB = 1024 * 1024
FULL, TIGHT = 200 * MB, 1024 * MB
SLOTS = 1000  # the fewest files for which a disk must still have room
DRIFT = timedelta(seconds=5)
PATIENCE = timedelta(minutes=2)


@machine_check("disk")
def disk() -> CheckMessage:
    """Check the disks of all data folders."""
    free, place = min((shutil.disk_usage(place).free, place) for place in _folders())
    slots = min(os.statvfs(place).f_favail for place in _folders())
    text = _("quedan %(free)s MB libres en %(place)s") % {"free": free // MB, "place": place}
    hint = _("Haga sitio, o baje TAPETE_FILES_KEPT_DAYS y lance «manage.py expire_files».")
    if free < FULL or slots < SLOTS:
        return Error(text, hint=hint)
    return Warning(text, hint=hint) if free < TIGHT else Info(text)


@machine_check("permissions")
def permissions() -> CheckMessage:
    """Check that this user owns the data folder and can write it, and that other users cannot read
    it.
    """
    owner = settings.VAR_DIR.stat().st_uid
    if os.geteuid() != owner:
        name = user_name(owner)
        return Error(
            _("%(place)s es de «%(owner)s», y esta orden la lanza «%(user)s».")
            % {"place": settings.VAR_DIR, "owner": name, "user": user_name(os.geteuid())},
            hint=_("Láncela con el usuario del servicio: sudo -u %(owner)s …") % {"owner": name},
        )
    shut = [str(path) for path in _ours() if not os.access(path, os.W_OK)]
    if shut:
        return Error(
            _("No se puede escribir en %(places)s.") % {"places": ", ".join(shut[:5])},
            hint=_("Dé los archivos a su usuario: sudo chown -R %(user)s: %(place)s")
            % {"user": user_name(os.geteuid()), "place": settings.VAR_DIR},
        )
    if open_to_all := [str(path) for path in _private() if _others_may_read(path)]:
        return Warning(
            _("Cualquier usuario de esta máquina puede leer %(places)s.")
            % {"places": ", ".join(open_to_all[:5])},
            hint=_("Cierre la carpeta: chmod o= %(place)s") % {"place": settings.VAR_DIR},
        )
    return Info(
        _("%(place)s, de «%(user)s»") % {"place": settings.VAR_DIR, "user": user_name(owner)}
    )


@machine_check("clock")
def check_clock() -> CheckMessage:
    """Compare this machine's clock with the date of the program, the last audit line and the
    database's clock.
    """
    now = timezone.now()
    hint = _("Ponga el reloj en hora: sudo timedatectl set-ntp true")
    for source, then in _known_hours():
        if then - now > PATIENCE:
            hours = {"now": _hour(now), "then": _hour(then), "what": source}
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
    """Yield the existing folders and files that the site writes."""
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
    """Return whether the file and all folders above it are open to other users."""
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
    except DatabaseError:  # the database check reports it
        return
    if last is not None:
        yield _("la última anotación"), last


def _hour_of_database() -> datetime:
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
        return moment


def _hour(at: datetime) -> str:
    return timezone.localtime(at).strftime("%Y-%m-%d %H:%M")
