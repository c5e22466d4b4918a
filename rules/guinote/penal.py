"""Faults of guiñote. Each of the six points of «El renuncio» loses the partida."""

from typing import Any

from rules.penal import HAND, LINE, Fault, Penal

_RENUNCIO = "Guiñote, «El renuncio» {}"
_VUELTAS = "Guiñote, «Juego de vueltas o arrastre»"


def penal(options: Any) -> Penal:
    renuncios = (
        Fault(f"renuncio_{point}", _RENUNCIO.format(point), LINE, f"renuncio {{side}} {point}")
        for point in range(1, 7)
    )
    return Penal(
        faults=(*renuncios, Fault("anuncio_falso", _VUELTAS, HAND, "!{side}")),
        units={"partida": "arbitro partida {rival}: {reason}"},
        scores=("coto {score}",),
    )
