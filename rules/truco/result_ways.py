"""How numbers alone make the result of a match of truco."""

from rules.truco.options import Options
from rules.typed_results import ResultWay, first_to, in_one_line, won_units


def result_ways(options: Options) -> tuple[ResultWay, ...]:
    """Return the ways: the chicos that each has won, and the tantos of a chico.

    >>> [way.word for way in result_ways(Options(chicos=1))]
    ['chico']
    """
    chico = in_one_line("chico")
    if options.chicos == 1:
        return (chico,)
    ends = first_to(options.chicos_to_win) if options.sides == 2 else []
    return won_units("chicos", "chico", ends), chico
