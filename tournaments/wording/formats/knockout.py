"""Eliminatoria, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

Text = str | Promise

NAME = _("Eliminatoria")

MEANING = _(
    "Quien pierde se va. Vale para cualquier número: si hace falta, por sorteo algunos no "
    "juegan la primera ronda y pasan a la segunda."
)

OPTIONS: dict[str, tuple[Text, Text]] = {
    "third_place": (
        _("Partida por el tercer puesto"),
        _("La juegan quienes pierden las semifinales."),
    ),
}

# The options everybody is asked for, and what a box of numbers comes with.
ASKED: tuple[str, ...] = ("third_place",)
SUGGESTED: dict[str, int] = {}

METHOD: tuple[Text, Text] = (
    _(
        "Las bolas salen por orden del resumen SHA-256 de «semilla|knockout|número»: las "
        "primeras no juegan, tantas como faltan para completar el cuadro, y las demás "
        "se emparejan según salen."
    ),
    _(
        "No hay sorteo: el cuadro quedó fijado en la primera ronda y se cruzan los ganadores "
        "de partidas vecinas."
    ),
)

CHOICES: dict[str, dict[str, Text]] = {}

ERRORS: dict[str, tuple[Text, str, int]] = {
    "bracket_incomplete": (
        _("Al cuadro le faltan partidas de la ronda %(round)s: no se puede seguir."), "", 409
    ),
}  # fmt: skip

BROKEN: dict[str, Text] = {}

PURPOSES: dict[str, Text] = {}


def say(options: Mapping[str, Any]) -> str:
    if options["third_place"]:
        return gettext("Eliminatoria con tercer puesto")
    return str(NAME)
