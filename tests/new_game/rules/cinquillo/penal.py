"""Faults of cinquillo."""

from typing import Any

from rules.penal import WARNING, Fault, Penal


def penal(options: Any) -> Penal:
    return Penal((Fault("pasa_en_falso", "", WARNING),), units={})
