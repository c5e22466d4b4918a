"""How numbers alone make the result of a match of guiñote."""

from rules.core import Score
from rules.guinote.match import State
from rules.guinote.options import Options
from rules.tallies import Tally
from rules.typed_results import ResultWay, first_to, in_one_line, won_units


def result_ways(options: Options) -> tuple[ResultWay, ...]:
    """Return the ways: the cotos, where they win the match, and the partidas of each coto.

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
    return won_units("cotos", "coto", first_to(options.cotos_to_win)), coto
