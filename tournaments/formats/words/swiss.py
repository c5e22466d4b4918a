"""Suizo, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.words.base import FormatWords


def say(options: Mapping[str, Any]) -> str:
    rounds = options["rounds"]
    words = ngettext("Suizo de %(rounds)s ronda", "Suizo de %(rounds)s rondas", rounds)
    words %= {"rounds": rounds}
    if options.get("first") == "seed":
        return gettext("%(said)s, la primera por cabezas de serie") % {"said": words}
    return words


SWISS = FormatWords(
    name=_("Suizo"),
    meaning=_(
        "Nadie se va: en cada ronda se juega contra un rival con las mismas victorias, sin "
        "repetir rival. Si son impares, en cada ronda descansa alguien distinto."
    ),
    options={
        "rounds": (
            _("Número de rondas"),
            _("Orientación: 5 hasta 32 inscripciones, 6 hasta 64, 7 hasta 128."),
        ),
        "first": (
            _("Primera ronda"),
            _(
                "Por sorteo, según salen las bolas; o por cabezas de serie: la mitad de arriba "
                "contra la de abajo."
            ),
        ),
        "bye": (_("Valor de un descanso"), _("La media es la de los encuentros de esa ronda.")),
    },
    main_options=("rounds",),
    suggested={"rounds": 5},
    first_round=_(
        "El orden de las bolas sale de la semilla (huella SHA-256 de «semilla|swiss 1|número»). "
        "Si son impares, la primera descansa; las demás se emparejan por orden. Por cabezas de "
        "serie, la mitad de arriba juega con la de abajo."
    ),
    next_rounds=_(
        "Se enfrentan los que llevan las mismas victorias, o casi, sin repetir rival ni "
        "descanso. Entre combinaciones iguales decide la semilla."
    ),
    choices={
        "first": {"lot": _("por sorteo"), "seed": _("por cabezas de serie")},
        "bye": {"win": _("una victoria"), "draw": _("un empate"), "mean": _("la media")},
    },
    say=say,
)
