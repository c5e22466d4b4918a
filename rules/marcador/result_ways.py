"""How numbers alone make the result of a match of a free score."""

from rules.core import Score
from rules.marcador.hands import numbers_text
from rules.marcador.match import State
from rules.marcador.options import Options
from rules.tallies import Tally
from rules.typed_results import ResultWay, first_to, from_here, shared


def result_ways(options: Options) -> tuple[ResultWay, ...]:
    """Return the ways: the juegos, if counted, and the tantos of the remaining manos or of a mano.


    >>> from rules.marcador.options import PRESETS
    >>> [[way.word for way in result_ways(PRESETS[name])] for name in ("tute_101", "mus_vacas")]
    [['manos', 'mano'], ['juegos', 'manos', 'mano']]
    """
    ways: list[ResultWay] = [] if options.counts_tantos else [_juegos(options)]
    if options.by_tantos:
        ways += [ResultWay("manos", _manos), ResultWay("mano", _mano)]
    return tuple(ways)


def _juegos(options: Options) -> ResultWay:
    """Return the way for the juegos of the vaca in play, including the recorded ones."""
    two = shared(options.juegos) if options.play_all else first_to(options.juegos)
    ends = two if options.sides == 2 else []

    def write(numbers: Tally, score: Score[State]) -> list[str]:
        won = score.tallies[2]
        if len(won) != len(numbers):
            return []
        lacking = tuple(number - recorded for number, recorded in zip(numbers, won, strict=True))
        return [f"juegos {numbers_text(lacking)}"]

    return ResultWay("juegos", write, lambda score: from_here(ends, score.tallies[2]))


def _mano(numbers: Tally, score: Score[State]) -> list[str]:
    return [numbers_text(numbers)]


def _manos(numbers: Tally, score: Score[State]) -> list[str]:
    """Return the line of the remaining manos, if the juego has a fixed number of manos."""
    left = score.state.limit - score.state.manos
    return [f"manos {left} {numbers_text(numbers)}"] if left > 1 else []
