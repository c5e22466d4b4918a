"""Faults of tarot: the seven points of section 14."""

from typing import Any

from rules.penal import HAND, Fault, Penal
from rules.tarot.faults import LAST_POINT, RENUNCIOS

_FAULTS = tuple(
    Fault(
        f"punto_{point}",
        f"Tarot 14.{point}",
        HAND,
        f"f{{side}}{point}n" if point in RENUNCIOS else f"f{{side}}{point}",
    )
    for point in range(1, LAST_POINT + 1)
)


def penal(options: Any) -> Penal:
    return Penal(_FAULTS, units={})
