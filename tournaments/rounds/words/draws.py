"""Sentences of a draw: its errors, its method, its concessions."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.formats.base import FormatOptions
from tournaments.formats.core import DrawError
from tournaments.formats.words import WORDS
from tournaments.refusal import Refused
from tournaments.rounds.words.quotas import REFUSALS
from tournaments.words import Text

Sentence = Text

# code → (sentence, field, status)
ERRORS: dict[str, tuple[Sentence, str, int]] = (
    {
        "too_few_entrants": (
            _("Hacen falta al menos %(minimum)s inscripciones y hay %(entrants)s."),
            "",
            409,
        ),
        "round_unfinished": (
            _("La ronda %(round)s no ha terminado: encuentros que faltan, %(open)s."),
            "",
            409,
        ),
        "stage_over": (_("Está todo jugado: no quedan rondas en esta fase."), "", 409),
        "rounds_out_of_range": (
            _("El número de rondas va de %(minimum)s a %(maximum)s."),
            "rounds",
            400,
        ),
        "option_out_of_range": (
            _("«%(value)s» no puede ser: va de %(minimum)s a %(maximum)s."),
            "option",
            400,
        ),
        "option_unknown": (_("«%(value)s» no vale. Valen: %(allowed)s."), "option", 400),
        "match_unreadable": (
            _("No se entiende «%(match)s»: escriba los números de cada mesa con un guion, 12-7."),
            "pairings",
            400,
        ),
        "twice_by_hand": (
            _("«%(match)s»: el número %(number)s está dos veces en la ronda."),
            "pairings",
            400,
        ),
        "missing_by_hand": (
            _(
                "Faltan estos números: %(numbers)s. En esta ronda descansan %(rests)s; los demás "
                "juegan. Si alguien ya no está, retírelo y prepare la ronda de nuevo."
            ),
            "pairings",
            400,
        ),
        "tables_by_hand": (
            _("«%(match)s»: en este sorteo no hay tantas mesas de %(size)s."),
            "pairings",
            400,
        ),
        "unknown_format": (_("El sistema «%(key)s» no existe."), "format", 400),
    }
    | {code: error for words in WORDS.values() for code, error in words.errors.items()}
    | REFUSALS
)

# Sentences of `formats.core.Report.broken`.
BROKEN: dict[str, Sentence] = {
    "rematch": _("Hay cruces repetidos: no se encontró otra combinación."),
    "repeated_bye": _("Descansa alguien que ya había descansado, y otros aún no lo han hecho."),
    "bye_above_lowest": _("De los que menos han descansado, no descansa el de menos victorias."),
    "forbidden": _("Hay un cruce que se quería evitar: no existe otra combinación."),
    "wish": _("No se ha podido separar a todos los de la misma peña, pueblo o familia."),
    **{name: sentence for words in WORDS.values() for name, sentence in words.broken.items()},
}


def draw_refusal(error: DrawError) -> Refused:
    """Return the refusal of a DrawError. Raises KeyError for a code without a sentence (a bug)."""
    sentence, field, status = ERRORS[error.code]
    params: dict[str, Any] = dict(error.params)
    if field == "option":
        field = str(params.pop("option"))
    if "allowed" in params:
        params["allowed"] = ", ".join(params["allowed"])
    if "positions" in params:
        params["open"] = len(params["positions"])
    return Refused(error.code, sentence, field=field, status=status, **params)


def draw_method(format_key: str, round_number: int, options: FormatOptions) -> Sentence:
    """Return the sentence that describes how the format makes a round with these `options`."""
    return WORDS[format_key].method_of(round_number, options)
