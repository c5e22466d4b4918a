"""Escalera, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.formats.words.base import FormatWords


def say(options: Mapping[str, Any]) -> str:
    words = ngettext(
        "Escalera de %(rounds)s toque", "Escalera de %(rounds)s toques", options["rounds"]
    )
    return words % {"rounds": options["rounds"]}


LADDER = FormatWords(
    name=_("Escalera (rey de la mesa)"),
    meaning=_(
        "Las mesas van en orden. Al toque de campana, el ganador sube una mesa y el perdedor "
        "baja otra. Vence el que acaba ganando en la mesa 1."
    ),
    options={
        "rounds": (
            _("Toques de campana"),
            _("Cuántas veces se juega; después del último no se cambia de mesa."),
        ),
        "first": (
            _("La primera vez"),
            _("Quién empieza en la mesa 1: por sorteo, o por las cabezas de serie."),
        ),
        "tie": (
            _("Si empatan al sonar la campana"),
            _("Sube el que ya estaba más arriba, o se sortea."),
        ),
    },
    main_options=("rounds",),
    first_round=_(
        "El orden de las bolas sale de la semilla (huella SHA-256 de «semilla|ladder 1|número»). "
        "Llenan las mesas desde la primera, tras las cabezas de serie si se pidió; si son "
        "impares, la última espera."
    ),
    next_rounds=_(
        "No hay sorteo, salvo en los empates si se pidió: el ganador sube una mesa y el perdedor "
        "baja otra. El que esperaba entra por el que pierde en la última."
    ),
    choices={
        "first": {"lot": _("Por sorteo"), "seed": _("Por las cabezas de serie")},
        "tie": {"stays": _("Sube el que estaba más arriba"), "lot": _("Se sortea")},
    },
    say=say,
)
