"""Wishes in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# kind (`selectors.wishes`) → the label of its box
KINDS: dict[str, str | Promise] = {
    "town": _("Separar a los de la misma peña o pueblo"),
    "family": _("Separar a las familias (un apellido en común)"),
    "group": _("Separar a los que vienen del mismo grupo"),
    "session": _("Juntar a los del mismo turno"),
}
# The sentences of the public page.
LOOKED_AFTER: dict[str, str | Promise] = {
    "town": _("que no se crucen los de la misma peña o pueblo"),
    "family": _("que no se crucen familias"),
    "group": _("que no se crucen los que vienen del mismo grupo"),
    "session": _("que jueguen entre sí los del mismo turno"),
}
SPREAD = _("que los que vienen del mismo grupo se crucen lo más tarde que se pueda")


def looked_after(
    wishes: Mapping[str, Mapping[str, Sequence[int]]], round: int, spread: str = ""
) -> list[str]:
    """Return what counts in that round, with its weight; `spread` is the kind put far apart.

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
