"""How numbers alone make the result of a match of cientos."""

from rules.cientos.options import Options
from rules.typed_results import ResultWay, first_to, shared, won_units


def result_ways(options: Options) -> tuple[ResultWay, ...]:
    """Return the way: the juegos, single and without calidades, that each has won."""
    ends = shared(options.juegos) if options.play_all else first_to(options.juegos)
    instead = "juego A doble" if options.doble else "juego A 4-1"
    told = options.doble or options.calidades
    return (
        won_units(
            "juegos",
            "juego",
            ends,
            unstated=("cuartos",) if told else (),
            instead=instead if told else "",
        ),
    )
