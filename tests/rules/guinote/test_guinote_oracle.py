"""Deals that the cards of guiñote allow, against a table that deals them and against every
split.
"""

from itertools import product
from random import Random

from rules.core import RuleError
from rules.guinote.hands import Deal
from tests.rows import each
from tests.rules.guinote.table import PALOS, WORTH, partida


@each("sitting", 4, 2)
def test_whoever_took_no_baza_has_nothing(sitting):
    """The docstring of the checks assumes it; the table shows it."""
    rng = Random(1866)
    for _ in range(500):
        for deal in partida(rng, 0, sitting)[0]:
            for side in {0, 1} - set(deal.bazas):
                assert (deal.total[side], deal.bare[side]) == (0, 0)
            assert all(len(pile) % sitting == 0 for pile in deal.piles)


def _together() -> set[tuple[int, int]]:
    """Return every pair of tantos that A and B can hold at once, by trying the cards."""
    pairs = {(0, 0)}
    for worth in list(WORTH.values()) * len(PALOS):
        pairs |= {(a + worth, b) for a, b in pairs} | {(a, b + worth) for a, b in pairs}
    return pairs


def _accepted(**deal) -> bool:
    try:
        Deal(**deal)
    except RuleError:
        return False
    return True


def test_the_cards_accepted_are_those_that_some_split_of_the_pack_makes():
    held = _together()
    for a, b in product(range(-1, 123), repeat=2):
        assert _accepted(cards=(a, b), declared=0) == ((a, b) in held), (a, b)
        full = (a, b) in held and a + b == 120
        assert _accepted(cards=(a, b), last=1) == full, (a, b)
