"""Words that are short enough for a column of a printed sheet."""

from django.utils.translation import gettext as _

from scoring.tiebreaks import exit_reading
from scoring.wording.scores import minus
from scoring.wording.tiebreaks import SIGNED

WIDE = {"exit_round"}  # its values are words


def value(tiebreak: str, number: int) -> str:
    """A tie-break's value as people read it.

    >>> value("counted_diff", 4), value("wins", 3)
    ('+4', '3')
    """
    if tiebreak == "exit_round":
        return _exit(*exit_reading(number))
    return minus(f"{number:+d}" if tiebreak in SIGNED and number else number)


def _exit(step: str, round: int) -> str:
    texts = {
        "lost": _("Cae en la ronda %(round)s"),
        "fourth": _("Cuarto puesto"),
        "third": _("Tercer puesto"),
        "yet_to_play": _("Sigue en juego"),
        "through": _("Pasa de la ronda %(round)s"),
        "champion": _("Gana la final"),
    }
    return texts[step] % {"round": round} if step else "—"
