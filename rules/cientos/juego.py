"""The juego: the tens that each side shows, the points that it lacks to them, and the first side to
reach a hundred.
"""

from typing import NamedTuple

from rules.cientos import acuses, carteo
from rules.cientos.codes import refuse
from rules.cientos.deal import BAZAS, Deal
from rules.cientos.options import Options
from rules.core import Side
from rules.reading import Tally, dashed_text, side_name

JUEGO, HALF = 100, 50


class ShownTens(NamedTuple):
    """The tens that a side shows, and the points missing from these tens at 50 or at 100 (Rulings
    C6).

    Points missing at 50 matter only for the double: 45 shown as 50, then 52, make 102 and win
    (Adiciones 4, Rulings C6b).

    >>> ShownTens(30).after_hand(16), ShownTens(50, 4).after_hand(3)
    (ShownTens(tens=50, missing=4), ShownTens(tens=50, missing=1))
    >>> ShownTens(50, 4).after_hand(12), ShownTens(90).after_hand(5)
    (ShownTens(tens=60, missing=0), ShownTens(tens=100, missing=5))
    """

    tens: int = 0
    missing: int = 0

    def lacking(self, target: int) -> int:
        """Return the points that the side lacks to `target`, 50 or 100; zero or less if it has
        reached the target.

        Towards 100 a side that shows 50 counts from 50, whatever points are missing from the 50
        (Rulings C6b).
        """
        return target - self.tens + (self.missing if self.tens == target else 0)

    def total(self, points: int) -> int:
        """Return the side's total with `points` more.

        The missing points are subtracted if the side shows 100, or if `points` are too few to make
        them up.
        """
        lacks = self.tens == JUEGO or points < self.missing
        return self.tens + points - (self.missing if lacks else 0)

    def after_hand(self, points: int) -> "ShownTens":
        """Return the shown tens after a hand with these points: a remainder of five or more counts
        as a ten, a smaller remainder is lost.
        """
        tens = self.tens + (points + 5) // 10 * 10
        missing = max(self.missing - points, 0)
        if self.tens < tens and tens in (HALF, JUEGO):
            missing = max(tens - self.tens - points, 0)
        return ShownTens(tens, missing)


class HandResult(NamedTuple):
    """The result of a hand.

    points: all the points of A and B. first_at_100: the side that reached a hundred, and the
    rival's points in this hand at that moment; None if no side reached it.
    """

    points: Tally
    first_at_100: tuple[Side, int] | None
    repique: Side | None = None
    pique: Side | None = None
    capote: Side | None = None


def judge(
    deal: Deal, mano: Side, lacking: Tally, lacking_to_half: Tally, options: Options
) -> HandResult:
    """Return the result of a hand; `lacking` and `lacking_to_half` are the points that the sides
    lack to 100 and to 50.

    Raises `RuleError` if no hand that begins with this score can give this line, or if the possible
    orders of the bazas give different results.
    """
    announcements = acuses.count(deal)
    possible_plays = carteo.every_play(deal, mano, announcements, lacking, options)
    first_by_announcements = announcements.first_side_to_reach(lacking)
    if deal.stopped is not None and first_by_announcements is not None:
        _check_stop_by_announcements(deal, mano, announcements, first_by_announcements[0])
        return HandResult(announcements.points, first_by_announcements, announcements.repique)
    fitting_plays = carteo.plays_that_fit(deal, mano, announcements, lacking, possible_plays)
    first_at_100 = first_by_announcements or _first_at_100(fitting_plays, lacking_to_half)
    # The plays may differ in `first`, but not in the points, because all agree with the line on the
    # pique.
    a, b = next(iter(fitting_plays)).points
    capote = deal.bazas.index(BAZAS) if BAZAS in deal.bazas else None
    if deal.stopped is None and deal.bazas[0] != deal.bazas[1]:
        majority_side = 0 if deal.bazas[0] > deal.bazas[1] else 1
        worth = carteo.MOST_BAZAS if capote is None else carteo.CAPOTE
        a, b = (a + worth, b) if majority_side == 0 else (a, b + worth)
        if first_at_100 is None and (a, b)[majority_side] >= lacking[majority_side]:
            first_at_100 = majority_side, (a, b)[1 - majority_side]
    return HandResult(
        (a, b), first_at_100, announcements.repique, mano if deal.pique else None, capote
    )


def has_certain_pique(deal: Deal, mano: Side, lacking: Tally, options: Options) -> bool:
    """Return whether the hand had a pique in every order of bazas that the line allows; `lacking`
    is as in `judge`.

    Raises the errors of `every_play`.
    """
    announcements = acuses.count(deal)
    return carteo.pique_is_certain(
        deal, carteo.every_play(deal, mano, announcements, lacking, options)
    )


def _check_stop_by_announcements(
    deal: Deal, mano: Side, announcements: acuses.Acuses, side: Side
) -> None:
    """Check that the line stops the hand before the first card, because the announcements of `side`
    reached a hundred.
    """
    if deal.stopped != side:
        side_names = side_name(1 - side), side_name(side)
        raise refuse("cientos.stopped_order", "stopped", side=side_names[0], rival=side_names[1])
    if sum(deal.bazas):
        name, value = side_name(side), dashed_text(deal.bazas)
        raise refuse("cientos.stopped_acuses", "bazas", side=name, value=value)
    if deal.pique:
        name, announced_points = side_name(mano), announcements.totals[mano]
        raise refuse("cientos.pique_short", "pique", side=name, value=announced_points)


def _first_at_100(
    fitting_plays: frozenset[carteo.Play], lacking_to_half: Tally
) -> tuple[Side, int] | None:
    """Return the side that reached 100 first and the rival's points then; None if neither did.

    If only the rival's points depend on the order of the bazas, return the lowest points.
    Raises `first_unknown` if the orders give different sides or, for the double, differ in whether
    the rival had fifty.
    """
    results = {play.first_at_100 for play in fitting_plays if play.first_at_100 is not None}
    if len({(side, rival < lacking_to_half[1 - side]) for side, rival in results}) > 1:
        raise refuse("cientos.first_unknown", "stopped")
    return min(results, default=None)
