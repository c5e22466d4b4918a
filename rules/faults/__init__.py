"""The faults of each game, by article, with their usual consequence."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.faults import cientos, guinote, malilla, marcador, revesino, tarot, truco, zanga
from rules.faults.core import (
    COMMON,
    FOLLOWS,
    HAND,
    LINE,
    LOSE_MATCH,
    OUT,
    POINTS,
    WARNING,
    Fault,
    Penal,
    filled,
)

__all__ = [
    "COMMON",
    "FOLLOWS",
    "HAND",
    "LINE",
    "LOSE_MATCH",
    "OUT",
    "PENAL",
    "POINTS",
    "WARNING",
    "Fault",
    "Penal",
    "faults_of",
    "filled",
    "penal_of",
]

PENAL: Mapping[str, Callable[[Any], Penal]] = {
    "guinote": guinote.penal,
    "truco": truco.penal,
    "zanga": zanga.penal,
    "malilla": malilla.penal,
    "tarot": tarot.penal,
    "revesino": revesino.penal,
    "cientos": cientos.penal,
    "marcador": marcador.penal,
}


def penal_of(game: str, options: Any) -> Penal:
    """Return what a referee may charge in a match of these options."""
    return PENAL[game](options)


def faults_of(game: str, options: Any) -> dict[str, Fault]:
    """The faults of this game, and then those of any, by key."""
    return {fault.key: fault for fault in (*penal_of(game, options).faults, *COMMON)}
