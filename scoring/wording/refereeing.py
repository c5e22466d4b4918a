"""Faults, what follows them and the clock of a match, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import refereeing
from scoring.refereeing import Refereeing, RefereeingError
from tournaments.wording.malilla import FAULTS as MALILLA

Text = str | Promise

COMMON: dict[str, Text] = {
    "tarde": gettext_lazy("llega tarde"),
    "habla": gettext_lazy("habla o aconseja sobre la mano en juego"),
    "senas": gettext_lazy("hace señas que no valen"),
    "ensena": gettext_lazy("enseña cartas"),
    "retrasa": gettext_lazy("retrasa el juego"),
    "movil": gettext_lazy("usa el teléfono en la mesa"),
    "conducta": gettext_lazy("falta al respeto"),
    "acta_falsa": gettext_lazy("apunta un resultado falso"),
    "trampa": gettext_lazy("hace trampas con las cartas"),
    "amano": gettext_lazy("acuerda el resultado"),
}
FAULTS: dict[str, Mapping[str, Text]] = {
    "guinote": {
        "renuncio_1": gettext_lazy("no sirve al palo en el arrastre teniendo de él"),
        "renuncio_2": gettext_lazy("echa cartas antes de su turno"),
        "renuncio_3": gettext_lazy("sirve al palo sin montar, teniendo con qué"),
        "renuncio_4": gettext_lazy("tiene menos o más cartas de las debidas"),
        "renuncio_5": gettext_lazy("canta veintes o cuarenta sin ir la baza a su favor"),
        "renuncio_6": gettext_lazy("frases, gestos o señas que indican las cartas"),
        "anuncio_falso": gettext_lazy("canta haber ganado y no llega"),
    },
    "truco": {
        "senas_prohibidas": gettext_lazy("hace señas que no son las del reglamento"),
        "tapa_cara": gettext_lazy("se tapa la cara al pasar señas"),
        "cartas_de_mas": gettext_lazy("esconde cartas de más, visto antes de jugar"),
        "cartas_de_mas_tarde": gettext_lazy("tenía cartas de más, visto después de jugar"),
        "cartas_mal_dadas": gettext_lazy("cartas de más o de menos, denunciadas a tiempo"),
        "no_muestra": gettext_lazy("gana el envido y no muestra los tantos"),
        "canta_mal": gettext_lazy("canta mal los tantos del envido"),
        "ayuda_pica_pica": gettext_lazy("ayuda a quien juega el pica-pica"),
    },
    "zanga": {
        "renuncio": gettext_lazy("renuncio"),
        "renuncio_matador": gettext_lazy("renuncio con una pieza de estuche"),
        "renuncio_ocho": gettext_lazy("renuncio con estuche ante un juego para las ocho"),
        "levanta_carta": gettext_lazy("levanta de la mesa una carta jugada"),
        "pide_en_falso": gettext_lazy("pide un renuncio que no hubo"),
        "sin_corte": gettext_lazy("reparte sin ofrecer el corte, o mira antes las cartas"),
    },
    "malilla": {**MALILLA, "mal_dado": gettext_lazy("da mal")},
    "tarot": {
        "punto_1": gettext_lazy("no sirve al palo o al triunfo pudiendo"),
        "punto_2": gettext_lazy("no corta pudiendo"),
        "punto_3": gettext_lazy("no mata el triunfo pudiendo"),
        "punto_4": gettext_lazy("juega antes de turno"),
        "punto_5": gettext_lazy("anuncio falso"),
        "punto_6": gettext_lazy("se descarta de un número incorrecto"),
        "punto_7": gettext_lazy("se descarta de oudlers o reyes"),
    },
    "revesino": {
        "renuncio": gettext_lazy("renuncio"),
        "renuncio_repetido": gettext_lazy("repite el renuncio ya pagado"),
        "descarte_cambiado": gettext_lazy("cambia el descarte o toma carta que no es suya"),
        "descarte_doble": gettext_lazy("se descarta dos veces o de dos cartas"),
        "mal_dado_nula": gettext_lazy("da mal: la mano es nula"),
    },
    "cientos": {
        "carta_de_mas": gettext_lazy("tiene una carta de más"),
        "carta_de_menos": gettext_lazy("tiene una carta de menos"),
        "acuse_falso": gettext_lazy("acusa lo que no tiene"),
        "muestra_tarde": gettext_lazy("no muestra a tiempo"),
        "da_sin_tocarle": gettext_lazy("da sin tocarle"),
        "carta_descubierta": gettext_lazy("descubre una carta al dar"),
    },
    "marcador": {
        "renuncio": gettext_lazy("renuncio"),
        "cartas_de_mas": gettext_lazy("tiene cartas de más o de menos"),
    },
}
# What a side can lose whole, one of each.
UNITS: dict[str, Text] = {
    "partida": gettext_lazy("Pierde una partida"),
    "chico": gettext_lazy("Pierde el chico"),
    "juego": gettext_lazy("Pierde un juego"),
    "tantos": gettext_lazy("Tantos para el rival"),
}
LADDER: dict[str, Text] = {
    refereeing.WARNING: gettext_lazy("solo el apercibimiento"),
    refereeing.UNIT: gettext_lazy("perder una partida, un chico o un juego"),
    refereeing.MATCH: gettext_lazy("perder el enfrentamiento"),
    refereeing.OUT: gettext_lazy("la descalificación"),
}
TIME_UP: dict[str, Text] = {
    refereeing.FINISH: gettext_lazy("Acaban la mano y vale el tanteo"),
    refereeing.LAST: gettext_lazy("Acaban la mano y juegan la última"),
    refereeing.STANDS: gettext_lazy("Se para en el acto y vale el tanteo"),
    refereeing.EXTRA: gettext_lazy("Acaban la mano; si van iguales, manos de más"),
    refereeing.DRAW: gettext_lazy("Se para en el acto y quedan en tablas"),
}
FIELDS: dict[str, Text] = {
    "minutes": gettext_lazy("Minutos de cada partida"),
    "time_up": gettext_lazy("Cuando se acaba el tiempo"),
    "extra_deals": gettext_lazy("Manos de más"),
    "warnings": gettext_lazy("Los apercibimientos"),
    "grace": gettext_lazy("Minutos de cortesía"),
    "later": gettext_lazy("Cortesía desde la segunda ronda"),
    "step": gettext_lazy("Minutos de cada escalón"),
    "forfeit": gettext_lazy("Minutos con que se pierde"),
    "score": gettext_lazy("Tanteo con que se pierde"),
}


def fault_said(game: str, key: str) -> str:
    """Return what the fault is, inside a sentence; "" for a key that there is no more."""
    return str(FAULTS[game].get(key) or COMMON.get(key, ""))


def usually(count: int, step: str) -> str:
    """Return what usually follows a warning more: «Es el segundo: lo usual es perder…»."""
    if step == refereeing.WARNING:
        said = ngettext(
            "Es su primer apercibimiento.", "Son %(n)s apercibimientos con este.", count
        )
        return said % {"n": count}
    return _("Con este son %(n)s apercibimientos: lo usual es %(what)s.") % {
        "n": count,
        "what": LADDER[step],
    }


def on_time_up(options: Refereeing, *, level: bool, draws: bool) -> str:
    """Return what the referee does now that the time of a match is up, in one sentence or two."""
    told = _TIME_IS_UP[options.time_up]
    if options.time_up == refereeing.DRAW and not draws:
        told = _TIME_IS_UP[refereeing.STANDS]
    said = str(told) % {"deals": options.extra_deals}
    if level and not draws:
        said += " " + _("Van iguales y aquí tiene que ganar alguien: sigan hasta que alguien gane.")
    return said


def no_more_hands(options: Refereeing) -> str:
    """The rule of the stage by which no hand more may be played, inside a sentence."""
    said = str(TIME_UP[options.time_up])
    if options.time_up == refereeing.EXTRA:
        said += f": {options.extra_deals}"
    return said


_TIME_IS_UP: dict[str, Text] = {
    refereeing.FINISH: gettext_lazy(
        "Que acaben la mano en juego y apúntela: con ella vale el tanteo."
    ),
    refereeing.LAST: gettext_lazy(
        "Que acaben la mano en juego y jueguen una más, la última: con ella vale el tanteo."
    ),
    refereeing.STANDS: gettext_lazy("Se para ahora: vale el tanteo tal como va."),
    refereeing.EXTRA: gettext_lazy(
        "Que acaben la mano en juego. Si van iguales, juegan %(deals)s manos más; si no, vale el "
        "tanteo."
    ),
    refereeing.DRAW: gettext_lazy("Se para ahora y quedan en tablas, vaya como vaya."),
}


def refused(error: RefereeingError) -> Text:
    """Why options of a stage cannot be."""
    return _REFUSED.get(error.field, _UNKNOWN)


def refusal_values(error: RefereeingError) -> dict[str, Any]:
    low, high = refereeing.LIMITS.get(error.field, (0, 0))
    return {"name": FIELDS.get(error.field, error.field), "low": low, "high": high}


_UNKNOWN = gettext_lazy("No hay ninguna opción de arbitraje que se llame así.")
_RANGE = gettext_lazy("%(name)s: se admite un número de %(low)s a %(high)s.")
_REFUSED: dict[str, Text] = {
    **dict.fromkeys(refereeing.LIMITS, _RANGE),
    "forfeit": gettext_lazy(
        "Los minutos con que se pierde no pueden ser menos que los de cortesía; 0 es que nunca se "
        "pierde, y entonces no hay tanteo que decir."
    ),
    "time_up": gettext_lazy("No hay esa manera de acabar cuando se acaba el tiempo."),
    "warnings": gettext_lazy("Los apercibimientos son de uno a diez escalones de los que hay."),
    "score": gettext_lazy(
        "El tanteo son dos números, primero el de quien gana, por ejemplo 40-20."
    ),
}


def refused_score() -> Text:
    return _REFUSED["score"]
