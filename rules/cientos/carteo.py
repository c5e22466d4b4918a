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

# The points for the last baza, for a last baza won with a low card, for most bazas, and for all.
LAST_BAZA, LOW_LAST_BAZA = 2, 1
MOST_BAZAS, CAPOTE = 10, 40


def points(deal: Deal, mano: Side) -> Tally:
    """Return the points of leads and bazas for A and B.

    These points exclude the pique, the capote and the ten points for most bazas.

    >>> from rules.cientos.notation import parse
    >>> points(parse("8-4 uA"), mano=0), points(parse("8-4 uAm"), mano=1)
    ((17, 8), (15, 9))
    """
    return _points_of_side(deal, mano, 0), _points_of_side(deal, mano, 1)


def _points_of_side(deal: Deal, mano: Side, side: Side) -> int:
    bazas_won = deal.bazas[side]
    won_last = deal.last == side
    leads = bazas_won - won_last + (side == mano)
    counted_bazas = bazas_won - won_last if deal.captures is None else deal.captures[side]
    return leads + counted_bazas + ((LOW_LAST_BAZA if deal.low else LAST_BAZA) if won_last else 0)


# --- Every order of the bazas -----------------------------------------------------------------
class Play(NamedTuple):
    """A possible play of a recorded hand: the bazas won in one order that the line allows.

    points: the points of A and B, with their announcements, without the capote and the ten points
        for most bazas.
    piqued: whether the mano made a pique.
    first_at_100: the side that first reached 100, and the rival's points at that moment; None if
        neither side reached 100 in the play.
    ends_at_100: whether that side reached 100 with the last point of the play.
    """

    points: Tally
    piqued: bool
    first_at_100: tuple[Side, int] | None
    ends_at_100: bool


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
    frozenset({Play(points=(1, 61), piqued=True, first_at_100=(0, 61), ends_at_100=True)})
    """
    _check_captures_recorded(deal, options)
    if deal.captures is None and not _order_matters(deal, mano, acuses, lacking):
        (a, b), (play_a, play_b) = acuses.points, points(deal, mano)
        return frozenset({Play((a + play_a, b + play_b), False, None, False)})
    possible_plays = _Orders(deal, mano, acuses, lacking, options).plays()
    if deal.captures is not None and not possible_plays:
        value = dashed_text(deal.captures)
        allowed = f"{side_name(1 - mano)} = {side_name(mano)} (+1)"
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
_FirstAt100 = tuple[int, int, int]


class _Moment(NamedTuple):
    """A possible moment of the play. Sides are 0 for the mano and 1 for the pie.

    `bazas_won` and `captures` are numbers of bazas, `points` the points so far with the
    announcements.
    """

    leader: int
    bazas_won: Tally
    captures: Tally  # bazas won on the rival's lead
    points: Tally
    piqued: bool
    first_at_100: _FirstAt100 | None


class _Orders:
    """A search through the orders of the bazas of one hand."""

    def __init__(
        self, deal: Deal, mano: Side, acuses: Acuses, lacking: Tally, options: Options
    ) -> None:
        pie = 1 - mano
        self.deal = deal
        self.mano = mano
        self.options = options
        self.bazas = deal.bazas[mano], deal.bazas[pie]
        self.captures = deal.captures and (deal.captures[mano], deal.captures[pie])
        self.announced_points = acuses.points[mano], acuses.points[pie]
        self.lacking = lacking[mano], lacking[pie]
        self.may_pique = acuses.may_pique(mano)
        last_winner = deal.last if deal.stopped is None else deal.stopped
        self.last_winner = 0 if last_winner == mano else 1  # the winner of the last recorded baza

    def plays(self) -> frozenset[Play]:
        """Return every play that gives the bazas of the line."""
        moments = {_Moment(0, (0, 0), (0, 0), self.announced_points, False, None)}
        number = sum(self.bazas)
        for baza in range(1, number + 1):
            moments_after_lead = {self._lead(moment, baza) for moment in moments}
            moments = {
                self._win(moment, winner, baza)
                for moment in moments_after_lead
                for winner in (0, 1)
                if self._may_win(moment, winner, baza == number)
            }
        moments = {final for final in moments if self._is_recorded(final)}
        if self.deal.stopped is None:
            return frozenset(self._play(moment, 2 * number) for moment in moments)
        # The hand stopped on its last baza, or on the lead after that baza.
        moments_after_lead = {
            self._lead(final, number + 1) for final in moments if final.leader == self.last_winner
        }
        return frozenset(
            [self._play(final, 2 * number) for final in moments]
            + [self._play(final, 2 * number + 1) for final in moments_after_lead]
        )

    def _is_recorded(self, moment: _Moment) -> bool:
        """Return whether the bazas at this moment are the bazas that the line records."""
        return moment.bazas_won == self.bazas and self.captures in (None, moment.captures)

    def _may_win(self, moment: _Moment, winner: int, is_last: bool) -> bool:
        """Return whether the line allows `winner` to win the next baza.

        `is_last` is whether the next baza is the last recorded baza; only the side
        `self.last_winner` may win that baza.
        """
        if is_last:
            return winner == self.last_winner
        return moment.bazas_won[winner] + (winner == self.last_winner) < self.bazas[winner]

    def _lead(self, moment: _Moment, baza: int) -> _Moment:
        """Return the moment after the leader counts his point for leading to baza number `baza`."""
        leader, bazas_won, captures = moment[:3]
        return _Moment(leader, bazas_won, captures, *self._count(moment, leader, 1, 2 * baza - 1))

    def _win(self, moment: _Moment, winner: int, baza: int) -> _Moment:
        """Return the moment after `winner` wins this baza."""
        is_capture, worth = winner != moment.leader, 1
        if baza == BAZAS:
            is_capture, worth = False, LOW_LAST_BAZA if self.deal.low else LAST_BAZA
        elif self.options.rival_leads and not is_capture:
            worth = 0
        captures = add_to_side(moment.captures, winner, 1) if is_capture else moment.captures
        points_and_100 = self._count(moment, winner, worth, 2 * baza)
        return _Moment(winner, add_to_side(moment.bazas_won, winner, 1), captures, *points_and_100)

    def _count(
        self, moment: _Moment, side: int, worth: int, number: int
    ) -> tuple[Tally, bool, _FirstAt100 | None]:
        """Return the fields `points`, `piqued` and `first_at_100` after `side` counts `worth`
        points.

        `number` numbers the leads and bazas of the hand from 1.
        """
        points = add_to_side(moment.points, side, worth)
        piqued = moment.piqued
        first_at_100 = moment.first_at_100
        if (
            side == 0
            and self.may_pique
            and not piqued
            and not moment.bazas_won[1]
            and points[0] >= MANY
        ):
            points, piqued = add_to_side(points, 0, PIQUE), True
        if first_at_100 is None and points[side] >= self.lacking[side]:
            first_at_100 = side, points[1 - side], number
        return points, piqued, first_at_100

    def _play(self, moment: _Moment, number: int) -> Play:
        """Return the play that ends at this moment; its sides are A and B, not mano and pie.

        `number` is the number of leads and bazas so far.
        """
        mano_points, pie_points = moment.points
        a, b = (mano_points, pie_points) if self.mano == 0 else (pie_points, mano_points)
        if moment.first_at_100 is None:
            return Play((a, b), moment.piqued, None, False)
        side, rival_points, number_at_100 = moment.first_at_100
        first_side = self.mano if side == 0 else 1 - self.mano
        return Play((a, b), moment.piqued, (first_side, rival_points), number_at_100 == number)


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
        if play.ends_at_100 and play.first_at_100 and play.first_at_100[0] == deal.stopped
    )


def pique_is_certain(deal: Deal, possible_plays: frozenset[Play]) -> bool:
    """Return whether the mano piqued in every play that ends as the line records."""
    ending_plays = plays_that_end(deal, possible_plays)
    return bool(ending_plays) and all(play.piqued for play in ending_plays)


def plays_that_fit(
    deal: Deal, mano: Side, acuses: Acuses, lacking: Tally, possible_plays: frozenset[Play]
) -> frozenset[Play]:
    """Return the plays that fit the line, including its pique.

    Raises `RuleError` if the line states an impossible pique, omits a certain pique, or stops the
    hand where no play can stop.
    """
    name = side_name(mano)
    if deal.pique and possible_plays and not any(play.piqued for play in possible_plays):
        announced_points = acuses.totals[mano]
        if not acuses.clear[mano]:
            raise refuse("cientos.pique_blocked", "pique", side=name)
        if announced_points >= MANY:
            raise refuse("cientos.pique_repique", "pique", side=name, value=announced_points)
        raise refuse("cientos.pique_short", "pique", side=name, value=announced_points)
    if not deal.pique and pique_is_certain(deal, possible_plays):
        value = acuses.totals[mano]
        raise refuse("cientos.pique_missing", "pique", side=name, value=value)
    fitting_plays = frozenset(
        play for play in plays_that_end(deal, possible_plays) if play.piqued == deal.pique
    )
    if not fitting_plays:
        raise _stop_refusal(deal, mano, acuses, lacking)
    return fitting_plays


def _stop_refusal(deal: Deal, mano: Side, acuses: Acuses, lacking: Tally) -> Exception:
    """Return the refusal that explains why the hand cannot have stopped after these bazas."""
    side = deal.stopped or 0
    rival = 1 - side
    totals = [a + b for a, b in zip(acuses.points, points(deal, mano), strict=True)]
    totals[mano] += PIQUE if deal.pique else 0
    name, rival_name = side_name(side), side_name(rival)
    if totals[rival] >= lacking[rival]:
        value = 100 - lacking[rival] + totals[rival]
        return refuse("cientos.stopped_rival", "stopped", side=name, rival=rival_name, value=value)
    value = 100 - lacking[side] + totals[side]
    return refuse("cientos.stopped_count", "stopped", side=name, value=value)
