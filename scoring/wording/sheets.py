"""Words that are short enough for a column of a printed sheet."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.tiebreaks import exit_reading

_HEADS = {
    "wins": gettext_lazy("Victorias"),
    "partidas_won": gettext_lazy("Partidas a favor"),
    "partidas_diff": gettext_lazy("Diferencia de partidas"),
    "cotos_diff": gettext_lazy("Diferencia de cotos"),
    "head_to_head": gettext_lazy("Entre ellas"),
    "buchholz": gettext_lazy("Victorias de las rivales"),
    "exit_round": gettext_lazy("Hasta dónde llegó"),
}
WIDE = {"exit_round"}  # its values are words
SIGNED = {"partidas_diff", "cotos_diff"}


def head(tiebreak: str) -> str:
    """The head of the tie-break's column."""
    return str(_HEADS.get(tiebreak, tiebreak))


def value(tiebreak: str, number: int) -> str:
    """A tie-break's value as people read it.

    >>> value("partidas_diff", 4), value("wins", 3)
    ('+4', '3')
    """
    if tiebreak == "exit_round":
        return _exit(*exit_reading(number))
    return f"{number:+d}".replace("-", "−") if tiebreak in SIGNED and number else str(number)


def _exit(step: str, round: int) -> str:
    texts = {
        "lost": _("Cae en la ronda %(round)s"),
        "fourth": _("Cuarto puesto"),
        "third": _("Tercer puesto"),
        "yet_to_play": _("Sigue en juego"),
        "through": _("Pasa de la ronda %(round)s"),
        "champion": _("Campeona"),
    }
    return texts[step] % {"round": round} if step else "—"
