"""The play: the points of leads and bazas, the pique, and the side that can first reach a hundred.

A line records how many bazas each side won and who won the last baza, but not the order of the
bazas. Without the pique the points do not depend on the order: a player leads once for each baza
that he won before the last baza, and the mano leads once more. For results that depend on the
order, `every_play` follows every order of the bazas that the line allows.
"""

from typing import NamedTuple

from rules.cientos.acuses import MANY, PIQUE, Acuses
from rules.cientos.codes import refuse
from rules.cientos.deal import BAZAS, Deal
from rules.cientos.options import Options
from rules.core import Side
from rules.reading import Tally, add_to_side, dashed_text, side_name

LAST, LAST_LOW = 2, 1
WINNING, CAPOTE = 10, 40


def points(deal: Deal, mano: Side) -> Tally:
    """Return the points of leads and bazas for A and B.

    These points exclude the pique, the capote and the ten points for most bazas.

    >>> from rules.cientos.notation import parse
    >>> points(parse("8-4 uA"), mano=0), points(parse("8-4 uAm"), mano=1)
    ((17, 8), (15, 9))
    """
    return _points_of_side(deal, mano, 0), _points_of_side(deal, mano, 1)


def _points_of_side(deal: Deal, mano: Side, side: Side) -> int:
    won = deal.bazas[side]
    last = deal.last == side
    leads = won - last + (side == mano)
    counted = won - last if deal.captures is None else deal.captures[side]
    return leads + counted + ((LAST_LOW if deal.low else LAST) if last else 0)


# --- Every order of the bazas -----------------------------------------------------------------
class Play(NamedTuple):
    """A possible play of a recorded hand: the bazas won in one order that the line allows.

    points: the points of A and B, with their announcements, without the capote and the ten points
    for most bazas. first: the side that first reached 100 and the rival's points at that moment;
    None if neither side reached 100 in the play. at_the_end: whether that side reached 100 with the
    last point of the play.
    """

    points: Tally
    piqued: bool
    first: tuple[Side, int] | None
    at_the_end: bool


def every_play(
    deal: Deal, mano: Side, acuses: Acuses, lacking: Tally, options: Options
) -> frozenset[Play]:
    """Return every possible play of the hand, whether or not the line records a pique.

    `lacking` holds the points that A and B lack to a hundred. Raises `RuleError` if the line
    records bazas won on the rival's lead although the options do not count them, omits them
    although the options count them, or records numbers of them that no order allows.

    >>> from rules.cientos.acuses import count
    >>> from rules.cientos.notation import parse
    >>> deal = parse("1-5 !A pB51 sB5A")
    >>> possible = every_play(deal, 1, count(deal), (1, 100), Options())
    >>> plays_that_end(deal, possible)
    frozenset({Play(points=(1, 61), piqued=True, first=(0, 61), at_the_end=True)})
    """
    _check_captures_recorded(deal, options)
    if deal.captures is None and not _order_matters(deal, mano, acuses, lacking):
        (a, b), (more_a, more_b) = acuses.points, points(deal, mano)
        return frozenset({Play((a + more_a, b + more_b), False, None, False)})
    possible_plays = _Orders(deal, mano, acuses, lacking, options).plays()
    if deal.captures is not None and not possible_plays:
        value, allowed = (
            dashed_text(deal.captures),
            f"{side_name(1 - mano)} = {side_name(mano)} (+1)",
        )
        raise refuse("cientos.captures_turns", "captures", value=value, allowed=allowed)
    return possible_plays


def _check_captures_recorded(deal: Deal, options: Options) -> None:
    """Check that the line records bazas won on the rival's lead if, and only if, the options count
    them.
    """
    if not options.rival_leads and deal.captures is not None:
        raise refuse("cientos.captures_option", "captures")
    if options.rival_leads and deal.captures is None and deal.bazas != (0, 0):
        raise refuse("cientos.captures_missing", "captures")


def _order_matters(deal: Deal, mano: Side, acuses: Acuses, lacking: Tally) -> bool:
    """Return whether the order of the bazas matters: the hand was stopped, the mano may have
    piqued, or a side may have reached a hundred.
    """
    if deal.stopped is not None:
        return True
    totals = [a + b for a, b in zip(acuses.points, points(deal, mano), strict=True)]
    piques = acuses.may_pique(mano) and totals[mano] >= MANY
    return piques or totals[0] >= lacking[0] or totals[1] >= lacking[1]


# The first side at 100, the rival's points then, and the number of leads and bazas until then.
_First = tuple[int, int, int]


class _Moment(NamedTuple):
    """A possible moment of the play. Sides are 0 for the mano and 1 for the pie.

    `won` and `taken` are numbers of bazas, `counted` the points so far with the announcements.
    """

    leader: int
    won: Tally
    taken: Tally  # bazas won on the rival's lead
    counted: Tally
    piqued: bool
    first: _First | None


class _Orders:
    """A search through the orders of the bazas of one hand."""

    def __init__(
        self, deal: Deal, mano: Side, acuses: Acuses, lacking: Tally, options: Options
    ) -> None:
        pie = 1 - mano
        self.deal, self.mano, self.options = deal, mano, options
        self.bazas = deal.bazas[mano], deal.bazas[pie]
        self.captures = deal.captures and (deal.captures[mano], deal.captures[pie])
        self.announced = acuses.points[mano], acuses.points[pie]
        self.lacking = lacking[mano], lacking[pie]
        self.may_pique = acuses.may_pique(mano)
        ends = deal.last if deal.stopped is None else deal.stopped
        self.ends = 0 if ends == mano else 1  # the winner of the last recorded baza

    def plays(self) -> frozenset[Play]:
        """Return every play that gives the bazas of the line."""
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
        moments = {final for final in moments if self._is_recorded(final)}
        if self.deal.stopped is None:
            return frozenset(self._play(moment, 2 * number) for moment in moments)
        # The hand stopped on its last baza, or on the lead after that baza.
        led = {self._lead(final, number + 1) for final in moments if final.leader == self.ends}
        return frozenset(
            [self._play(final, 2 * number) for final in moments]
            + [self._play(final, 2 * number + 1) for final in led]
        )

    def _is_recorded(self, moment: _Moment) -> bool:
        """Return whether the bazas at this moment are the bazas that the line records."""
        return moment.won == self.bazas and self.captures in (None, moment.taken)

    def _may_win(self, moment: _Moment, winner: int, ends: bool) -> bool:
        """Return whether the line allows `winner` to win the next baza.

        `ends` is whether the next baza is the last recorded baza; only the side `self.ends` may win
        that baza.
        """
        if ends:
            return winner == self.ends
        return moment.won[winner] + (winner == self.ends) < self.bazas[winner]

    def _lead(self, moment: _Moment, baza: int) -> _Moment:
        """Return the moment after the leader counts his point for leading to baza number `baza`."""
        leader, won, taken = moment[:3]
        return _Moment(leader, won, taken, *self._count(moment, leader, 1, 2 * baza - 1))

    def _win(self, moment: _Moment, winner: int, baza: int) -> _Moment:
        """Return the moment after `winner` wins this baza."""
        captured, worth = winner != moment.leader, 1
        if baza == BAZAS:
            captured, worth = False, LAST_LOW if self.deal.low else LAST
        elif self.options.rival_leads and not captured:
            worth = 0
        taken = add_to_side(moment.taken, winner, 1) if captured else moment.taken
        counted = self._count(moment, winner, worth, 2 * baza)
        return _Moment(winner, add_to_side(moment.won, winner, 1), taken, *counted)

    def _count(
        self, moment: _Moment, side: int, worth: int, number: int
    ) -> tuple[Tally, bool, _First | None]:
        """Return the fields `counted`, `piqued` and `first` after `side` counts `worth` points.

        `number` numbers the leads and bazas of the hand from 1.
        """
        counted, piqued, first = (
            add_to_side(moment.counted, side, worth),
            moment.piqued,
            moment.first,
        )
        if side == 0 and self.may_pique and not piqued and not moment.won[1] and counted[0] >= MANY:
            counted, piqued = add_to_side(counted, 0, PIQUE), True
        if first is None and counted[side] >= self.lacking[side]:
            first = side, counted[1 - side], number
        return counted, piqued, first

    def _play(self, moment: _Moment, number: int) -> Play:
        """Return the play that ends at this moment; its sides are A and B, not mano and pie.

        `number` is the number of leads and bazas so far.
        """
        of_mano, of_pie = moment.counted
        a, b = (of_mano, of_pie) if self.mano == 0 else (of_pie, of_mano)
        if moment.first is None:
            return Play((a, b), moment.piqued, None, False)
        side, rival, when = moment.first
        who = self.mano if side == 0 else 1 - self.mano
        return Play((a, b), moment.piqued, (who, rival), when == number)


# --- The plays that fit the line ----------------------------------------------------------------
def plays_that_end(deal: Deal, possible_plays: frozenset[Play]) -> frozenset[Play]:
    """Return the plays that end as the line records.

    A stopped hand ends at the moment when the side that stopped it reaches 100.
    """
    if deal.stopped is None:
        return possible_plays
    return frozenset(
        play
        for play in possible_plays
        if play.at_the_end and play.first and play.first[0] == deal.stopped
    )


def pique_is_certain(deal: Deal, possible_plays: frozenset[Play]) -> bool:
    """Return whether the mano piqued in every play that ends as the line records."""
    possible = plays_that_end(deal, possible_plays)
    return bool(possible) and all(play.piqued for play in possible)


def plays_that_fit(
    deal: Deal, mano: Side, acuses: Acuses, lacking: Tally, possible_plays: frozenset[Play]
) -> frozenset[Play]:
    """Return the plays that fit the line, including its pique.

    Raises `RuleError` if the line states an impossible pique, omits a certain pique, or stops the
    hand where no play can stop.
    """
    name = side_name(mano)
    if deal.pique and possible_plays and not any(play.piqued for play in possible_plays):
        announced = acuses.totals[mano]
        if not acuses.clear[mano]:
            raise refuse("cientos.pique_blocked", "pique", side=name)
        if announced >= MANY:
            raise refuse("cientos.pique_repique", "pique", side=name, value=announced)
        raise refuse("cientos.pique_short", "pique", side=name, value=announced)
    if not deal.pique and pique_is_certain(deal, possible_plays):
        value = acuses.totals[mano]
        raise refuse("cientos.pique_missing", "pique", side=name, value=value)
    right = frozenset(
        play for play in plays_that_end(deal, possible_plays) if play.piqued == deal.pique
    )
    if not right:
        raise _stop_refusal(deal, mano, acuses, lacking)
    return right


def _stop_refusal(deal: Deal, mano: Side, acuses: Acuses, lacking: Tally) -> Exception:
    """Return the refusal that explains why the hand cannot have stopped after these bazas."""
    side = deal.stopped or 0
    rival = 1 - side
    totals = [a + b for a, b in zip(acuses.points, points(deal, mano), strict=True)]
    totals[mano] += PIQUE if deal.pique else 0
    name, other = side_name(side), side_name(rival)
    if totals[rival] >= lacking[rival]:
        value = 100 - lacking[rival] + totals[rival]
        return refuse("cientos.stopped_rival", "stopped", side=name, rival=other, value=value)
    value = 100 - lacking[side] + totals[side]
    return refuse("cientos.stopped_count", "stopped", side=name, value=value)
