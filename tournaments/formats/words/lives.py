"""Vidas, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.lives import Options
from tournaments.formats.words.base import FormatWords
from tournaments.words import Text

CLOSED_BRACKET_METHOD: Text = _(
    "Se sortea entre los que quedan. Descansa el que menos ha descansado. Si las bolas repiten "
    "algún rival, se busca la combinación que menos repite. El cuadro cerrado se sortea una vez; "
    "después se cruzan los ganadores de encuentros vecinos."
)


def method(number: int, options: Options) -> Text | None:
    return CLOSED_BRACKET_METHOD if number > 1 and options.bracket_at else None


def say(options: Mapping[str, Any]) -> str:
    lives, bracket_size = options.get("lives", 3), options.get("bracket_at", 0)
    words = ngettext("%(lives)s vida", "%(lives)s vidas", lives) % {"lives": lives}
    if bracket_size:
        return gettext("%(said)s y cuadro cerrado de %(at)s") % {"said": words, "at": bracket_size}
    return words


LIVES = FormatWords(
    name=_("Vidas (ceros)"),
    meaning=_(
        "Queda fuera el que pierde cierto número de encuentros (dos, tres ceros…). En cada ronda "
        "se sortea entre los que quedan, sin repetir rival mientras se pueda."
    ),
    options={
        "lives": (_("Vidas"), _("Cuántos encuentros perdidos dejan fuera: de 1 a 5.")),
        "bracket_at": (
            _("Cuadro cerrado"),
            _(
                "Cuando queda este número de inscripciones, o menos, se sortea un cuadro. Desde "
                "entonces el que pierde se va, aunque le queden vidas. Valen 2, 4, 8, 16 o 32; "
                "con 0, nunca."
            ),
        ),
    },
    main_options=("lives",),
    suggested={"lives": 3},
    first_round=_(
        "El orden de las bolas sale de la semilla (huella SHA-256 de «semilla|lives 1|número»). "
        "Si son impares, la primera descansa; las demás se emparejan por orden."
    ),
    next_rounds=_(
        "Se sortea entre los que quedan. Descansa el que menos ha descansado. Si las bolas "
        "repiten algún rival, se busca la combinación que menos repite."
    ),
    purposes={"bracket": _("Cuadro cerrado")},
    method=method,
    say=say,
)
