"""Liga, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.words.base import FormatWords


def say(options: Mapping[str, Any]) -> str:
    if options["legs"] == 1:
        return gettext("Liga")
    return gettext("Liga a %(legs)s vueltas") % {"legs": options["legs"]}


LEAGUE = FormatWords(
    name=_("Liga"),
    meaning=_(
        "Todos contra todos, una o más vueltas. Si son impares, en cada jornada descansa alguien "
        "distinto. El calendario entero se conoce desde el sorteo."
    ),
    options={
        "legs": (
            _("Vueltas de la liga"),
            _("Cuántas veces se juega contra cada rival; en la segunda vuelta se cambia de casa."),
        )
    },
    main_options=("legs",),
    first_round=_(
        "El orden de las bolas sale de la semilla (huella SHA-256 de «semilla|league|número»). "
        "Si son impares, la primera descansa. Las demás se emparejan por orden; de ahí sale el "
        "calendario."
    ),
    next_rounds=_(
        "No hay sorteo: sigue el calendario de la primera jornada. Si el rival se ha retirado, "
        "se descansa. Si alguien llegó tarde, se juegan los encuentros que falten y quepan."
    ),
    say=say,
)
