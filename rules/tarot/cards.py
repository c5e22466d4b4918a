"""The pack: the worth of the cards, and the possible points of the taker's camp.

All points in this module are half points, so that the numbers are whole: a pack holds 182.
"""

from functools import cache
from itertools import product

from rules.tarot.options import CONTRACTS_WITH_DISCARD

PACK = 78
HALVES = 182  # half points of the pack: 91 points
OUDLERS = 3
TRUMPS = 22  # including the Excuse, which counts as a trump in a poignée
BLANKS = 59  # cards worth half a point
TARGETS = (56, 51, 41, 36)  # points that a contract needs with 0, 1, 2, 3 oudlers
TRICKS = {3: 24, 4: 18, 5: 15}  # tricks in a deal, by the number of players with cards
RESERVE = {3: 6, 4: 6, 5: 3}
POIGNEES = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
TAKER, DEFENCE = "taker", "defence"
CAMPS = (TAKER, DEFENCE)

# Every choice of honours, as three numbers: the whole points that the honours are worth above half
# a point for each card, the number of cards, and the number of kings. King, queen, knight and jack
# are worth 4½, 3½, 2½ and 1½ points.
_HONOURS = sorted(
    {
        (4 * kings + 3 * queens + 2 * knights + jacks, kings + queens + knights + jacks, kings)
        for kings, queens, knights, jacks in product(range(5), repeat=4)
    }
)


@cache
def possible_halves(
    active_players: int,
    contract: str,
    oudlers: int,
    slam: str | None,
    wrong_number: bool = False,
    wrong_cards: bool = False,
) -> frozenset[int]:
    """Return the possible half points of the camp of a taker with `oudlers` oudlers.

    `active_players` is the number of players with cards. `slam` is the camp that took every trick,
    None if both camps took tricks. `wrong_number` and `wrong_cards` are faults 6 and 7 of Tarot 14:
    a discard of the wrong size, and a discard with kings or oudlers.

    The Excuse stays with its holder's camp, even if the other camp takes every trick. The holder's
    camp must then give a card worth half a point for the Excuse but has none, so the Excuse counts
    4 (FFT R-RO201206, «Le jeu de la carte»).

    >>> [points * 2 in possible_halves(4, "guardia", 3, None) for points in (90, 89)]
    [False, True]
    >>> [sorted(possible_halves(4, "guardia", oudlers, TAKER)) for oudlers in (3, 2, 1)]
    [[182], [174], []]
    """
    free_discard = wrong_cards or contract not in CONTRACTS_WITH_DISCARD
    points = set()
    # The camp of the Excuse gives a blank card for it. A camp without tricks has none to give, but
    # the card is counted: the taker's camp has one blank more than the pack after its slam, and -1
    # after a slam of the defence.
    most_blanks = BLANKS + (slam == TAKER and oudlers < OUDLERS)
    least_blanks = -int(slam == DEFENCE and oudlers > 0)
    for discard in _discard_sizes(active_players, contract, wrong_number):
        for tricks in _trick_counts(active_players, slam, discard):
            cards = discard + active_players * tricks
            # The high cards (kings and oudlers) come only from tricks, except an Excuse, which its
            # owner keeps.
            most_high_cards = (
                (cards - least_blanks) if free_discard else active_players * tricks + (oudlers > 0)
            )
            for worth, honours, kings in _HONOURS:
                blanks = cards - oudlers - honours
                if least_blanks <= blanks <= most_blanks and kings + oudlers <= most_high_cards:
                    points.add(cards + 8 * oudlers + 2 * worth)
    return frozenset(points)


def _discard_sizes(active_players: int, contract: str, wrong_number: bool) -> list[int]:
    """Return the possible numbers of cards that the taker's camp counts before the first trick.

    These are the cards of the discard or of the reserve, or no cards.
    """
    size = 0 if contract == "contra" else RESERVE[active_players]
    if not wrong_number:
        return [size]
    return [number for number in range(2 * size + 1) if number != size]


def _trick_counts(active_players: int, slam: str | None, discard: int) -> range:
    """Return the possible numbers of whole tricks that the taker's camp takes.

    If the discard has too many cards, the last tricks lack a card, and these tricks belong to the
    defence.
    """
    all_tricks = TRICKS[active_players]
    whole_tricks = all_tricks - max(discard - RESERVE[active_players], 0)
    if slam == DEFENCE:
        return range(1)
    if slam == TAKER:
        return range(all_tricks, whole_tricks + 1)
    return range(1, min(all_tricks - 1, whole_tricks) + 1)
