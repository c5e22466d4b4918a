"""Checks of what an administrator sets up once and forgets at the next version."""

from pathlib import Path

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Warning
from django.utils.translation import gettext as _

from config.upkeep.checks import machine_check

SHORTEST_KEY = 40


@machine_check("secret_key")
def secret_key() -> CheckMessage:
    """The key of the QR codes on paper, of sessions and of the links to change a password."""
    if len(settings.SECRET_KEY) < SHORTEST_KEY:
        return Error(
            _("Es corta: se puede adivinar."),
            hint=_(
                "Quite TAPETE_SECRET_KEY, y Tapete hará una; los QR ya impresos dejarán de valer."
            ),
        )
    kept = Path(settings.VAR_DIR) / "secret_key"
    if kept.exists() and kept.read_text() == settings.SECRET_KEY:
        if kept.stat().st_mode & 0o077:
            return Error(
                _("Otros usuarios de la máquina pueden leer %(file)s.") % {"file": kept},
                hint=f"chmod 600 {kept}",
            )
        return Info(str(kept))
    return Info("TAPETE_SECRET_KEY")


@machine_check("pages")
def pages() -> CheckMessage:
    """Styles and scripts collected, translations compiled: those of this version."""
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
            _("Los ficheros se sirven sin su huella: los teléfonos guardan los viejos."),
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


def _differ(one: Path, other: Path) -> bool:
    return not other.exists() or one.read_bytes() != other.read_bytes()
