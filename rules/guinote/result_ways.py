"""How numbers alone make the result of a match of guiñote."""

from rules.core import Score
from rules.guinote.hands import CotoWinner
from rules.guinote.match import State
from rules.guinote.options import Options
from rules.tallies import Tally
from rules.typed_results import ResultWay, first_to, in_one_line, won_units

UNSTATED = ("partidas",)


def result_ways(options: Options) -> tuple[ResultWay, ...]:
    """Return the ways: the cotos, where cotos win the match, and the partidas of each coto.

    >>> [way.word for way in result_ways(Options())]
    ['cotos', 'coto']
    """

    def ends(score: Score[State]) -> list[Tally]:
        if any(score.tallies[2]) or score.state.ida is not None:
            return []
        won = options.coto_results()
        return [*won, *((lost, most) for most, lost in reversed(won) if most != lost)]

    coto = in_one_line("coto", ends=ends)
    if options.cotos_to_win == 1:
        return (coto,)
    cotos = won_units(
        "cotos",
        "coto",
        first_to(options.cotos_to_win),
        unstated=UNSTATED,
        instead=_whole_cotos(options),
    )
    return cotos, coto


def unstated(hand: object) -> tuple[str, ...]:
    """Return the tallies that a line leaves out: the partidas, for a coto with only its winner."""
    return UNSTATED if isinstance(hand, CotoWinner) else ()


def _whole_cotos(options: Options) -> str:
    """Return example numbers of a match won by A, each coto with its partidas.

    >>> _whole_cotos(Options()), _whole_cotos(Options(cotos=3, partidas=12))
    ('31 23 30', '12-1 12-1 2-12 12-0')
    """
    win = options.partidas_to_win
    lost = min(1, win - 1), min(2, win - 1)
    cotos = [(win, lost[0])] * (options.cotos_to_win - 1) + [(lost[1], win), (win, 0)]
    between = "-" if win > 9 else ""
    return " ".join(f"{a}{between}{b}" for a, b in cotos)
