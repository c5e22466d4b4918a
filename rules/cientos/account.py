"""The parts the points of a hand are made of, for whoever has to explain them."""

from typing import NamedTuple

from rules.cientos import acuses, carteo
from rules.cientos.acuses import PIQUE, REPIQUE
from rules.cientos.hands import BAZAS, Deal
from rules.cientos.items import Catorce, Punto, Secansa
from rules.core import Side
from rules.tallies import Tally

Item = Punto | Secansa | Catorce
# In the order of counting; those with an item are named by it.
PARTS = ("blancas", "punto", "secansa", "catorce", "repique", "carteo", "pique", "bazas", "capote")


class Part(NamedTuple):
    """One of PARTS, what it counts, and what was announced where it was announced."""

    what: str
    worth: int
    item: Item | None = None


def account(deal: Deal, mano: Side, points: Tally) -> tuple[list[Part], list[Part]]:
    """The parts of A and of B, in the order of counting; nobody's parts count nothing.

    `points` are those of the hand, as it came out: what the play gave is what remains of them,
    so that a hand that stopped at a hundred is explained too.

    >>> from rules.cientos.notation import parse
    >>> a, b = account(parse("8-4 uA pA51 sA5Ao tAR"), 0, (50, 8))
    >>> [(part.what, part.worth) for part in a]
    [('punto', 5), ('secansa', 15), ('catorce', 3), ('carteo', 17), ('bazas', 10)]
    >>> b
    [Part(what='carteo', worth=8, item=None)]
    """
    return _side(deal, mano, points[0], 0), _side(deal, mano, points[1], 1)


def _side(deal: Deal, mano: Side, points: int, side: Side) -> list[Part]:
    announced = _announced(deal, side)
    ends = _ends(deal, mano, side)
    play = points - sum(part.worth for part in (*announced, *ends))
    return [*announced, *([Part("carteo", play)] if play else []), *ends]


def _announced(deal: Deal, side: Side) -> list[Part]:
    parts = [Part("blancas", acuses.BLANCAS)] if deal.blancas == side else []
    if deal.punto is not None and deal.punto.side == side:
        parts.append(Part("punto", deal.punto.worth, deal.punto))
    parts += [Part("secansa", one.worth, one) for one in deal.secansas if one.side == side]
    held = sorted((one for one in deal.catorces if one.side == side), key=lambda one: -one.cards)
    parts += [Part("catorce", one.worth, one) for one in held]
    if acuses.count(deal).repique == side:
        parts.append(Part("repique", REPIQUE))
    return parts


def _ends(deal: Deal, mano: Side, side: Side) -> list[Part]:
    """Return what is counted besides the points of leads and bazas."""
    parts = [Part("pique", PIQUE)] if deal.pique and side == mano else []
    if deal.stopped is None and deal.bazas[side] == BAZAS:
        parts.append(Part("capote", carteo.CAPOTE))
    elif deal.stopped is None and deal.bazas[side] > deal.bazas[1 - side]:
        parts.append(Part("bazas", carteo.WINNING))
    return parts
