"""The pack: what the cards are worth, and which points the camp of the taker can have made.

Every number of points here counts half points, so that all are whole: a pack holds 182.
"""

from functools import cache
from itertools import product

from rules.tarot.options import DISCARDED

PACK = 78
HALVES = 182  # 91 points
OUDLERS = 3
TRUMPS = 22  # with the Excuse, which is shown as one in a poignée
BLANKS = 59  # cards worth half a point
TARGETS = (56, 51, 41, 36)  # points to make with 0, 1, 2, 3 oudlers
TRICKS = {3: 24, 4: 18, 5: 15}  # by the number of players who hold cards
RESERVE = {3: 6, 4: 6, 5: 3}
POIGNEES = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
TAKER, DEFENCE = "taker", "defence"
CAMPS = (TAKER, DEFENCE)

# Every choice of honours: what they add to half a point a card, in whole points; how many cards;
# how many of them kings. King, queen, knight and jack are 4½, 3½, 2½ and 1½ points.
_HONOURS = sorted(
    {
        (4 * kings + 3 * queens + 2 * knights + jacks, kings + queens + knights + jacks, kings)
        for kings, queens, knights, jacks in product(range(5), repeat=4)
    }
)


@cache
def reachable(
    active: int,
    contract: str,
    oudlers: int,
    slam: str | None,
    wrong_number: bool = False,
    wrong_cards: bool = False,
) -> frozenset[int]:
    """The half points that some cards make, for the camp of a taker with so many oudlers.

    `slam` is the camp that took every trick, None when both took some. `wrong_number` and
    `wrong_cards` are faults 6 and 7 of Tarot 14: a discard of another size, or one with kings or
    oudlers in it.

    The Excuse stays with the camp of who held it, even when every trick is the other's: it gives
    half a point for it, which it has not, and so counts 4 (FFT R-RO201206, «Le jeu de la carte»).

    >>> 90 * 2 in reachable(4, "guardia", 3, None), 89 * 2 in reachable(4, "guardia", 3, None)
    (False, True)
    >>> [sorted(reachable(4, "guardia", oudlers, TAKER)) for oudlers in (3, 2, 1)]
    [[182], [174], []]
    """
    free = wrong_cards or contract not in DISCARDED
    found = set()
    # Half points owed for an Excuse kept without a trick: a blank that is in nobody's pile.
    most = BLANKS + (slam == TAKER and oudlers < OUDLERS)
    least = -int(slam == DEFENCE and oudlers > 0)
    for discard in _discards(active, contract, wrong_number):
        for tricks in _tricks(active, slam, discard):
            cards = discard + active * tricks
            # Kings and oudlers come from tricks only, but for an Excuse that its owner kept.
            noble = (cards - least) if free else active * tricks + (oudlers > 0)
            for worth, honours, kings in _HONOURS:
                blanks = cards - oudlers - honours
                if least <= blanks <= most and kings + oudlers <= noble:
                    found.add(cards + 8 * oudlers + 2 * worth)
    return frozenset(found)


def _discards(active: int, contract: str, wrong_number: bool) -> list[int]:
    """How many cards lie before the taker when play begins: discard, reserve, or none."""
    size = 0 if contract == "contra" else RESERVE[active]
    if not wrong_number:
        return [size]
    return [number for number in range(2 * size + 1) if number != size]


def _tricks(active: int, slam: str | None, discard: int) -> range:
    """How many whole tricks the camp of the taker may have taken.

    With cards too many in the discard the last tricks lack one: they are the adversaries'.
    """
    every = TRICKS[active]
    whole = every - max(discard - RESERVE[active], 0)
    if slam == DEFENCE:
        return range(1)
    if slam == TAKER:
        return range(every, whole + 1)
    return range(1, min(every - 1, whole) + 1)
