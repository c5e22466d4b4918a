"""The parts that explain the points of a hand."""

from typing import NamedTuple

from rules.cientos import acuses, carteo
from rules.cientos.acuses import PIQUE, REPIQUE
from rules.cientos.deal import BAZAS, Deal
from rules.cientos.items import Catorce, Punto, Secansa
from rules.core import Side
from rules.reading import Tally

Item = Punto | Secansa | Catorce
# The names of all parts, in counting order.
PARTS = ("blancas", "punto", "secansa", "catorce", "repique", "carteo", "pique", "bazas", "capote")


class Part(NamedTuple):
    """A part of the points of a hand: `name` is one of PARTS, and `worth` its points.

    `item` is the announcement, if the part is a punto, a secansa, a catorce or a trío.
    """

    name: str
    worth: int
    item: Item | None = None


def account(deal: Deal, mano: Side, points: Tally) -> tuple[list[Part], list[Part]]:
    """Return the parts of A and of B in counting order, without parts that are worth 0 points.

    `points` are the final points of A and B in the hand. The carteo is what these points leave
    after all other parts, so that the parts also explain a hand stopped at a hundred.

    >>> from rules.cientos.notation import parse
    >>> a, b = account(parse("8-4 uA pA51 sA5Ao tAR"), 0, (50, 8))
    >>> [(part.name, part.worth) for part in a]
    [('punto', 5), ('secansa', 15), ('catorce', 3), ('carteo', 17), ('bazas', 10)]
    >>> b
    [Part(name='carteo', worth=8, item=None)]
    """
    return _parts_of_side(deal, mano, points[0], 0), _parts_of_side(deal, mano, points[1], 1)


def _parts_of_side(deal: Deal, mano: Side, points: int, side: Side) -> list[Part]:
    announced_parts = _announced_parts(deal, side)
    final_parts = _final_parts(deal, mano, side)
    carteo_points = points - sum(part.worth for part in (*announced_parts, *final_parts))
    return [
        *announced_parts,
        *([Part("carteo", carteo_points)] if carteo_points else []),
        *final_parts,
    ]


def _announced_parts(deal: Deal, side: Side) -> list[Part]:
    parts = [Part("blancas", acuses.BLANCAS)] if deal.blancas == side else []
    if deal.punto is not None and deal.punto.side == side:
        parts.append(Part("punto", deal.punto.worth, deal.punto))
    parts += [Part("secansa", item.worth, item) for item in deal.secansas if item.side == side]
    catorces = sorted(
        (item for item in deal.catorces if item.side == side), key=lambda item: -item.cards
    )
    parts += [Part("catorce", item.worth, item) for item in catorces]
    if acuses.count(deal).repique == side:
        parts.append(Part("repique", REPIQUE))
    return parts


def _final_parts(deal: Deal, mano: Side, side: Side) -> list[Part]:
    """Return the parts that a side counts after leads and bazas: the pique, then the capote or the
    ten points for most bazas.
    """
    parts = [Part("pique", PIQUE)] if deal.pique and side == mano else []
    if deal.stopped is None and deal.bazas[side] == BAZAS:
        parts.append(Part("capote", carteo.CAPOTE))
    elif deal.stopped is None and deal.bazas[side] > deal.bazas[1 - side]:
        parts.append(Part("bazas", carteo.MOST_BAZAS))
    return parts
