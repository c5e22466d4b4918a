"""Faults of malilla that its form allows, with ten tantos each."""

from typing import Any

from rules.penal import HAND, LINE, Fault, Penal

_PAYS = "Malilla, «Resumen de los pagos»"
_MISDEAL = "Malilla, «Del orden y valor de los naypes»"


def penal(options: Any) -> Penal:
    own = (Fault(key, _PAYS, HAND, f"{{side}}/{key}") for key in options.rules.faults)
    misdeal = Fault("mal_dado", _MISDEAL, LINE, "mal")
    tens = {"tantos": "arbitro {ten}: {reason}"} if options.sides == 2 else {}
    return Penal((*own, misdeal), units=tens)
