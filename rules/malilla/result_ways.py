"""How numbers alone make the result of a match of malilla."""

from rules.malilla.options import Options
from rules.typed_results import ResultWay, in_one_line, signed


def result_ways(options: Options) -> tuple[ResultWay, ...]:
    """Return the ways: each side's gain or loss in the match, and in a vuelta."""
    return in_one_line("partida", signed), in_one_line("vuelta", signed)
