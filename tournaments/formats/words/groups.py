"""Grupos, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.words.base import SEEDS, FormatWords, seeds_in_words
from tournaments.formats.words.league import LEAGUE


def say(options: Mapping[str, Any]) -> str:
    if options["groups"]:
        words = ngettext("%(count)s grupo", "%(count)s grupos", options["groups"])
        words %= {"count": options["groups"]}
    else:
        words = gettext("Grupos de %(size)s") % {"size": options["size"]}
    if options["legs"] > 1:
        words = gettext("%(groups)s a %(legs)s vueltas") % {
            "groups": words,
            "legs": options["legs"],
        }
    if options.get("spread") == "seed" and options.get("seeds"):
        return f"{words}, {seeds_in_words(options['seeds'])}"
    return words


GROUPS = FormatWords(
    name=_("Grupos"),
    meaning=_(
        "Liguillas: todos contra todos dentro de cada grupo. Lo normal es que los primeros de cada "
        "grupo pasen después a una eliminatoria."
    ),
    options={
        "size": (
            _("Grupos de unos"),
            _("De 3 a 8. Si las cuentas no salen justas, unos grupos llevan uno más que otros."),
        ),
        "groups": (
            _("Número de grupos"),
            _(
                "En blanco o 0: los que salgan del tamaño. Si escribe un número, vale más que el "
                "tamaño."
            ),
        ),
        "legs": LEAGUE.options["legs"],
        "spread": (
            _("Reparto en los grupos"),
            _(
                "Por sorteo, o por bombos: a cada grupo va una bola de cada bombo, y las cabezas "
                "de serie están en los primeros bombos."
            ),
        ),
        "seeds": SEEDS,
    },
    main_options=("size",),
    first_round=_(
        "El orden de las bolas sale de la semilla (huella SHA-256 de «semilla|groups|número»). "
        "Van una a cada grupo, por turno (de cada bombo, si los hay). Se cambian de grupo las "
        "menos posibles para separar a quienes lo han pedido."
    ),
    next_rounds=_(
        "No hay sorteo: cada grupo sigue el calendario de su primera jornada. Si el rival se ha "
        "retirado, se descansa. Si alguien llegó tarde, se juegan los encuentros que falten y "
        "quepan."
    ),
    choices={"spread": {"lot": _("Por sorteo"), "seed": _("Por bombos de cabezas de serie")}},
    errors={
        "too_few_for_groups": (
            _(
                "Para %(groups)s grupos hacen falta al menos %(minimum)s inscripciones y hay "
                "%(entrants)s."
            ),
            "",
            409,
        )
    },
    say=say,
)
