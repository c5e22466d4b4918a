"""Words that are short enough for a column of a printed sheet."""

from django.utils.text import capfirst

from scoring.wording.tiebreaks import counted, exit_words

WIDE = {"exit_round", "survival"}  # its values are words


def value(tiebreak: str, number: int, first_round: int, unit: int = 1, points_unit: int = 1) -> str:
    """A tie-break's value as people read it; `first_round` is a knockout's number of first
    positions, `unit` what the tallies count by, `points_unit` what points do.

    >>> value("counted_diff", 4, 0), value("wins", 3, 0), value("counted_won", 13, 0, unit=2)
    ('+4', '3', '6½')
    >>> value("exit_round", 10, 4), value("exit_round", 39, 4)
    ('Cae en cuartos de final', 'Gana la final')
    """
    if tiebreak == "exit_round":
        return capfirst(exit_words(number, first_round))
    return counted(tiebreak, number, unit, points_unit)
