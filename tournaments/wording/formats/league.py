"""Liga, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

Text = str | Promise

NAME = _("Liga")

MEANING = _(
    "Todos contra todos, una o más vueltas. Si son impares, en cada jornada descansa alguien "
    "distinto. El calendario entero se conoce desde el sorteo."
)

OPTIONS: dict[str, tuple[Text, Text]] = {
    "legs": (
        _("Vueltas de la liga"),
        _("Cuántas veces se juega contra cada rival; en la segunda vuelta se cambia de casa."),
    )
}

# The options everybody is asked for, and what a box of numbers comes with.
ASKED: tuple[str, ...] = ("legs",)
SUGGESTED: dict[str, int] = {}

METHOD: tuple[Text, Text] = (
    _(
        "Las bolas salen por orden del resumen SHA-256 de «semilla|league|número»: si son "
        "impares la primera descansa, y las demás se emparejan según salen. De esta jornada "
        "sale todo el calendario."
    ),
    _(
        "No hay sorteo: sigue el calendario de la primera jornada. Quien iba a jugar contra "
        "alguien que se ha retirado descansa; si alguien llegó tarde, se juegan cuantos "
        "enfrentamientos falten y quepan."
    ),
)

CHOICES: dict[str, dict[str, Text]] = {}
ERRORS: dict[str, tuple[Text, str, int]] = {}
BROKEN: dict[str, Text] = {}
PURPOSES: dict[str, Text] = {}


def say(options: Mapping[str, Any]) -> str:
    if options["legs"] == 1:
        return str(NAME)
    return gettext("Liga a %(legs)s vueltas") % {"legs": options["legs"]}
