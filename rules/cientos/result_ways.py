"""How numbers alone make the result of a match of cientos."""

from rules.cientos.options import Options
from rules.typed_results import ResultWay, first_to, shared, won_units


def result_ways(options: Options) -> tuple[ResultWay, ...]:
    """Return the way: the juegos, single and without calidades, won by each side."""
    ends = shared(options.juegos) if options.play_all else first_to(options.juegos)
    instead = "juego A doble" if options.doble else "juego A 4-1"
    states_cuartos = options.doble or options.calidades
    return (
        won_units(
            "juegos",
            "juego",
            ends,
            unstated=("cuartos",) if states_cuartos else (),
            instead=instead if states_cuartos else "",
        ),
    )
