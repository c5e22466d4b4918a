"""Maratón por reloj, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

Text = str | Promise

NAME = _("Maratón por reloj")

MEANING = _(
    "No hay rondas: mientras corre el reloj, en cuanto quedan libres se les vuelve a llamar contra "
    "alguien con quien no hayan jugado. Al acabar el tiempo se da la última llamada."
)

OPTIONS: dict[str, tuple[Text, Text]] = {
    "wait": (
        _("Esperar a un rival nuevo"),
        _(
            "Si quedan libres quienes ya se han enfrentado, esperan a que acabe otra mesa. Nadie "
            "espera cuando no hay nadie jugando."
        ),
    ),
    "last_call": (_("Al acabar el tiempo"), _("Lo que ya está en las mesas se termina siempre.")),
}

CHOICES: dict[str, dict[str, Text]] = {
    "last_call": {
        "stop": _("no se llama a nadie más"),
        "even": _("se llama a quienes llevan menos partidas, hasta igualar"),
    }
}

# The options everybody is asked for, and what a box of numbers comes with.
ASKED: tuple[str, ...] = ("last_call",)
SUGGESTED: dict[str, int] = {}

METHOD: tuple[Text, Text] = (
    _(
        "Las bolas salen por orden del resumen SHA-256 de «semilla|clock 1|número» y se emparejan "
        "según salen; si sobra una, espera a la siguiente llamada."
    ),
    _(
        "Se llama a quienes están libres, cuantas más mesas mejor: primero que se repitan los "
        "menos encuentros y después que jueguen quienes llevan más tiempo esperando. Entre lo "
        "igual de bueno decide la semilla."
    ),
)

ERRORS: dict[str, tuple[Text, str, int]] = {
    "nobody_free": (
        _(
            "Ahora no hay a quién llamar (libres: %(free)s): falta rival, o ya se han enfrentado. "
            "Espere a que acabe otra mesa."
        ),
        "",
        409,
    ),
    "clock_closed": (_("El tiempo ha terminado: ya se dio la última llamada."), "", 409),
}

BROKEN: dict[str, Text] = {}
PURPOSES: dict[str, Text] = {}


def say(options: Mapping[str, Any]) -> str:
    if options.get("last_call") == "even":
        return gettext("Maratón por reloj, igualando las partidas al final")
    return gettext("Maratón por reloj")
