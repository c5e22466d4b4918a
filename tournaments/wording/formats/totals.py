"""Totales, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

Text = str | Promise

NAME = _("Totales")

MEANING = _(
    "Nadie se va y se suma todo lo hecho en cada ronda. Para juegos de tres, cuatro o cinco, "
    "cada cual por su cuenta; en cada ronda se cambia de mesa y de rivales."
)

OPTIONS: dict[str, tuple[Text, Text]] = {
    "rounds": (
        _("Número de rondas"),
        _("Lo normal son 3, 4 o 5, según lo que dure cada una."),
    ),
}

# The options everybody is asked for, and what a box of numbers comes with.
ASKED: tuple[str, ...] = ("rounds",)
SUGGESTED: dict[str, int] = {"rounds": 4}

METHOD: tuple[Text, Text] = (
    _(
        "Las bolas salen por orden del resumen SHA-256 de «semilla|totals 1|número»: las que "
        "sobran al llenar las mesas descansan, y las demás se sientan según salen."
    ),
    _(
        "Descansan las que sobran entre las que menos han descansado; las demás se sientan "
        "de modo que se repitan los menos encuentros, cada una en la silla que menos ha "
        "tenido. La semilla decide lo demás."
    ),
)

CHOICES: dict[str, dict[str, Text]] = {}
ERRORS: dict[str, tuple[Text, str, int]] = {}
BROKEN: dict[str, Text] = {}
PURPOSES: dict[str, Text] = {}


def say(options: Mapping[str, Any]) -> str:
    return gettext("Totales de %(rounds)s rondas") % {"rounds": options["rounds"]}
