"""Checks of what the sheets are drawn with: Debian's libraries and fonts."""

import ctypes
import re

from django.core.checks import CheckMessage, Error, Info
from django.utils.translation import gettext as _

from config.upkeep.checks import machine_check

# The library that is opened, and the package of Debian that brings it.
LIBRARIES = {
    "libpango-1.0.so.0": "libpango-1.0-0",
    "libpangoft2-1.0.so.0": "libpangoft2-1.0-0",
    "libharfbuzz-subset.so.0": "libharfbuzz-subset0",
}
# The faces that static/css/print.css asks for, and their packages.
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
    """Draw a line in each face and read from the PDF which one came out."""
    try:
        drawn = {name: _face_of(name) for name in FONTS}
    except OSError as error:
        return Error(str(error).strip(), hint=_installing(LIBRARIES.values()))
    missing = [name for name, face in drawn.items() if face != name.replace(" ", "-")]
    if missing:
        return Error(
            _("Falta la letra %(names)s: las hojas salen en otra y las casillas se desbordan.")
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
    """The name of the font that a text in `name` has in a PDF: «Lato», «DejaVu-Sans»."""
    from weasyprint import HTML  # it does not open where its libraries are missing

    page = HTML(string=f"<p style=\"font-family: '{name}'\">guiñote</p>")
    found = re.search(rb"/FontName /[A-Z]+\+([\w-]+)", page.write_pdf(uncompressed_pdf=True))
    return found[1].decode() if found else ""


def _installing(packages: object) -> str:
    names = " ".join(sorted(set(packages)))  # type: ignore[call-overload]
    return _("Instálelo: sudo apt-get install --no-install-recommends %(names)s") % {"names": names}
