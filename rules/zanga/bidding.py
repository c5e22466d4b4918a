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
PIE_NEEDS = 3  # one for the middle and two of the fianza (art. 23)


class Bid(NamedTuple):
    """The table after the bidding.

    vales: the vales that each pair still holds, the most it can collect for a concept (Rulings Z4).
    fianza: vales put aside for the hand, in neither the pairs' vales nor the middle.
    returned: a fianza already lost because the pie went back to his own cards; `vales` includes it.
    """

    vales: Tally
    middle: int
    fianza: int
    returned: int
    named: Side


def bid(vales: Tally, middle: int, mano: Seat, deal: Deal) -> Bid:
    """Return the table after the bidding of this hand.

    Raises `pass_without_vales` and `fianza_short`.

    >>> bid((16, 16), 0, 0, Deal(3, "juega", "zanga", (3, 5)))
    Bid(vales=(8, 12), middle=8, fianza=4, returned=0, named=1)
    """
    held = list(vales)
    middle = _enter(held, middle, mano)
    for turn in range(deal.passes):
        seat = to_the_right(mano, turn)
        side = side_of_seat(seat)
        if not held[side]:
            raise refuse("zanga.pass_without_vales", "passes", value=seat_name(seat))
        held[side] -= 1
        middle += 1
    fianza = returned = 0
    if deal.naipes != "propias":
        fianza = _deposit(held, side_of_seat(pie(mano)))
        middle += 1
        if deal.naipes == "vuelta":
            held[mano % 2] += fianza  # the mano's pair are the pie's rivals (art. 25)
            fianza, returned = 0, fianza
    return Bid(tuple(held), middle, fianza, returned, named_side(mano, deal))


def named_side(mano: Seat, deal: Deal) -> Side:
    """Return the pair that plays the hand: the player's, or the rival's that took the hand from
    him.
    """
    side = side_of_seat(to_the_right(mano, deal.passes))
    return 1 - side if deal.way == "obligado" else side


def most_passes(vales: Tally, mano: Seat) -> int:
    """Return how many seats can pass before one must play: as pie, or without vales (art. 42).

    >>> most_passes((16, 16), 0), most_passes((4, 16), 0), most_passes((5, 16), 0)
    (3, 0, 2)
    """
    held = list(vales)
    _enter(held, 0, mano)
    for turn in range(MOST_PASSES):
        side = side_of_seat(to_the_right(mano, turn))
        if not held[side]:
            return turn
        held[side] -= 1
    return MOST_PASSES


def zanga_is_open(vales: Tally, mano: Seat) -> bool:
    """Return whether the pie can get to play with three vales for the zanga cards (art. 23).

    >>> zanga_is_open((16, 16), 0), zanga_is_open((16, 4), 0), zanga_is_open((16, 3), 0)
    (True, True, False)
    """
    left = vales[1 - mano % 2] - 1  # the first player of the pie's pair passed
    return most_passes(vales, mano) == MOST_PASSES and left >= PIE_NEEDS


def _enter(held: list[int], middle: int, mano: Seat) -> int:
    """Put in the mano's four vales, or all that his pair has (art. 40)."""
    side = side_of_seat(mano)
    entry = min(ENTRY, held[side])
    held[side] -= entry
    return middle + entry


def _deposit(held: list[int], side: Side) -> int:
    """Put in the pie's vale and the fianza: two of his, and up to two of the rivals' (art. 24)."""
    if held[side] < PIE_NEEDS:
        raise refuse("zanga.fianza_short", "naipes", value=held[side], allowed=PIE_NEEDS)
    theirs = min(FIANZA, held[1 - side])
    held[side] -= 1 + FIANZA
    held[1 - side] -= theirs
    return FIANZA + theirs
