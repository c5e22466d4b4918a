"""System checks of `manage.py check`."""

import ctypes
import sys
from typing import Any

from django.core.checks import CheckMessage, Warning, register

from scoring.prints.pdf import APT_LINE

LIBRARIES = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0")


@register()
def check_pango(**_options: Any) -> list[CheckMessage]:
    """Warn if Pango is missing: without it only the PDFs fail."""
    if not sys.platform.startswith("linux"):
        return []
    missing = [name for name in LIBRARIES if not _loads(name)]
    if not missing:
        return []
    return [
        Warning(
            f"No se podrán imprimir PDF: falta {' y '.join(missing)}.",
            hint=f"En Debian: {APT_LINE}",
            id="scoring.W001",
        )
    ]


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
