"""The play: what its leads and bazas count, the pique, and who could be the first to a hundred.

A line holds the bazas of each, who was mano and who won the last, and not their order. Without
the pique the points follow from that alone: a player leads once for each baza that he won before
the last, and the mano once more. What depends on the order is read off `plays`, which follows
every order that the line allows.
"""

from typing import NamedTuple

from rules.cientos.acuses import MANY, PIQUE, Acuses
from rules.cientos.codes import refuse
from rules.cientos.hands import BAZAS, Deal
from rules.cientos.options import Options
from rules.core import Side
from rules.reading import side_name
from rules.tallies import Tally, dashed, plus

LAST, LAST_LOW = 2, 1
WINNING, CAPOTE = 10, 40


def points(deal: Deal, mano: Side) -> Tally:
    """Return the points of leads and bazas for A and B, without pique, capote and the ten of the
    bazas.

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


# --- Every order of the bazas -----------------------------------------------------------------
class Play(NamedTuple):
    """A way in which the hand may have been played.

    points: of A and B, with their announcements, without capote and the ten of the bazas.
    first: who first had what he lacked, and what the rival had counted then; None when nobody
        came to have it in the play. at_the_end: whether that was the last point counted.
    """

    points: Tally
    piqued: bool
    first: tuple[Side, int] | None
    at_the_end: bool


def plays(
    deal: Deal, mano: Side, acuses: Acuses, lacking: Tally, options: Options
) -> frozenset[Play]:
    """Every way to play the hand in which its bazas can have fallen, whatever it says of a pique.

    `lacking` is what A and B lack to a hundred. Raises when the bazas won on the rival's lead are
    not told as the options want, or come in no order.

    >>> from rules.cientos.acuses import count
    >>> from rules.cientos.notation import parse
    >>> deal = parse("1-5 !A pB51 sB5A")
    >>> found = plays(deal, 1, count(deal), (1, 100), Options())
    >>> ended(deal, found)
    frozenset({Play(points=(1, 61), piqued=True, first=(0, 61), at_the_end=True)})
    """
    _check_captures_told(deal, options)
    if deal.captures is None and not _order_matters(deal, mano, acuses, lacking):
        (a, b), (more_a, more_b) = acuses.points, points(deal, mano)
        return frozenset({Play((a + more_a, b + more_b), False, None, False)})
    found = _Orders(deal, mano, acuses, lacking, options).followed()
    if deal.captures is not None and not found:
        value, allowed = dashed(deal.captures), f"{side_name(1 - mano)} = {side_name(mano)} (+1)"
        raise refuse("cientos.captures_turns", "captures", value=value, allowed=allowed)
    return found


def _check_captures_told(deal: Deal, options: Options) -> None:
    """The bazas won on the rival's lead are told where they count, and nowhere else."""
    if not options.rival_leads and deal.captures is not None:
        raise refuse("cientos.captures_option", "captures")
    if options.rival_leads and deal.captures is None and deal.bazas != (0, 0):
        raise refuse("cientos.captures_missing", "captures")


def _order_matters(deal: Deal, mano: Side, acuses: Acuses, lacking: Tally) -> bool:
    """Whether the mano may have piqued, or somebody have come to a hundred."""
    if deal.stopped is not None:
        return True
    whole = [a + b for a, b in zip(acuses.points, points(deal, mano), strict=True)]
    piques = acuses.may_pique(mano) and whole[mano] >= MANY
    return piques or whole[0] >= lacking[0] or whole[1] >= lacking[1]


_First = tuple[int, int, int]  # who, what the rival had, how many things had been counted


class _Moment(NamedTuple):
    """A moment of the play, as it may have been. Sides are 0 the mano and 1 the pie."""

    leader: int
    won: Tally
    taken: Tally  # bazas won on the other's lead
    counted: Tally
    piqued: bool
    first: _First | None


class _Orders:
    """The fixed part of a search through the orders of the bazas."""

    def __init__(
        self, deal: Deal, mano: Side, acuses: Acuses, lacking: Tally, options: Options
    ) -> None:
        pie = 1 - mano
        self.deal, self.mano, self.options = deal, mano, options
        self.bazas = deal.bazas[mano], deal.bazas[pie]
        self.captures = deal.captures and (deal.captures[mano], deal.captures[pie])
        self.announced = acuses.points[mano], acuses.points[pie]
        self.lacking = lacking[mano], lacking[pie]
        self.free = acuses.may_pique(mano)
        ends = deal.last if deal.stopped is None else deal.stopped
        self.ends = 0 if ends == mano else 1  # who won the last of these bazas

    def followed(self) -> frozenset[Play]:
        moments = {_Moment(0, (0, 0), (0, 0), self.announced, False, None)}
        number = sum(self.bazas)
        for baza in range(1, number + 1):
            led = {self._lead(moment, baza) for moment in moments}
            moments = {
                self._win(moment, winner, baza)
                for moment in led
                for winner in (0, 1)
                if self._may_win(moment, winner, baza == number)
            }
        moments = {one for one in moments if self._is_told(one)}
        if self.deal.stopped is None:
            return frozenset(self._play(moment, 2 * number) for moment in moments)
        # Stopped on the last baza, or on the lead that followed it.
        led = {self._lead(one, number + 1) for one in moments if one.leader == self.ends}
        return frozenset(
            [self._play(one, 2 * number) for one in moments]
            + [self._play(one, 2 * number + 1) for one in led]
        )

    def _is_told(self, moment: _Moment) -> bool:
        """Whether these are the bazas of the line."""
        return moment.won == self.bazas and self.captures in (None, moment.taken)

    def _may_win(self, moment: _Moment, winner: int, ends: bool) -> bool:
        """Whether the line leaves this baza to him: the last is of who ends."""
        if ends:
            return winner == self.ends
        return moment.won[winner] + (winner == self.ends) < self.bazas[winner]

    def _lead(self, moment: _Moment, baza: int) -> _Moment:
        leader, won, taken = moment[:3]
        return _Moment(leader, won, taken, *self._count(moment, leader, 1, 2 * baza - 1))

    def _win(self, moment: _Moment, winner: int, baza: int) -> _Moment:
        captured, worth = winner != moment.leader, 1
        if baza == BAZAS:
            captured, worth = False, LAST_LOW if self.deal.low else LAST
        elif self.options.rival_leads and not captured:
            worth = 0
        taken = plus(moment.taken, winner, 1) if captured else moment.taken
        counted = self._count(moment, winner, worth, 2 * baza)
        return _Moment(winner, plus(moment.won, winner, 1), taken, *counted)

    def _count(
        self, moment: _Moment, side: int, worth: int, number: int
    ) -> tuple[Tally, bool, _First | None]:
        """Points, pique and first after this side counts something, the `number`th of the hand."""
        counted, piqued, first = plus(moment.counted, side, worth), moment.piqued, moment.first
        if side == 0 and self.free and not piqued and not moment.won[1] and counted[0] >= MANY:
            counted, piqued = plus(counted, 0, PIQUE), True
        if first is None and counted[side] >= self.lacking[side]:
            first = side, counted[1 - side], number
        return counted, piqued, first

    def _play(self, moment: _Moment, number: int) -> Play:
        """The play of A and B that ends in this moment, with so many things counted."""
        mine, theirs = moment.counted
        a, b = (mine, theirs) if self.mano == 0 else (theirs, mine)
        if moment.first is None:
            return Play((a, b), moment.piqued, None, False)
        side, rival, when = moment.first
        who = self.mano if side == 0 else 1 - self.mano
        return Play((a, b), moment.piqued, (who, rival), when == number)


# --- The plays that the line tells --------------------------------------------------------------
def ended(deal: Deal, found: frozenset[Play]) -> frozenset[Play]:
    """Those of the plays that end as the line says.

    A hand that stopped did so when the one who stopped it first had what he lacked.
    """
    if deal.stopped is None:
        return found
    return frozenset(
        play for play in found if play.at_the_end and play.first and play.first[0] == deal.stopped
    )


def pique_is_certain(deal: Deal, found: frozenset[Play]) -> bool:
    """Whether the mano piqued in every one of the plays that end as the line says."""
    possible = ended(deal, found)
    return bool(possible) and all(play.piqued for play in possible)


def told(
    deal: Deal, mano: Side, acuses: Acuses, lacking: Tally, found: frozenset[Play]
) -> frozenset[Play]:
    """The plays that the line tells, its pique included.

    Raises when the pique is written and was not possible, or is missing and was certain, and
    when a hand that stopped cannot have stopped there.
    """
    name = side_name(mano)
    if deal.pique and found and not any(play.piqued for play in found):
        announced = acuses.totals[mano]
        if not acuses.clear[mano]:
            raise refuse("cientos.pique_blocked", "pique", side=name)
        if announced >= MANY:
            raise refuse("cientos.pique_repique", "pique", side=name, value=announced)
        raise refuse("cientos.pique_short", "pique", side=name, value=announced)
    if not deal.pique and pique_is_certain(deal, found):
        value = acuses.totals[mano]
        raise refuse("cientos.pique_missing", "pique", side=name, value=value)
    right = frozenset(play for play in ended(deal, found) if play.piqued == deal.pique)
    if not right:
        raise _not_there(deal, mano, acuses, lacking)
    return right


def _not_there(deal: Deal, mano: Side, acuses: Acuses, lacking: Tally) -> Exception:
    """Why nobody can have stopped the hand where the line says."""
    side = deal.stopped or 0
    rival = 1 - side
    whole = [a + b for a, b in zip(acuses.points, points(deal, mano), strict=True)]
    whole[mano] += PIQUE if deal.pique else 0
    name, other = side_name(side), side_name(rival)
    if whole[rival] >= lacking[rival]:
        value = 100 - lacking[rival] + whole[rival]
        return refuse("cientos.stopped_rival", "stopped", side=name, rival=other, value=value)
    value = 100 - lacking[side] + whole[side]
    return refuse("cientos.stopped_count", "stopped", side=name, value=value)
