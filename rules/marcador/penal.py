"""Faults of any game kept as a free score. No reglamento tells of them."""

from typing import Any

from rules.penal import LINE, WARNING, Fault, Penal


def penal(options: Any) -> Penal:
    two, whole = options.sides == 2, not options.counts_tantos
    lost = "arbitro juego {rival}: {reason}"
    costs = (LINE, lost) if two and whole else (WARNING,)
    faults = (Fault("renuncio", "", *costs), Fault("cartas_de_mas", "", *costs))
    return Penal(
        faults,
        units={"juego": lost} if two and whole else {},
        scores=("arbitro mano {score}: {reason}", "juegos {score}") if two else (),
    )
