"""Faults of any game recorded as a free score. No reglamento mentions them."""

from typing import Any

from rules.penal import LINE, WARNING, Fault, Penal


def penal(options: Any) -> Penal:
    two, has_juegos = options.sides == 2, not options.counts_tantos
    lose_juego = "arbitro juego {rival}: {reason}"
    costs = (LINE, lose_juego) if two and has_juegos else (WARNING,)
    faults = (Fault("renuncio", "", *costs), Fault("cartas_de_mas", "", *costs))
    return Penal(
        faults,
        units={"juego": lose_juego} if two and has_juegos else {},
        scores=("arbitro mano {score}: {reason}", "juegos {score}") if two else (),
    )
