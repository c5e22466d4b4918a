"""Escalera, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

Text = str | Promise

NAME = _("Escalera (rey de la mesa)")

MEANING = _(
    "Las mesas van en orden. Al toque de campana quien gana sube una mesa y quien pierde baja "
    "otra; vence quien acaba ganando en la mesa 1."
)

OPTIONS: dict[str, tuple[Text, Text]] = {
    "rounds": (
        _("Toques de campana"),
        _("Cuántas veces se juega; después del último no se cambia de mesa."),
    ),
    "first": (
        _("La primera vez"),
        _("Quién empieza en la mesa 1: por sorteo, o por los cabezas de serie."),
    ),
    "tie": (
        _("Si empatan al sonar la campana"),
        _("Sube quien ya estaba más arriba, o se sortea."),
    ),
}

ASKED: tuple[str, ...] = ("rounds",)
SUGGESTED: dict[str, int] = {}

METHOD: tuple[Text, Text] = (
    _(
        "Las bolas salen por orden del resumen SHA-256 de «semilla|ladder 1|número» y llenan las "
        "mesas desde la primera, tras los cabezas de serie si se pidió; si son impares, la última "
        "espera."
    ),
    _(
        "No hay sorteo, salvo en los empates si se pidió: quien gana sube una mesa y quien pierde "
        "baja otra. Quien esperaba entra por quien pierde en la última."
    ),
)

CHOICES: dict[str, dict[str, Text]] = {
    "first": {"lot": _("Por sorteo"), "seed": _("Por los cabezas de serie")},
    "tie": {"stays": _("Sube quien estaba más arriba"), "lot": _("Se sortea")},
}

ERRORS: dict[str, tuple[Text, str, int]] = {}
BROKEN: dict[str, Text] = {}
PURPOSES: dict[str, Text] = {}


def say(options: Mapping[str, Any]) -> str:
    return gettext("Escalera de %(rounds)s toques") % {"rounds": options["rounds"]}
