"""The formats in words: name, what it is, its options, and one stage's in a line."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

Text = str | Promise

NAMES: dict[str, Text] = {
    "knockout": _("Eliminatoria"),
    "swiss": _("Suizo"),
}

MEANINGS: dict[str, Text] = {
    "knockout": _(
        "Quien pierde se va. Vale para cualquier número de parejas: si hace falta, algunas "
        "quedan exentas por sorteo en la primera ronda."
    ),
    "swiss": _(
        "Todas juegan todas las rondas, cada vez con una pareja que va igual y que no se ha "
        "encontrado antes. Si son impares, cada ronda descansa una distinta."
    ),
}

# (format, option) → label, explanation
OPTIONS: dict[tuple[str, str], tuple[Text, Text]] = {
    ("knockout", "third_place"): (
        _("Partida por el tercer puesto"),
        _("La juegan las dos parejas que pierden las semifinales."),
    ),
    ("swiss", "rounds"): (
        _("Número de rondas"),
        _("Orientación: 5 hasta 32 parejas, 6 hasta 64, 7 hasta 128."),
    ),
}


def format_in_words(key: str, options: Mapping[str, Any]) -> str:
    """«Suizo de 6 rondas», in the language of the moment."""
    say = _SAYINGS.get(key)
    return say(options) if say else str(NAMES[key])


def _knockout(options: Mapping[str, Any]) -> str:
    if options["third_place"]:
        return gettext("Eliminatoria con tercer puesto")
    return str(NAMES["knockout"])


def _swiss(options: Mapping[str, Any]) -> str:
    return gettext("Suizo de %(rounds)s rondas") % {"rounds": options["rounds"]}


_SAYINGS: dict[str, Callable[[Mapping[str, Any]], str]] = {"knockout": _knockout, "swiss": _swiss}
