"""Texts of the draw of partners and of the wishes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.formats.words.kings import aloud
from tournaments.pairing.singles import LOT
from tournaments.pairing.singles import METHODS as DRAWS
from tournaments.words import Text

# method (`pairing.singles.METHODS`) → description
METHODS: dict[str, Text] = {
    "lot": _("Por sorteo: las bolas salen de dos en dos"),
    "kings": _("A reyes: se reparte hasta que salen los reyes, y van juntos de dos en dos"),
    "high_cards": _("A la carta más alta: de cada cuatro, las dos altas y las dos bajas"),
}


def cards_aloud(numbers: Iterable[int], seed: str, method: str) -> list[str]:
    """Return every card as it fell, to be read aloud; empty if no cards were dealt."""
    return [] if method == LOT else list(aloud(DRAWS[method](numbers, seed)))


# --- Wishes ---------------------------------------------------------------------------------------
# kind (`selectors.wishes`) → the label of its box
KINDS: dict[str, Text] = {
    "town": _("Separar a los de la misma peña o pueblo"),
    "family": _("Separar a las familias (un apellido en común)"),
    "group": _("Separar a los que vienen del mismo grupo"),
    "session": _("Juntar a los del mismo turno"),
}
# Sentences of the public page.
LOOKED_AFTER: dict[str, Text] = {
    "town": _("que no se crucen los de la misma peña o pueblo"),
    "family": _("que no se crucen familias"),
    "group": _("que no se crucen los que vienen del mismo grupo"),
    "session": _("que jueguen entre sí los del mismo turno"),
}
SPREAD = _("que los que vienen del mismo grupo se crucen lo más tarde que se pueda")


def looked_after(
    wishes: Mapping[str, Mapping[str, Sequence[int]]], round: int, spread: str = ""
) -> list[str]:
    """Return the wishes of that round, with their weight; `spread` is the kind put far apart.

    «que no se crucen los de la misma peña o pueblo (peso 5, hasta la ronda 3)»
    """
    parts = []
    for asked in (wishes.get("apart", {}), wishes.get("together", {})):
        for kind, (weight, rounds) in asked.items():
            if kind == spread:
                parts.append(str(SPREAD))
                continue
            if rounds and round > rounds:
                continue
            words: dict[str, Any] = {"what": LOOKED_AFTER[kind], "weight": weight, "rounds": rounds}
            until = _("%(what)s (peso %(weight)s, hasta la ronda %(rounds)s)")
            always = _("%(what)s (peso %(weight)s)")
            parts.append(str(until if rounds else always) % words)
    return parts
