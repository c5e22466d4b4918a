"""The points that real cards allow in tarot: the rules against every split of the deck."""

import pytest

from rules.tarot.cards import possible_halves
from tests.rows import each
from tests.rules.tarot.table import DECK, EXCUSA, HALVES


def _pile_sums(deck) -> dict[tuple[int, int, int], set[int]]:
    """Return the half points of all piles, keyed by the numbers of cards, of oudlers, and of
    kings and oudlers together.

    The piles have no cards of half a point.
    """
    sums: dict[tuple[int, int, int], set[int]] = {(0, 0, 0): {0}}
    for card in deck:
        if HALVES[card] == 1:
            continue
        bout, noble = int(card[1] in ("triunfo", "")), int(HALVES[card] == 9)
        for (cards, bouts, nobles), totals in [(key, set(totals)) for key, totals in sums.items()]:
            key = (cards + 1, bouts + bout, nobles + noble)
            sums.setdefault(key, set()).update(total + HALVES[card] for total in totals)
    return sums


@pytest.mark.slow
@each("active, bazas, reserve", (3, 24, 6), (4, 18, 6), (5, 15, 3))
def test_the_rules_accept_exactly_the_points_of_possible_piles(active, bazas, reserve):
    without_excuse = [card for card in DECK if card != EXCUSA]
    blanks = sum(HALVES[card] == 1 for card in DECK)

    def piles(sums, pile_cards, most_high_cards):
        """Yield the oudlers and half points of piles with this number of cards.

        The piles have at most `most_high_cards` kings and oudlers.
        """
        for (cards, bouts, nobles), totals in sums.items():
            if 0 <= pile_cards - cards <= blanks and nobles <= most_high_cards:
                yield bouts, {total + pile_cards - cards for total in totals}

    for contract in ("tomo", "guardia", "sin", "contra"):
        aside = 0 if contract == "contra" else reserve
        for slam, tricks in [("taker", [bazas]), ("defence", [0]), (None, range(1, bazas))]:
            expected = {bouts: set() for bouts in range(4)}
            for trick in tricks:
                pile_cards, trick_cards = aside + active * trick, active * trick
                most_high_cards = trick_cards if contract in ("tomo", "guardia") else pile_cards
                for bouts, totals in piles(_pile_sums(DECK), pile_cards, most_high_cards):
                    expected[bouts] |= totals
                if slam == "taker":  # a defender keeps the Excuse and owes half a point: 1
                    for bouts, totals in piles(
                        _pile_sums(without_excuse), pile_cards - 1, most_high_cards
                    ):
                        expected[bouts] |= {total + 1 for total in totals}
                elif slam == "defence":  # the taker keeps the Excuse: 4 points
                    for bouts, totals in piles(
                        _pile_sums(without_excuse), pile_cards, most_high_cards
                    ):
                        expected[bouts + 1] |= {total + 8 for total in totals}
                else:  # the taker's camp gives a low card for its Excuse: 4½ points
                    for bouts, totals in piles(
                        _pile_sums(without_excuse), pile_cards - 1, most_high_cards
                    ):
                        expected[bouts + 1] |= {total + 9 for total in totals}
            for bouts in range(4):
                assert possible_halves(active, contract, bouts, slam) == expected[bouts]
