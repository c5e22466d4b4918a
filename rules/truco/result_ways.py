"""How numbers alone make the result of a match of truco."""

from rules.tallies import dashed
from rules.truco.hands import Chico
from rules.truco.options import Options
from rules.typed_results import ResultWay, first_to, in_one_line, won_units

UNSTATED = ("tantos",)


def result_ways(options: Options) -> tuple[ResultWay, ...]:
    """Return the ways: the chicos won by each side, and the tantos of a chico.

    >>> [way.word for way in result_ways(Options(chicos=1))]
    ['chico']
    """
    chico = in_one_line("chico")
    if options.chicos == 1:
        return (chico,)
    ends = first_to(options.chicos_to_win) if options.sides == 2 else []
    chicos = won_units("chicos", "chico", ends, unstated=UNSTATED, instead=_whole_chicos(options))
    return chicos, chico


def unstated(hand: object) -> tuple[str, ...]:
    """Return the tallies that a line leaves out: the tantos, for a chico with only its winner."""
    return UNSTATED if isinstance(hand, Chico) and hand.points is None else ()


def _whole_chicos(options: Options) -> str:
    """Return example numbers of a match won by A, each chico with its tantos.

    >>> _whole_chicos(Options(chicos=3)), _whole_chicos(Options(players=3, chicos=3))
    ('30-24 18-30 30-20', '30-24-24 18-30-18 30-20-20')
    """

    def chico(best: int, short: int) -> str:
        tantos = [max(options.target - short, 0)] * options.sides
        tantos[best] = options.target
        return dashed(tantos)

    return " ".join([*[chico(0, 6)] * (options.chicos_to_win - 1), chico(1, 12), chico(0, 10)])
