"""Ascenso y descenso, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.words.base import FormatWords
from tournaments.words import Text

# Reasons for a place in a box, by the values of `formats.boxes.blocks.reckoning`: one sentence if
# the entry equals the entry above it, one if it is worse.
RECKONING: dict[str, tuple[Text, Text]] = {
    "points": (
        _("los mismos puntos en el bloque (%(value)s)"),
        _("menos puntos en el bloque (%(value)s frente a %(above)s)"),
    ),
    "diff": (
        _("la misma diferencia (%(value)s)"),
        _("peor diferencia en el bloque (%(value)s frente a %(above)s)"),
    ),
    "won": (
        _("iguales a favor (%(value)s)"),
        _("menos a favor en el bloque (%(value)s frente a %(above)s)"),
    ),
    "before": ("", _("quedó por detrás en el bloque anterior")),
}
NUMBER_REASON = _("por número de inscripción, sin nada que los separe")


def say(options: Mapping[str, Any]) -> str:
    blocks = ngettext("%(blocks)s bloque", "%(blocks)s bloques", options["blocks"])
    blocks %= {"blocks": options["blocks"]}
    if not options["per_block"]:
        return gettext("Ascenso y descenso, %(blocks)s de todos contra todos") % {"blocks": blocks}
    text = ngettext(
        "Ascenso y descenso, %(blocks)s de %(rounds)s ronda",
        "Ascenso y descenso, %(blocks)s de %(rounds)s rondas",
        options["per_block"],
    )
    return text % {"blocks": blocks, "rounds": options["per_block"]}


BOXES = FormatWords(
    name=_("Ascenso y descenso"),
    meaning=_(
        "Se juega por divisiones de unos pocos. Tras cada bloque de rondas, los primeros suben "
        "de división y los últimos bajan. Nadie se va."
    ),
    options={
        "size": (
            _("Divisiones de unos"),
            _(
                "De 3 a 8. Si las cuentas no salen justas, unas divisiones llevan uno más que "
                "otras."
            ),
        ),
        "blocks": (
            _("Bloques"),
            _("Cuántas veces se juega; entre un bloque y el siguiente se sube y se baja."),
        ),
        "per_block": (
            _("Rondas de cada bloque"),
            _("0: las que hagan falta para que en cada división jueguen todos contra todos."),
        ),
        "moves": (
            _("Suben y bajan"),
            _("Cuántos cambian de división por arriba, y otros tantos por abajo."),
        ),
        "spread": (
            _("Primeras divisiones"),
            _("Por sorteo, o por cabezas de serie: las primeras, en la primera división."),
        ),
    },
    main_options=("size", "blocks"),
    first_round=_(
        "El orden de las bolas sale de la semilla (huella SHA-256 de «semilla|boxes|número»). "
        "Van una a cada división, por turno; si hay cabezas de serie, se ponen en fila y se "
        "corta."
    ),
    next_rounds=_(
        "No hay sorteo: dentro del bloque juegan los que menos se han enfrentado; entre un bloque "
        "y el siguiente suben los primeros de cada división y bajan los últimos."
    ),
    choices={"spread": {"lot": _("Por sorteo"), "seed": _("Por cabezas de serie")}},
    group=_("División %(group)s"),
    say=say,
)
