"""The HTML of a sheet, from its template.

The templates of sheets have an engine with the libraries they load. Django's own imports those of
every app: with what REST framework's bring, 16 MB more in each process that prints.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.template import Context, Engine

LIBRARIES = {
    "i18n": "django.templatetags.i18n",
    "l10n": "django.templatetags.l10n",
    "units": "tournaments.templatetags.units",
}


def render_sheet(template: str, context: Mapping[str, Any]) -> str:
    """Return the HTML of a sheet: «prints/tables/actas.html» and what it says."""
    return str(_engine().get_template(template).render(Context({**context})))


@lru_cache(maxsize=1)
def _engine() -> Engine:
    return Engine(dirs=settings.TEMPLATES[0]["DIRS"], libraries=LIBRARIES)
