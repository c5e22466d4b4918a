"""The points that tarot accepts, against every split of the pack of the oracle's table."""

import pytest

from rules.tarot.cards import reachable
from tests.rules.tarot_table import HALVES, PACK


def _pack_sums() -> dict[tuple[int, int, int], set[int]]:
    """(cards, oudlers, kings and oudlers) → half points, by adding the cards one by one."""
    sums: dict[tuple[int, int, int], set[int]] = {(0, 0, 0): {0}}
    for card in PACK:
        if HALVES[card] == 1:
            continue
        bout, noble = int(card[1] in ("triunfo", "")), int(HALVES[card] == 9)
        for (cards, bouts, nobles), totals in [(key, set(totals)) for key, totals in sums.items()]:
            key = (cards + 1, bouts + bout, nobles + noble)
            sums.setdefault(key, set()).update(total + HALVES[card] for total in totals)
    return sums


@pytest.mark.parametrize(("active", "bazas", "reserve"), [(3, 24, 6), (4, 18, 6), (5, 15, 3)])
def test_the_points_accepted_are_those_that_some_split_of_the_pack_makes(active, bazas, reserve):
    sums = _pack_sums()
    blanks = sum(HALVES[card] == 1 for card in PACK)
    for contract in ("tomo", "guardia", "sin", "contra"):
        aside = 0 if contract == "contra" else reserve
        for slam, tricks in [("taker", [bazas]), ("defence", [0]), (None, range(1, bazas))]:
            expected = {bouts: set() for bouts in range(4)}
            for trick in tricks:
                held = aside + active * trick
                for (cards, bouts, nobles), totals in sums.items():
                    if not 0 <= held - cards <= blanks:
                        continue
                    if contract in ("tomo", "guardia") and nobles > active * trick + 1:
                        continue
                    expected[bouts] |= {total + held - cards for total in totals}
            for bouts in range(4):
                assert reachable(active, contract, bouts, slam) == expected[bouts]
