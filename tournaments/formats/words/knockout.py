"""Eliminatoria, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.knockout.options import (
    BEST_LOSERS,
    CLASSIC,
    CONSOLATION,
    DOUBLE,
    POTS,
    Options,
)
from tournaments.formats.words.base import SEEDS, FormatWords, seeds_in_words
from tournaments.words import Text

BALL_ORDER_METHOD: Text = _(
    "El orden de las bolas sale de la semilla (huella SHA-256 de «semilla|knockout|número»). Se "
    "emparejan por orden; si son impares, la primera no juega."
)
REDRAW_METHOD: Text = _("Se sortea entre los que siguen, sin repetir rival mientras se pueda.")
BEST_LOSERS_METHOD: Text = _(
    "Pasan al cuadro los que ganaron o descansaron y los que se han reenganchado. Hasta llenarlo "
    "pasan los mejores de los que perdieron, nunca alguien con cero. Se sortea con las bolas de "
    "«semilla|knockout 2|número», sin que vuelvan a cruzarse pronto los que ya han jugado."
)
CONSOLATION_METHOD: Text = _(
    "En el cuadro principal juegan entre sí los ganadores de encuentros vecinos. Después se "
    "sortea la consolación entre los que perdieron el primero («semilla|knockout y la "
    "ronda|número»)."
)
DOUBLE_METHOD: Text = _(
    "No hay sorteo: en cada cuadro se cruzan los ganadores de encuentros vecinos. El que pierde "
    "en el de ganadores va a su sitio en el de perdedores, lejos del que le ganó."
)


SEEDING_METHODS: Mapping[str, Text] = {
    POTS: _(
        "Cada cabeza de serie va a los sitios de su bombo (1; 2; 3 y 4; de 5 a 8…) por el orden "
        "de las bolas, que sale de la semilla (huella SHA-256 de «semilla|knockout|número»). Las "
        "demás van detrás, por orden. Si el cuadro no se llena, descansan las mejores."
    ),
    CLASSIC: _(
        "Cada cabeza de serie va a su sitio fijo del cuadro clásico (con ocho: 1–8, 4–5, 3–6 y "
        "2–7). Las demás van detrás, por el orden de las bolas, que sale de la semilla (huella "
        "SHA-256 de «semilla|knockout|número»). Si el cuadro no se llena, descansan las mejores."
    ),
}


def method(number: int, options: Options) -> Text | None:
    """Return the sentence that describes how round `number` is made; None for the default one."""
    if number == 1:
        pairs_by_balls = options.redraw or options.repesca == BEST_LOSERS
        return BALL_ORDER_METHOD if pairs_by_balls else SEEDING_METHODS.get(options.seeding)
    if number == 2 and options.repesca == BEST_LOSERS:
        return BEST_LOSERS_METHOD
    if options.redraw:
        return REDRAW_METHOD
    return {CONSOLATION: CONSOLATION_METHOD, DOUBLE: DOUBLE_METHOD}.get(options.repesca)


def say(options: Mapping[str, Any]) -> str:
    third = options.get("third_place")
    name = gettext("Eliminatoria con tercer puesto") if third else gettext("Eliminatoria")
    extras = [
        EXTRAS[option, options[option]]
        for option in ("redraw", "repesca", "placements")
        if (option, options.get(option)) in EXTRAS
    ]
    if options.get("seeding", "lot") != "lot":
        extras.append(seeds_in_words(options.get("seeds", 0)))
        extras += [SEEDING_EXTRAS[how] for how in SEEDING_EXTRAS if how == options["seeding"]]
    return ", ".join([name, *map(str, extras)])


SEEDING_EXTRAS: dict[str, Text] = {POTS: _("por bombos"), CLASSIC: _("cuadro clásico")}
EXTRAS: dict[tuple[str, Any], Text] = {
    ("redraw", True): _("sorteo en cada ronda"),
    ("repesca", "consolation"): _("con consolación"),
    ("repesca", "double"): _("doble eliminación"),
    ("repesca", "best_losers"): _("mejores perdedores"),
    ("placements", True): _("todos los puestos"),
}


KNOCKOUT = FormatWords(
    name=_("Eliminatoria"),
    meaning=_(
        "El que pierde se va. Vale para cualquier número: si hace falta, por sorteo algunos no "
        "juegan la primera ronda y pasan a la segunda."
    ),
    options={
        "third_place": (
            _("Encuentro por el tercer puesto"),
            _("Lo juegan los que pierden las semifinales."),
        ),
        "byes": (
            _("Quién descansa"),
            _(
                "Cuando no se llena el cuadro. Si se sortea cada ronda, nadie descansa dos veces "
                "antes de que descansen todos."
            ),
        ),
        "redraw": (
            _("Sorteo nuevo en cada ronda"),
            _(
                "Entre los que siguen, sin repetir rival; si no, el cuadro queda fijo desde el "
                "primer sorteo."
            ),
        ),
        "seeding": (
            _("Cabezas de serie"),
            _(
                "Las dos primeras solo pueden cruzarse en la final; las cuatro primeras, en "
                "semifinales. Por bombos y en el cuadro clásico, si no se llena, descansan las "
                "mejores."
            ),
        ),
        "repesca": (_("Segunda oportunidad"), _("Qué se juega después de perder.")),
        "placements": (
            _("Encuentros por cada puesto"),
            _("Los que pierden en una misma ronda se juegan los puestos que les tocan."),
        ),
        "reset": (
            _("Repetir la gran final"),
            _("En la doble eliminación, si la pierde el que aún no había perdido."),
        ),
        "seeds": SEEDS,
    },
    main_options=("third_place", "repesca"),
    first_round=_(
        "El orden de las bolas sale de la semilla (huella SHA-256 de «semilla|knockout|número»). "
        "Las primeras no juegan, hasta completar el cuadro; las demás se emparejan por orden. Si "
        "hay cabezas de serie, van antes a su sitio."
    ),
    next_rounds=_("No hay sorteo: en el cuadro se cruzan los ganadores de encuentros vecinos."),
    choices={
        "byes": {
            "lot": _("Por sorteo"),
            "seed": _("Las mejores cabezas de serie"),
            "rested": _("El que menos ha descansado"),
        },
        "seeding": {
            "lot": _("No: todo por sorteo"),
            "seed": _("Una por encuentro, en sitio fijo; las demás, por sorteo"),
            "pots": _(
                "Por bombos: 1 y 2; 3 y 4; de 5 a 8… cada bombo, por sorteo entre sus sitios"
            ),
            "classic": _("Cuadro clásico, todas en sitio fijo: 1–8, 4–5, 3–6, 2–7"),
        },
        "repesca": {
            "none": _("Sin segunda oportunidad"),
            "consolation": _("Cuadro de consolación"),
            "double": _("Doble eliminación"),
            "best_losers": _("Ronda previa y mejores perdedores"),
        },
    },
    errors={
        "no_fixed_bracket": (
            _(
                "Con sorteo nuevo en cada ronda no hay sitios en el cuadro: las cabezas de serie "
                "no pueden ir por bombos ni en cuadro clásico."
            ),
            "option",
            400,
        ),
        "bracket_incomplete": (
            _("Al cuadro le faltan encuentros de la ronda %(round)s: no se puede seguir."),
            "",
            409,
        ),
    },
    broken={
        "group_soon": _(
            "Dos del mismo grupo pueden cruzarse antes que en un sorteo sin condiciones, por los "
            "sitios de las cabezas de serie o por los cambios a mano."
        ),
        "unfilled": _(
            "El cuadro no se llena: no hay bastantes perdedores que hayan sumado algo, y nadie "
            "pasa con cero."
        ),
    },
    # `place` is the best place at stake: «placement 5».
    purposes={
        "previous": _("Ronda previa"),
        "placement": _("Puestos, desde el %(place)s"),
        "consolation": _("Consolación"),
        "second_final": _("Final de consolación"),
        "losers": _("Cuadro de perdedores"),
        "grand_final": _("Gran final"),
    },
    method=method,
    say=say,
)
