"""Maratón por reloj, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.words.base import FormatWords


def say(options: Mapping[str, Any]) -> str:
    if options.get("last_call") == "even":
        return gettext("Maratón por reloj, igualando los encuentros al final")
    return gettext("Maratón por reloj")


CLOCK = FormatWords(
    name=_("Maratón por reloj"),
    meaning=_(
        "No hay rondas. Mientras corre el reloj, en cuanto alguien queda libre se le llama contra "
        "un rival con el que no haya jugado. Al acabar el tiempo se hace la última tanda."
    ),
    options={
        "wait": (
            _("Esperar a un rival nuevo"),
            _(
                "Si los que quedan libres ya se han enfrentado, esperan a que acabe otra mesa. "
                "Nadie espera cuando no hay nadie jugando."
            ),
        ),
        "last_call": (
            _("Al acabar el tiempo"),
            _("Los encuentros que ya están en las mesas se terminan siempre."),
        ),
    },
    main_options=("last_call",),
    first_round=_(
        "El orden de las bolas sale de la semilla (huella SHA-256 de «semilla|clock 1|número»). "
        "Se emparejan por orden; si sobra una, espera a la siguiente tanda."
    ),
    next_rounds=_(
        "Se llama a los que están libres, a cuantas más mesas mejor. Primero se busca que se "
        "repitan los menos cruces; después, que jueguen los que llevan más tiempo esperando. "
        "Entre combinaciones iguales decide la semilla."
    ),
    choices={
        "last_call": {
            "stop": _("no se llama a nadie más"),
            "even": _("se llama a los que llevan menos encuentros, hasta igualar"),
        }
    },
    errors={
        "nobody_free": (
            _(
                "Ahora no se puede llamar a nadie (libres: %(free)s): no tienen rival, o ya se "
                "han enfrentado. Espere a que acabe otra mesa."
            ),
            "",
            409,
        ),
        "clock_closed": (_("El tiempo ha terminado: ya se hizo la última tanda."), "", 409),
    },
    say=say,
)
