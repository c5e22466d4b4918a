"""How numbers alone make the result of a match of cientos."""

from rules.cientos.options import Options
from rules.typed_results import ResultWay, first_to, shared, won_units


def result_ways(options: Options) -> tuple[ResultWay, ...]:
    """Return the way: the juegos, single, that each has won."""
    ends = shared(options.juegos) if options.play_all else first_to(options.juegos)
    return (won_units("juegos", "juego", ends),)
