"""The HTML of a sheet, from its template.

The templates of sheets have an engine with the libraries they load. Django's own imports those of
every app: with what REST framework's bring, 16 MB more in each process that prints.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.template import Context, Engine
from django.template.loader_tags import ExtendsNode

LIBRARIES = {
    "i18n": "django.templatetags.i18n",
    "l10n": "django.templatetags.l10n",
    "units": "tournaments.templatetags.units",
}


def render_sheet(template: str, context: Mapping[str, Any]) -> str:
    """Return the HTML of a sheet: «prints/tables/actas.html» and what it says."""
    return str(_engine().get_template(template).render(Context({**context})))


def kind_of(template: str, context: Mapping[str, Any]) -> frozenset[str]:
    """Return the words of the block `kind` of a sheet, by which its style is chosen; none of a
    plain list."""
    extends = _engine().get_template(template).nodelist.get_nodes_by_type(ExtendsNode)[0]
    block = extends.blocks.get("kind")
    return frozenset(block.nodelist.render(Context({**context})).split() if block else ())


@lru_cache(maxsize=1)
def _engine() -> Engine:
    return Engine(dirs=settings.TEMPLATES[0]["DIRS"], libraries=LIBRARIES)
