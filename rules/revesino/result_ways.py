"""How numbers alone make the result of a match of revesino."""

from rules.revesino.options import Options
from rules.typed_results import ResultWay, in_one_line, spaced


def result_ways(options: Options) -> tuple[ResultWay, ...]:
    """Return the ways: each player's gain or loss in a vuelta, and in a hand."""
    return in_one_line("vuelta", spaced), in_one_line("mano", spaced)
