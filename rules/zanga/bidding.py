"""Before the cards: the vales of the mano, the passes and the pie, and the named pair (art.
19–26).
"""

from typing import NamedTuple

from rules.core import Side
from rules.reading import Tally
from rules.zanga.codes import refuse
from rules.zanga.hands import MOST_PASSES, Deal
from rules.zanga.seats import Seat, pie, seat_name, seat_to_right, side_of_seat

ENTRY = 4  # vales that the mano puts in (art. 19, 40)
FIANZA = 2  # vales that each pair puts in the fianza (art. 21)
PIE_NEEDS = 3  # vales: one for the middle and two for the fianza (art. 23)


class Bid(NamedTuple):
    """The table after the bidding.

    vales: the vales that each pair still holds; for one concept, no pair can collect more than it
        holds (Rulings Z4).
    fianza: the vales put aside for the hand, which belong neither to a pair nor to the middle.
    returned_fianza: the vales of a fianza that the pie lost by going back to his own cards; `vales`
        includes these vales.
    """

    vales: Tally
    middle: int
    fianza: int
    returned_fianza: int
    named_pair: Side


def bid(vales: Tally, middle: int, mano: Seat, deal: Deal) -> Bid:
    """Return the table after the bidding of this hand.

    Raises `pass_without_vales` or `fianza_short` if a pair has too few vales.

    >>> bid((16, 16), 0, 0, Deal(3, "juega", "zanga", (3, 5)))
    Bid(vales=(8, 12), middle=8, fianza=4, returned_fianza=0, named_pair=1)
    """
    vales_held = list(vales)
    middle = _pay_entry(vales_held, middle, mano)
    for turn in range(deal.passes):
        seat = seat_to_right(mano, turn)
        side = side_of_seat(seat)
        if not vales_held[side]:
            raise refuse("zanga.pass_without_vales", "passes", value=seat_name(seat))
        vales_held[side] -= 1
        middle += 1
    fianza = returned_fianza = 0
    if deal.naipes != "propias":
        fianza = _deposit(vales_held, side_of_seat(pie(mano)))
        middle += 1
        if deal.naipes == "vuelta":
            # the mano's pair, the rivals of the pie, gets the fianza (art. 25)
            vales_held[mano % 2] += fianza
            fianza, returned_fianza = 0, fianza
    return Bid(tuple(vales_held), middle, fianza, returned_fianza, side_that_plays(mano, deal))


def side_that_plays(mano: Seat, deal: Deal) -> Side:
    """Return the pair that plays the hand: the named player's pair, or the pair of the rival who
    took the hand from him.
    """
    side = side_of_seat(seat_to_right(mano, deal.passes))
    return 1 - side if deal.way == "obligado" else side


def most_passes(vales: Tally, mano: Seat) -> int:
    """Return the number of passes after which the next player must play (art. 42).

    A player must play if he is the pie, or if his pair has no vale to pay for a pass. `vales` are
    the vales of each pair before the mano puts in his own.

    >>> most_passes((16, 16), 0), most_passes((4, 16), 0), most_passes((5, 16), 0)
    (3, 0, 2)
    """
    vales_held = list(vales)
    _pay_entry(vales_held, 0, mano)
    for turn in range(MOST_PASSES):
        side = side_of_seat(seat_to_right(mano, turn))
        if not vales_held[side]:
            return turn
        vales_held[side] -= 1
    return MOST_PASSES


def zanga_is_open(vales: Tally, mano: Seat) -> bool:
    """Return whether the pie may still take the zanga cards (art. 23).

    The three players before him must be able to pass, and the pie's pair must then hold the three
    vales that he needs. `vales` are the vales of each pair before the mano puts in his own.

    >>> zanga_is_open((16, 16), 0), zanga_is_open((16, 4), 0), zanga_is_open((16, 3), 0)
    (True, True, False)
    """
    vales_left = vales[1 - mano % 2] - 1  # the pie's partner paid a vale to pass
    return most_passes(vales, mano) == MOST_PASSES and vales_left >= PIE_NEEDS


def _pay_entry(vales_held: list[int], middle: int, mano: Seat) -> int:
    """Move the mano's four vales, or all the vales of his pair if it has fewer, to the middle;
    return the new middle (art. 40).
    """
    side = side_of_seat(mano)
    entry = min(ENTRY, vales_held[side])
    vales_held[side] -= entry
    return middle + entry


def _deposit(vales_held: list[int], side: Side) -> int:
    """Take the pie's vale and the fianza from the pairs, and return the fianza (art. 24).

    The fianza is two vales of the pie's pair and up to two of its rivals. Raises `fianza_short`.
    """
    if vales_held[side] < PIE_NEEDS:
        raise refuse("zanga.fianza_short", "naipes", value=vales_held[side], allowed=PIE_NEEDS)
    part_of_rivals = min(FIANZA, vales_held[1 - side])
    vales_held[side] -= 1 + FIANZA
    vales_held[1 - side] -= part_of_rivals
    return FIANZA + part_of_rivals
