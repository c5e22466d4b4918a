"""Before the cards: the vales of the mano, the passes and the pie, and the named pair (art.
19–26).
"""

from typing import NamedTuple

from rules.core import Side
from rules.reading import Tally
from rules.zanga.codes import refuse
from rules.zanga.hands import MOST_PASSES, Deal
from rules.zanga.seats import Seat, pie, seat_name, side_of_seat, to_the_right

ENTRY = 4  # vales of the mano (art. 19, 40)
FIANZA = 2  # vales of each pair (art. 21)
PIE_NEEDS = 3  # vales of the pie: one for the middle and two for the fianza (art. 23)


class Bid(NamedTuple):
    """The table after the bidding.

    vales: the vales that each pair still holds; for one concept, no pair can collect more than it
        holds (Rulings Z4).
    fianza: the vales put aside for the hand, which belong neither to a pair nor to the middle.
    returned: the vales of a fianza that the pie lost by going back to his own cards; `vales`
        includes these vales.
    """

    vales: Tally
    middle: int
    fianza: int
    returned: int
    named_pair: Side


def bid(vales: Tally, middle: int, mano: Seat, deal: Deal) -> Bid:
    """Return the table after the bidding of this hand.

    Raises `pass_without_vales` or `fianza_short` if a pair has too few vales.

    >>> bid((16, 16), 0, 0, Deal(3, "juega", "zanga", (3, 5)))
    Bid(vales=(8, 12), middle=8, fianza=4, returned=0, named_pair=1)
    """
    pair_vales = list(vales)
    middle = _enter(pair_vales, middle, mano)
    for turn in range(deal.passes):
        seat = to_the_right(mano, turn)
        side = side_of_seat(seat)
        if not pair_vales[side]:
            raise refuse("zanga.pass_without_vales", "passes", value=seat_name(seat))
        pair_vales[side] -= 1
        middle += 1
    fianza = returned = 0
    if deal.naipes != "propias":
        fianza = _deposit(pair_vales, side_of_seat(pie(mano)))
        middle += 1
        if deal.naipes == "vuelta":
            # the mano's pair, the rivals of the pie, gets the fianza (art. 25)
            pair_vales[mano % 2] += fianza
            fianza, returned = 0, fianza
    return Bid(tuple(pair_vales), middle, fianza, returned, side_that_plays(mano, deal))


def side_that_plays(mano: Seat, deal: Deal) -> Side:
    """Return the pair that plays the hand: the named player's pair, or the pair of the rival who
    took the hand from him.
    """
    side = side_of_seat(to_the_right(mano, deal.passes))
    return 1 - side if deal.way == "obligado" else side


def most_passes(vales: Tally, mano: Seat) -> int:
    """Return the number of passes after which the next player must play (art. 42).

    A player must play if he is the pie, or if his pair has no vale to pay for a pass. `vales` are
    the vales of each pair before the mano puts in his own.

    >>> most_passes((16, 16), 0), most_passes((4, 16), 0), most_passes((5, 16), 0)
    (3, 0, 2)
    """
    pair_vales = list(vales)
    _enter(pair_vales, 0, mano)
    for turn in range(MOST_PASSES):
        side = side_of_seat(to_the_right(mano, turn))
        if not pair_vales[side]:
            return turn
        pair_vales[side] -= 1
    return MOST_PASSES


def zanga_is_open(vales: Tally, mano: Seat) -> bool:
    """Return whether the pie may still take the zanga cards (art. 23).

    The three players before him must be able to pass, and the pie's pair must then hold the three
    vales that he needs. `vales` are the vales of each pair before the mano puts in his own.

    >>> zanga_is_open((16, 16), 0), zanga_is_open((16, 4), 0), zanga_is_open((16, 3), 0)
    (True, True, False)
    """
    left = vales[1 - mano % 2] - 1  # the pie's partner paid a vale to pass
    return most_passes(vales, mano) == MOST_PASSES and left >= PIE_NEEDS


def _enter(pair_vales: list[int], middle: int, mano: Seat) -> int:
    """Move the mano's four vales, or all the vales of his pair if it has fewer, to the middle;
    return the new middle (art. 40).
    """
    side = side_of_seat(mano)
    entry = min(ENTRY, pair_vales[side])
    pair_vales[side] -= entry
    return middle + entry


def _deposit(pair_vales: list[int], side: Side) -> int:
    """Take the pie's vale and the fianza from the pairs, and return the fianza (art. 24).

    The fianza is two vales of the pie's pair and up to two of its rivals. Raises `fianza_short`.
    """
    if pair_vales[side] < PIE_NEEDS:
        raise refuse("zanga.fianza_short", "naipes", value=pair_vales[side], allowed=PIE_NEEDS)
    rivals_part = min(FIANZA, pair_vales[1 - side])
    pair_vales[side] -= 1 + FIANZA
    pair_vales[1 - side] -= rivals_part
    return FIANZA + rivals_part
