"""The points that tarot accepts, against every split of the pack of the oracle's table."""

import pytest

from rules.tarot.cards import possible_halves
from tests.rows import each
from tests.rules.tarot.table import EXCUSA, HALVES, PACK


def _sums(pack) -> dict[tuple[int, int, int], set[int]]:
    """Return half points by (cards, oudlers, kings and oudlers), adding the cards one by one.

    Cards of half a point are left out.
    """
    sums: dict[tuple[int, int, int], set[int]] = {(0, 0, 0): {0}}
    for card in pack:
        if HALVES[card] == 1:
            continue
        bout, noble = int(card[1] in ("triunfo", "")), int(HALVES[card] == 9)
        for (cards, bouts, nobles), totals in [(key, set(totals)) for key, totals in sums.items()]:
            key = (cards + 1, bouts + bout, nobles + noble)
            sums.setdefault(key, set()).update(total + HALVES[card] for total in totals)
    return sums


@pytest.mark.slow
@each("active, bazas, reserve", (3, 24, 6), (4, 18, 6), (5, 15, 3))
def test_the_points_accepted_are_those_that_some_split_of_the_pack_makes(active, bazas, reserve):
    rest = [card for card in PACK if card != EXCUSA]
    blanks = sum(HALVES[card] == 1 for card in PACK)

    def piles(sums, held, noble):
        """Yield every pile of `held` cards, with at most `noble` kings or oudlers."""
        for (cards, bouts, nobles), totals in sums.items():
            if 0 <= held - cards <= blanks and nobles <= noble:
                yield bouts, {total + held - cards for total in totals}

    for contract in ("tomo", "guardia", "sin", "contra"):
        aside = 0 if contract == "contra" else reserve
        for slam, tricks in [("taker", [bazas]), ("defence", [0]), (None, range(1, bazas))]:
            expected = {bouts: set() for bouts in range(4)}
            for trick in tricks:
                held, won = aside + active * trick, active * trick
                noble = won if contract in ("tomo", "guardia") else held
                for bouts, totals in piles(_sums(PACK), held, noble):
                    expected[bouts] |= totals
                if slam == "taker":  # the Excuse is a defender's, and counts 4 for him
                    for bouts, totals in piles(_sums(rest), held - 1, noble):
                        expected[bouts] |= {total + 1 for total in totals}
                elif slam == "defence":  # the Excuse is the taker's, and counts 4 for him
                    for bouts, totals in piles(_sums(rest), held, noble):
                        expected[bouts + 1] |= {total + 8 for total in totals}
                else:  # the Excuse of a camp that won no other noble card in its place
                    for bouts, totals in piles(_sums(rest), held - 1, noble):
                        expected[bouts + 1] |= {total + 9 for total in totals}
            for bouts in range(4):
                assert possible_halves(active, contract, bouts, slam) == expected[bouts]
