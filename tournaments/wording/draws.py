"""What the site says of a draw: why it cannot be made, how it was made, what it had to concede."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.formats.core import DrawError
from tournaments.refusal import Refused

Sentence = str | Promise

# code → (sentence, field, status)
ERRORS: dict[str, tuple[Sentence, str, int]] = {
    "too_few_entrants": (
        _("Hacen falta al menos %(minimum)s inscripciones y hay %(entrants)s."), "", 409
    ),
    "round_unfinished": (
        _("La ronda %(round)s no ha terminado: faltan %(open)s partidas."), "", 409
    ),
    "stage_over": (_("El torneo ha terminado: no quedan rondas que sortear."), "", 409),
    "bracket_incomplete": (
        _("Al cuadro le faltan partidas de la ronda %(round)s: no se puede seguir."), "", 409
    ),
    "rounds_out_of_range": (
        _("El número de rondas va de %(minimum)s a %(maximum)s."), "rounds", 400
    ),
    "unknown_format": (_("El sistema de juego «%(key)s» no existe."), "format", 400),
}  # fmt: skip

# What a draw could not keep (`formats.core.Report.broken`).
BROKEN: dict[str, Sentence] = {
    "rematch": _("Algunos vuelven a enfrentarse: no se encontró otra combinación."),
    "repeated_bye": _("Descansa alguien que ya había descansado, y otros aún no lo han hecho."),
    "bye_above_lowest": _(
        "No descansa quien tiene menos victorias entre los que menos han descansado."
    ),
}

# How each format draws, in one sentence: the first round and the following ones.
METHODS: dict[str, tuple[Sentence, Sentence]] = {
    "knockout": (
        _(
            "Las bolas salen por orden del resumen SHA-256 de «semilla|knockout|número»: las "
            "primeras no juegan, tantas como faltan para completar el cuadro, y las demás "
            "se emparejan según salen."
        ),
        _(
            "No hay sorteo: el cuadro quedó fijado en la primera ronda y se cruzan los ganadores "
            "de partidas vecinas."
        ),
    ),
    "swiss": (
        _(
            "Las bolas salen por orden del resumen SHA-256 de «semilla|swiss 1|número»: si son "
            "impares la primera descansa, y las demás se emparejan según salen."
        ),
        _(
            "Se enfrentan quienes llevan las mismas victorias, o casi, sin repetir rival ni "
            "descanso; entre las combinaciones igual de buenas decide la semilla."
        ),
    ),
    "totals": (
        _(
            "Las bolas salen por orden del resumen SHA-256 de «semilla|totals 1|número»: las que "
            "sobran al llenar las mesas descansan, y las demás se sientan según salen."
        ),
        _(
            "Descansan las que sobran entre las que menos han descansado; las demás se sientan "
            "de modo que se repitan los menos encuentros, cada una en la silla que menos ha "
            "tenido. La semilla decide lo demás."
        ),
    ),
}


def refused(error: DrawError) -> Refused:
    """The refusal with the sentence of a DrawError; a code without one is a KeyError (a bug)."""
    sentence, field, status = ERRORS[error.code]
    params = dict(error.params)
    if "positions" in params:
        params["open"] = len(params["positions"])  # type: ignore[arg-type]
    return Refused(error.code, sentence, field=field, status=status, **params)


def method(format_key: str, round_number: int) -> Sentence:
    """How the matches of a round are decided, in one sentence."""
    first, following = METHODS[format_key]
    return first if round_number == 1 else following
