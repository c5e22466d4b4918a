"""Faults of revesino, with their prices in the reglamento."""

from typing import Any

from rules.penal import HAND, LINE, Fault, Penal

_DISCARD = "Revesino, «Del descarte y robo»"
_RENUNCIO = "Revesino, «Sobre renuncios»"
_FAULTS = (
    Fault("renuncio", _RENUNCIO, HAND, "r{side}"),
    Fault("renuncio_repetido", _RENUNCIO, LINE, "falta repite {side} {rival}"),
    Fault("descarte_cambiado", _DISCARD, LINE, "falta descarte {side} {rival}"),
    Fault("descarte_doble", _DISCARD, LINE, "falta doble {side}"),
    Fault("mal_dado_nula", "Revesino, «Del dar ó repartir los naypes»", LINE, "nula"),
)


def penal(options: Any) -> Penal:
    return Penal(_FAULTS, units={})
