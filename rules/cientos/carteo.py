"""The play: what its leads and bazas count, the pique, and who could be the first to a hundred.

Nobody writes down the points of the play: they follow from the bazas of each, from who was mano
and who won the last. A player leads once for each baza that he won before the last, and the mano
once more.
"""

from typing import NamedTuple

from rules.cientos.acuses import MANY, PIQUE, Acuses, Pair
from rules.cientos.codes import refuse
from rules.cientos.hands import BAZAS, Deal
from rules.cientos.options import Options
from rules.core import Side
from rules.reading import side_name

LAST, LAST_LOW = 2, 1
WINNING, CAPOTE = 10, 40


def check_captures(deal: Deal, mano: Side, options: Options) -> None:
    """The bazas won on the rival's lead: told where they count, and by turns.

    The pie begins, for the mano led first; so before the last baza he has as many of them as the
    mano or one more.
    """
    if not options.rival_leads:
        if deal.captures is not None:
            raise refuse("cientos.captures_option", "captures")
        return
    begun = deal.bazas != (0, 0)
    if deal.captures is None:
        if begun:
            raise refuse("cientos.captures_missing", "captures")
        return
    pie = 1 - mano
    mine, theirs = deal.captures[mano], deal.captures[pie]
    won = deal.bazas[pie] - (deal.last == pie)
    good = mine in (theirs, theirs - 1)
    if deal.stopped is not None and begun:
        good = mine == (theirs if deal.stopped == mano else theirs - 1)
    if not good or (won > 0) != (theirs > 0):
        value, allowed = _dash(deal.captures), _turns(mano)
        raise refuse("cientos.captures_turns", "captures", value=value, allowed=allowed)


def _turns(mano: Side) -> str:
    return f"{side_name(1 - mano)} = {side_name(mano)} (+1)"


def points(deal: Deal, mano: Side) -> Pair:
    """What leads and bazas count to A and B, without pique, capote and the ten of the bazas.

    >>> from rules.cientos.notation import parse
    >>> points(parse("8-4 uA"), mano=0), points(parse("8-4 uAm"), mano=1)
    ((17, 8), (15, 9))
    """
    return _points(deal, mano, 0), _points(deal, mano, 1)


def _points(deal: Deal, mano: Side, side: Side) -> int:
    won = deal.bazas[side]
    last = deal.last == side
    leads = won - last + (side == mano)
    counted = won - last if deal.captures is None else deal.captures[side]
    return leads + counted + ((LAST_LOW if deal.low else LAST) if last else 0)


# --- The pique ------------------------------------------------------------------------------
def run_points(bazas: int, options: Options, *, low: bool) -> int:
    """What the mano counts by winning so many bazas running and leading to the next.

    >>> run_points(0, Options(), low=False), run_points(12, Options(), low=True)
    (1, 24)
    """
    each = 1 if options.rival_leads else 2
    if bazas < BAZAS:
        return each * bazas + 1
    return each * (BAZAS - 1) + 1 + (LAST_LOW if low else LAST)


def bazas_needed(announced: int, options: Options, *, low: bool) -> int | None:
    """How many bazas running take the mano from what he announced to thirty."""
    for bazas in range(BAZAS + 1):
        if announced + run_points(bazas, options, low=low) >= MANY:
            return bazas
    return None


def runs(deal: Deal, mano: Side) -> Pair:
    """With how many bazas running the mano may have begun: the fewest and the most."""
    pie = 1 - mano
    first = deal.bazas[mano] - (deal.last == mano)
    if not deal.bazas[pie] - (deal.last == pie):
        whole = first + (deal.last == mano)
        return whole, whole
    if deal.captures is None:
        later = int(deal.stopped == mano)  # the last baza is of who stops
        return 0, first - later
    later = deal.captures[mano]
    return (0 if later else first), first - later


def pique_is_certain(deal: Deal, mano: Side, acuses: Acuses, options: Options) -> bool:
    """Whether in no order of the bazas could the mano but come to thirty with the rival at none."""
    needed = _for_pique(deal, mano, acuses, options)
    fewest, _most = runs(deal, mano)
    if needed is None or fewest < needed:
        return False
    return not (deal.stopped == mano and fewest == needed)


def _for_pique(deal: Deal, mano: Side, acuses: Acuses, options: Options) -> int | None:
    """How many bazas running he needed; None when he could not pique with any."""
    announced = acuses.totals[mano]
    if not acuses.clear[mano] or announced >= MANY:
        return None
    return bazas_needed(announced, options, low=deal.low)


def check_pique(deal: Deal, mano: Side, acuses: Acuses, options: Options) -> None:
    """Raises when the pique written was not possible, or when it is missing and was certain."""
    announced = acuses.totals[mano]
    name = side_name(mano)
    if not deal.pique:
        if pique_is_certain(deal, mano, acuses, options):
            raise refuse("cientos.pique_missing", "pique", side=name, value=announced)
        return
    needed = _for_pique(deal, mano, acuses, options)
    _fewest, most = runs(deal, mano)
    if not acuses.clear[mano]:
        raise refuse("cientos.pique_blocked", "pique", side=name)
    if announced >= MANY:
        raise refuse("cientos.pique_repique", "pique", side=name, value=announced)
    if needed is None or most < needed:
        raise refuse("cientos.pique_short", "pique", side=name, value=announced, bazas=most)


# --- Where the play stopped -----------------------------------------------------------------
def stopped(deal: Deal, mano: Side, acuses: Acuses, lacking: Pair) -> Pair:
    """The points of a hand that stopped when somebody had what he lacked, to the point.

    He led a card, or took a baza, and that made it; the rival had less than he lacked. Raises
    when neither can be.
    """
    side = deal.stopped or 0
    counted, whole, extra = acuses.points, points(deal, mano), PIQUE if deal.pique else 0
    a, b = (counted[who] + whole[who] + extra * (who == mano) for who in (0, 1))
    leading, rival = (a, b) if side == 0 else (b, a)
    name, other = side_name(side), side_name(1 - side)
    if rival >= lacking[1 - side]:
        value = 100 - lacking[1 - side] + rival
        raise refuse("cientos.stopped_rival", "stopped", side=name, rival=other, value=value)
    for total, able in ((leading - 1, _took(deal, mano, side)), (leading, _led(deal, mano, side))):
        if able and _makes(deal, mano, acuses, total, lacking[side]):
            return (total, rival) if side == 0 else (rival, total)
    value = 100 - lacking[side] + leading
    raise refuse("cientos.stopped_count", "stopped", side=name, value=value)


def _led(deal: Deal, mano: Side, side: Side) -> bool:
    """Whether he may have been leading: he had won a baza, or was to lead the first."""
    return bool(deal.bazas[side]) if sum(deal.bazas) else side == mano


def _took(deal: Deal, mano: Side, side: Side) -> bool:
    """Whether the last baza of a hand that stopped may have counted a point to him."""
    if deal.captures is None:
        return bool(deal.bazas[side])
    taken = deal.captures[side]
    return taken > 0 and (side == mano or taken > 1 or deal.bazas[side] == 1)


def _makes(deal: Deal, mano: Side, acuses: Acuses, total: int, lacking: int) -> bool:
    """Whether `total` is the first count of who stopped that is not under what he lacked."""
    jump = 0
    if deal.stopped == mano and not deal.bazas[1 - mano]:
        plain = total - (PIQUE if deal.pique else 0)
        free = acuses.clear[mano] and acuses.totals[mano] < MANY
        if free and deal.pique != (plain >= MANY):
            return False
        jump = PIQUE if deal.pique and plain == MANY else 0
    return total - 1 - jump < lacking <= total


# --- Who was first, in a hand played to the end -----------------------------------------------
class _Moment(NamedTuple):
    """A moment of the play, as it may have been. Sides are 0 the mano and 1 the pie."""

    won: Pair
    leader: int
    counted: Pair
    taken: Pair  # bazas won on the other's lead
    piqued: bool
    first: tuple[int, int] | None  # who had what he lacked, and what the rival had then


def first_to(
    deal: Deal, mano: Side, acuses: Acuses, lacking: Pair, options: Options
) -> set[tuple[Side, int]]:
    """Who may have been the first to have what he lacked, and what the rival had counted then.

    Every order of the bazas that the line allows is followed. Nobody is in none of them when
    nobody came to have it in the play.
    """
    pie = 1 - mano
    order = _Order(deal, mano, acuses, options, (lacking[mano], lacking[pie]))
    counted = acuses.points[mano], acuses.points[pie]
    moments = {_Moment((0, 0), 0, counted, (0, 0), False, None)}
    for baza in range(1, BAZAS + 1):
        led = [order.count(moment, moment.leader, 1) for moment in moments]
        moments = {
            order.win(moment, winner, baza) for moment in led for winner in order.may(moment, baza)
        }
    return {
        (pie if moment.first[0] else mano, moment.first[1])
        for moment in moments
        if moment.first is not None and moment.piqued == deal.pique and order.taken(moment)
    }


class _Order:
    """What is fixed while the orders of the bazas are followed."""

    def __init__(
        self, deal: Deal, mano: Side, acuses: Acuses, options: Options, lacking: Pair
    ) -> None:
        self.deal, self.options, self.lacking = deal, options, lacking
        self.bazas = deal.bazas[mano], deal.bazas[1 - mano]
        self.last = 0 if deal.last == mano else 1
        self.free = acuses.clear[mano] and acuses.totals[mano] < MANY
        self.captures = deal.captures and (deal.captures[mano], deal.captures[1 - mano])

    def taken(self, moment: _Moment) -> bool:
        return self.captures is None or moment.taken == self.captures

    def may(self, moment: _Moment, baza: int) -> list[int]:
        """Who may win this baza."""
        if baza == BAZAS:
            return [self.last]
        kept = [int(self.last == side) for side in (0, 1)]
        return [side for side in (0, 1) if moment.won[side] + kept[side] < self.bazas[side]]

    def win(self, moment: _Moment, winner: int, baza: int) -> _Moment:
        captured = winner != moment.leader
        worth = 0 if self.options.rival_leads and not captured else 1
        taken = moment.taken
        if baza == BAZAS:
            worth = LAST_LOW if self.deal.low else LAST
        elif captured:
            taken = _plus(taken, winner, 1)
        after = self.count(moment, winner, worth)
        return after._replace(won=_plus(moment.won, winner, 1), leader=winner, taken=taken)

    def count(self, moment: _Moment, side: int, worth: int) -> _Moment:
        """The moment after this side counts something."""
        counted, piqued = _plus(moment.counted, side, worth), moment.piqued
        if side == 0 and self.free and not piqued and not moment.won[1] and counted[0] >= MANY:
            counted, piqued = _plus(counted, 0, PIQUE), True
        first = moment.first
        if first is None and counted[side] >= self.lacking[side]:
            first = side, counted[1 - side]
        return moment._replace(counted=counted, piqued=piqued, first=first)


def _plus(pair: Pair, side: int, number: int) -> Pair:
    return (pair[0] + number, pair[1]) if side == 0 else (pair[0], pair[1] + number)


def _dash(result: Pair) -> str:
    return f"{result[0]}-{result[1]}"
