"""Words short enough for a column of a printed sheet."""

from django.utils.text import capfirst

from scoring.standings.words.tiebreaks import counted, exit_words, survival_words
from tournaments.rounds.words.phases import Rounds

WIDE = {"exit_round", "survival"}  # tie-breaks whose column has words, not numbers


def value(tiebreak: str, number: int, rounds: Rounds, unit: int = 1, points_unit: int = 1) -> str:
    """Return a tie-break's value as text.

    `rounds` names the rounds of exit. `unit` is how many tallies count as one, `points_unit` how
    many points count as one.

    >>> value("counted_diff", 4, Rounds()), value("counted_won", 13, Rounds(), unit=2)
    ('+4', '6½')
    >>> value("exit_round", 10, Rounds(4)), value("survival", 30, Rounds(0, {3: 9}))
    ('Cae en cuartos de final', 'Fuera en la ronda 9')
    """
    if tiebreak == "exit_round":
        return capfirst(exit_words(number, rounds))
    if tiebreak == "survival":
        return capfirst(survival_words(number, rounds))
    return counted(tiebreak, number, unit, points_unit)
