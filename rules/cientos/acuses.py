"""The value of the announcements of a hand, in order, and the repique."""

from typing import NamedTuple

from rules.cientos.deal import Deal
from rules.core import Side
from rules.reading import Tally

BLANCAS = 10
MANY = 30  # points that a side needs before the rival has any point, for a pique or a repique
REPIQUE = 60  # a repique adds these points to the thirty, which then count ninety
PIQUE = 30  # a pique adds these points to the thirty, which then count sixty


class Acuses(NamedTuple):
    """The points that A and B count for announcements, before the first card is played.

    items: the side and the points of each announcement in counting order: cartas blancas, punto,
        secansas, catorces, tríos (Adiciones 5). totals: the points of A and B without the repique.
    clear: for A and for B, whether the rival has no announcement that counts and nothing ties
    (Rulings C5, C13). repique: the side that makes a repique, or None.
    """

    items: tuple[tuple[Side, int], ...]
    totals: Tally
    clear: tuple[bool, bool]
    repique: Side | None

    @property
    def points(self) -> Tally:
        a, b = self.totals
        return a + REPIQUE * (self.repique == 0), b + REPIQUE * (self.repique == 1)

    def may_pique(self, mano: Side) -> bool:
        """Return whether the play can take the mano to thirty points before the rival has any
        point.
        """
        return self.clear[mano] and self.totals[mano] < MANY

    def first_side_to_reach(self, lacking: Tally) -> tuple[Side, int] | None:
        """Return the side whose announcements first reach the points that it lacked, and the
        rival's points at that moment; None if neither side's announcements are enough.
        """
        counted_points = [0, 0]
        for side, worth in self.items:
            if side == self.repique and counted_points[side] < MANY <= counted_points[side] + worth:
                worth += REPIQUE
            counted_points[side] += worth
            if counted_points[side] >= lacking[side]:
                return side, counted_points[1 - side]
        return None


def count(deal: Deal) -> Acuses:
    """Return the counted announcements of a hand.

    >>> from rules.cientos.notation import parse
    >>> count(parse("8-4 uA pA51 sA5Ao cAS")).points
    (94, 0)
    >>> count(parse("8-4 uA p=44 sA5So cAS tAR")).points
    (32, 0)
    """
    items: list[tuple[Side, int]] = []
    tied = False
    if deal.blancas is not None:
        items.append((deal.blancas, BLANCAS))
    if deal.punto is not None:
        if deal.punto.side is None:
            tied = True
        else:
            items.append((deal.punto.side, deal.punto.worth))
    for secansa in deal.secansas:
        if secansa.side is None:
            tied = True
        else:
            items.append((secansa.side, secansa.worth))
    for cards in (4, 3) if deal.catorces else ():
        items += [(item.side, item.worth) for item in deal.catorces if item.cards == cards]
    totals = [0, 0]
    for side, worth in items:
        totals[side] += worth
    a, b = totals
    clear = (not tied and not b, not tied and not a)
    repique = 0 if clear[0] and a >= MANY else 1 if clear[1] and b >= MANY else None
    return Acuses(tuple(items), (a, b), clear, repique)
