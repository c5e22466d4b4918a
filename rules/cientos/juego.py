"""The juego: tens as they are marked, what is lacking of them, and who comes first to a hundred."""

from typing import NamedTuple

from rules.cientos import acuses, carteo
from rules.cientos.codes import refuse
from rules.cientos.hands import BAZAS, Deal
from rules.cientos.options import Options
from rules.core import Side
from rules.reading import side_name
from rules.tallies import Tally, dashed

JUEGO, HALF = 100, 50


class Mark(NamedTuple):
    """The tens that a side shows, and what it lacks of them at 50 or at 100 (Rulings C6).

    What it lacks at 50 matters for the double alone: 45 shown as 50 and then 52 are 102, and win
    (Adiciones 4, Rulings C6b).

    >>> Mark(30).after(16), Mark(50, 4).after(3), Mark(50, 4).after(12), Mark(90).after(5)
    (Mark(shown=50, missing=4), Mark(shown=50, missing=1), Mark(shown=60, missing=0), \
Mark(shown=100, missing=5))
    """

    shown: int = 0
    missing: int = 0

    def lacking(self, target: int) -> int:
        """The points that it lacks to `target`, 50 or 100: none or less when it is there.

        To 100 it counts from the 50 shown, whatever it lacks of them (Rulings C6b).
        """
        return target - self.shown + (self.missing if self.shown == target else 0)

    def total(self, points: int) -> int:
        """Return its total with so many points more, as they decide at 50 and at 100."""
        lacks = self.shown == JUEGO or points < self.missing
        return self.shown + points - (self.missing if lacks else 0)

    def after(self, points: int) -> "Mark":
        """Marked at the end of a hand: five points make a ten, less are lost."""
        shown = self.shown + (points + 5) // 10 * 10
        missing = max(self.missing - points, 0)
        if self.shown < shown and shown in (HALF, JUEGO):
            missing = max(shown - self.shown - points, 0)
        return Mark(shown, missing)


class Counted(NamedTuple):
    """A hand as it came out.

    points: of A and B, all counted. first: who came to a hundred and what the rival's points in
    this hand were then; None when nobody did.
    """

    points: Tally
    first: tuple[Side, int] | None
    repique: Side | None = None
    pique: Side | None = None
    capote: Side | None = None


def judge(deal: Deal, mano: Side, lacking: Tally, half: Tally, options: Options) -> Counted:
    """A hand between players who lack this many points to a hundred, and these to fifty.

    Raises when the line cannot come from a hand that begins there.
    """
    said = acuses.count(deal)
    found = carteo.plays(deal, mano, said, lacking, options)
    at_once = said.first_to(lacking)
    if deal.stopped is not None and at_once is not None:
        _check_at_once(deal, mano, said, at_once[0])
        return Counted(said.points, at_once, said.repique)
    told = carteo.told(deal, mano, said, lacking, found)
    first = at_once or _first(told, half)
    # They differ in who was first, and not in what each counted: the pique of all is that written.
    a, b = next(iter(told)).points
    capote = deal.bazas.index(BAZAS) if BAZAS in deal.bazas else None
    if deal.stopped is None and deal.bazas[0] != deal.bazas[1]:
        ahead = 0 if deal.bazas[0] > deal.bazas[1] else 1
        worth = carteo.WINNING if capote is None else carteo.CAPOTE
        a, b = (a + worth, b) if ahead == 0 else (a, b + worth)
        if first is None and (a, b)[ahead] >= lacking[ahead]:
            first = ahead, (a, b)[1 - ahead]
    return Counted((a, b), first, said.repique, mano if deal.pique else None, capote)


def certain_pique(deal: Deal, mano: Side, lacking: Tally, options: Options) -> bool:
    """Whether a hand that begins there had a pique in whatever order its bazas fell.

    Raises what `judge` raises for bazas that come in no order.
    """
    said = acuses.count(deal)
    return carteo.pique_is_certain(deal, carteo.plays(deal, mano, said, lacking, options))


def _check_at_once(deal: Deal, mano: Side, said: acuses.Acuses, side: Side) -> None:
    """A hand that `side` won with its announcements stopped there: no card was played."""
    if deal.stopped != side:
        names = side_name(1 - side), side_name(side)
        raise refuse("cientos.stopped_order", "stopped", side=names[0], rival=names[1])
    if sum(deal.bazas):
        name, value = side_name(side), dashed(deal.bazas)
        raise refuse("cientos.stopped_acuses", "bazas", side=name, value=value)
    if deal.pique:
        name, announced = side_name(mano), said.totals[mano]
        raise refuse("cientos.pique_short", "pique", side=name, value=announced)


def _first(told: frozenset[carteo.Play], half: Tally) -> tuple[Side, int] | None:
    """Return the side that was first in the play, when every order of the bazas says the same.

    The same is whom and, for the double, whether the rival had his fifty then.
    """
    found = {play.first for play in told if play.first is not None}
    if len({(side, rival < half[1 - side]) for side, rival in found}) > 1:
        raise refuse("cientos.first_unknown", "stopped")
    return min(found, default=None)
