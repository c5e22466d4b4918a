"""Mêlée, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.formats.words.base import BEST_ROUNDS, FormatWords, best_in_words


def say(options: Mapping[str, Any]) -> str:
    rounds = options["rounds"]
    name = ngettext("Mêlée de %(rounds)s ronda", "Mêlée de %(rounds)s rondas", rounds)
    return ", ".join([name % {"rounds": rounds}, *best_in_words(options.get("best"))])


MELEE = FormatWords(
    name=_("Compañero distinto cada ronda (mêlée)"),
    meaning=_(
        "Cada uno se inscribe por su cuenta. En cada ronda el sorteo le da otro compañero y "
        "otros rivales, y suma para sí los tantos de la pareja."
    ),
    options={
        "rounds": (
            _("Número de rondas"),
            _("Con menos rondas que inscripciones nadie repite compañero."),
        ),
        "best": BEST_ROUNDS,
        "rest_worth": (
            _("Qué suma quien descansa"),
            _("Si no llegan para mesas completas, los que sobran descansan por turno."),
        ),
    },
    main_options=("rounds",),
    first_round=_(
        "El orden de las bolas sale de la semilla (huella SHA-256 de «semilla|melee 1|número»). "
        "Las que sobran al formar encuentros de cuatro descansan; la semilla decide las parejas "
        "y los encuentros."
    ),
    next_rounds=_(
        "Si sobran jugadores, descansan los que menos han descansado. Nadie repite compañero "
        "mientras se pueda, y se repiten los menos rivales; la semilla decide lo demás."
    ),
    choices={"rest_worth": {"mean": _("La media de la ronda"), "nothing": _("Nada")}},
    broken={"repeated_partner": _("Algunos repiten compañero: no se encontró otra combinación.")},
    say=say,
)
