"""How numbers alone make the result of a match of zanga."""

from rules.typed_results import ResultWay, first_to, shared, won_units
from rules.zanga.options import Options


def result_ways(options: Options) -> tuple[ResultWay, ...]:
    """Return the way: the partidas won by each side."""
    ends = shared(options.jornada) if options.jornada else first_to(options.partidas)
    return (won_units("partidas", "partida", ends),)
