"""Words that are short enough for a column of a printed sheet."""

from django.utils.translation import gettext as _

from scoring.tiebreaks import exit_reading
from scoring.wording.tiebreaks import counted

WIDE = {"exit_round", "survival"}  # its values are words


def value(tiebreak: str, number: int, unit: int = 1, points_unit: int = 1) -> str:
    """A tie-break's value as people read it; `unit` is what the tallies count by, `points_unit`
    what points do.

    >>> value("counted_diff", 4), value("wins", 3), value("counted_won", 13, unit=2)
    ('+4', '3', '6½')
    """
    if tiebreak == "exit_round":
        return _exit(*exit_reading(number))
    return counted(tiebreak, number, unit, points_unit)


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
