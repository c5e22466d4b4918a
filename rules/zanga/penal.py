"""Faults of zanga, by its articles."""

from typing import Any

from rules.penal import HAND, LINE, Fault, Penal

_FAULTS = (
    Fault("renuncio", "Zanga, art. 29", HAND, "r{side}"),
    Fault("renuncio_matador", "Zanga, art. 30", HAND, "r{side}e"),
    Fault("renuncio_ocho", "Zanga, art. 30", HAND, "r{side}e8"),
    Fault("levanta_carta", "Zanga, art. 34", HAND, "r{side}"),
    Fault("pide_en_falso", "Zanga, art. 32", HAND, "f{side}"),
    Fault("sin_corte", "Rulings Z15", LINE, "arbitro anula: {reason}"),
)


def penal(options: Any) -> Penal:
    return Penal(_FAULTS, units={"partida": "arbitro partida {rival}: {reason}"})
