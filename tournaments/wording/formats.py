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
    "totals": _("Totales"),
}

MEANINGS: dict[str, Text] = {
    "knockout": _(
        "Quien pierde se va. Vale para cualquier número: si hace falta, por sorteo algunos no "
        "juegan la primera ronda y pasan a la segunda."
    ),
    "swiss": _(
        "Nadie se va: en cada ronda se juega contra quien lleva las mismas victorias, sin repetir "
        "rival. Si son impares, en cada ronda descansa alguien distinto."
    ),
    "totals": _(
        "Nadie se va y se suma todo lo hecho en cada ronda. Para juegos de tres, cuatro o cinco, "
        "cada cual por su cuenta; en cada ronda se cambia de mesa y de rivales."
    ),
}

# (format, option) → label, explanation
OPTIONS: dict[tuple[str, str], tuple[Text, Text]] = {
    ("knockout", "third_place"): (
        _("Partida por el tercer puesto"),
        _("La juegan quienes pierden las semifinales."),
    ),
    ("swiss", "rounds"): (
        _("Número de rondas"),
        _("Orientación: 5 hasta 32 inscripciones, 6 hasta 64, 7 hasta 128."),
    ),
    ("totals", "rounds"): (
        _("Número de rondas"),
        _("Lo normal son 3, 4 o 5, según lo que dure cada una."),
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


def _totals(options: Mapping[str, Any]) -> str:
    return gettext("Totales de %(rounds)s rondas") % {"rounds": options["rounds"]}


_SAYINGS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "knockout": _knockout,
    "swiss": _swiss,
    "totals": _totals,
}
