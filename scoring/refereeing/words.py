"""Texts of faults, their consequences, and the clock of a match."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.games import GAMES
from scoring.refereeing import ladders as refereeing
from scoring.refereeing.ladders import Refereeing, RefereeingError
from tournaments.words import Text

COMMON: dict[str, Text] = {
    "tarde": gettext_lazy("llega tarde"),
    "habla": gettext_lazy("habla o aconseja sobre la mano en juego"),
    "senas": gettext_lazy("hace señas que no valen"),
    "ensena": gettext_lazy("muestra cartas"),
    "retrasa": gettext_lazy("retrasa el juego"),
    "movil": gettext_lazy("usa el teléfono en la mesa"),
    "conducta": gettext_lazy("falta al respeto"),
    "acta_falsa": gettext_lazy("anota un resultado falso"),
    "trampa": gettext_lazy("hace trampas con las cartas"),
    "amano": gettext_lazy("acuerda el resultado"),
}
# The text for the loss of one unit of each kind.
UNITS: dict[str, Text] = {
    "partida": gettext_lazy("Pierde una partida"),
    "chico": gettext_lazy("Pierde el chico"),
    "juego": gettext_lazy("Pierde un juego"),
    "tantos": gettext_lazy("Tantos para el rival"),
}
LADDER: dict[str, Text] = {
    refereeing.WARNING: gettext_lazy("solo el apercibimiento"),
    refereeing.UNIT: gettext_lazy("perder una partida, un chico o un juego"),
    refereeing.MATCH: gettext_lazy("perder el encuentro"),
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
    "minutes": gettext_lazy("Minutos de cada encuentro"),
    "time_up": gettext_lazy("Cuando se acaba el tiempo"),
    "extra_deals": gettext_lazy("Manos de más"),
    "warnings": gettext_lazy("Los apercibimientos"),
    "grace": gettext_lazy("Minutos de cortesía"),
    "later": gettext_lazy("Cortesía desde la segunda ronda"),
    "step": gettext_lazy("Minutos de cada escalón"),
    "forfeit": gettext_lazy("Minutos para perder el encuentro"),
    "score": gettext_lazy("Tanteo de ese encuentro"),
}


def fault_in_words(game: str, key: str) -> str:
    """Return the text of a fault inside a sentence; "" for an unknown key."""
    return str(GAMES[game].words.faults.get(key) or COMMON.get(key, ""))


def usual_consequence_sentence(count: int, step: str) -> str:
    """Return a sentence on one more warning: «Con este son 2 apercibimientos: lo habitual es …».

    `count` includes this warning; `step` is its usual consequence, a value of LADDER.
    """
    if step == refereeing.WARNING:
        sentence = ngettext(
            "Es su primer apercibimiento.", "Son %(n)s apercibimientos con este.", count
        )
        return sentence % {"n": count}
    sentence = ngettext(
        "Es su primer apercibimiento: lo habitual es %(what)s.",
        "Con este son %(n)s apercibimientos: lo habitual es %(what)s.",
        count,
    )
    return sentence % {"n": count, "what": LADDER[step]}


def time_up_sentence(options: Refereeing, *, level: bool, draws: bool) -> str:
    """Return the sentence that tells the referee his act when the time of a match is up.

    `level`: the match is tied. `draws`: the format accepts a draw.
    """
    sentence = _TIME_IS_UP[options.time_up]
    if options.time_up == refereeing.DRAW and not draws:
        sentence = _TIME_IS_UP[refereeing.STANDS]
    text = str(sentence) % {"deals": options.extra_deals}
    if level and not draws:
        text += " " + _("Van iguales y aquí tiene que ganar alguien: sigan hasta que alguien gane.")
    return text


def time_up_rule(options: Refereeing) -> str:
    """Return the stage's rule for a match whose time is up, to be placed inside a sentence."""
    text = str(TIME_UP[options.time_up])
    if options.time_up == refereeing.EXTRA:
        text += f": {options.extra_deals}"
    return text


_TIME_IS_UP: dict[str, Text] = {
    refereeing.FINISH: gettext_lazy("Pida que acaben la mano y anótela: vale el tanteo que quede."),
    refereeing.LAST: gettext_lazy(
        "Pida que acaben la mano en juego y jueguen una más, la última: con ella vale el tanteo."
    ),
    refereeing.STANDS: gettext_lazy("Se para ahora: vale el tanteo tal como va."),
    refereeing.EXTRA: gettext_lazy(
        "Pida que acaben la mano en juego. Si van iguales, se juegan manos de desempate "
        "(%(deals)s); si no, vale el tanteo."
    ),
    refereeing.DRAW: gettext_lazy("Se para ahora y quedan en tablas, vaya como vaya."),
}


def refereeing_refusal(error: RefereeingError) -> Text:
    return _REFUSALS.get(error.field, _UNKNOWN_OPTION)


def refusal_values(error: RefereeingError) -> dict[str, Any]:
    low, high = refereeing.LIMITS.get(error.field, (0, 0))
    return {"name": FIELDS.get(error.field, error.field), "low": low, "high": high}


_UNKNOWN_OPTION = gettext_lazy("No hay ninguna opción de arbitraje que se llame así.")
_OUT_OF_RANGE = gettext_lazy("%(name)s: se admite un número de %(low)s a %(high)s.")
_REFUSALS: dict[str, Text] = {
    **dict.fromkeys(refereeing.LIMITS, _OUT_OF_RANGE),
    "forfeit": gettext_lazy(
        "Ponga al menos los minutos de cortesía. Con 0 no se pierde nunca por llegar tarde, y el "
        "tanteo va en blanco."
    ),
    "time_up": gettext_lazy("No hay esa manera de acabar cuando se acaba el tiempo."),
    "warnings": gettext_lazy("Ponga de uno a diez escalones, todos de la lista."),
    "score": gettext_lazy("El tanteo son dos números, primero el del ganador, por ejemplo 40-20."),
}


def score_refusal() -> Text:
    return _REFUSALS["score"]
