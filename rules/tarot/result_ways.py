"""How numbers alone make the result of a match of tarot."""

from rules.core import Score
from rules.tallies import Tally
from rules.tarot.match import State
from rules.tarot.options import Options
from rules.typed_results import ResultWay, spaced


def result_ways(options: Options) -> tuple[ResultWay, ...]:
    """Return the way: each player's gain or loss in the remaining deals, or by time in one deal.

    >>> from rules.tarot.match import start
    >>> result_ways(Options(deals=4))[0].write((-106, 318, -106, -106), start(Options()))
    ['repartos 4 -106 318 -106 -106']
    """

    def write(numbers: Tally, score: Score[State]) -> list[str]:
        left = 1 if options.last_deal is None else options.last_deal - score.state.deals
        return [f"repartos {left} {spaced(numbers)}"]

    return (ResultWay("repartos", write),)
