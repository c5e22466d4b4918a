"""Faults of cientos that void the announcements, or the hand."""

from typing import Any

from rules.penal import HAND, LINE, Fault, Penal

_DEALING = "Cientos, «Modo de dar ó repartir el naype»"
_FAULTS = (
    Fault("carta_de_mas", _DEALING, HAND, "x+{side}"),
    Fault("carta_de_menos", _DEALING, HAND, "x-{side}"),
    Fault("acuse_falso", _DEALING, HAND, "xf{side}"),
    Fault("muestra_tarde", _DEALING, HAND, "xt{side}"),
    Fault("da_sin_tocarle", _DEALING, LINE, "nula turno"),
    Fault("carta_descubierta", _DEALING, LINE, "nula descubierta"),
)


def penal(options: Any) -> Penal:
    return Penal(_FAULTS, units={"juego": "arbitro juego {rival}: {reason}"})
