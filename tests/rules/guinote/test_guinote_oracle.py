"""Tantos that real cards allow in guiñote, checked by deals at a table and by all splits."""

from itertools import product
from random import Random

from rules.core import RuleError
from rules.guinote.hands import Deal
from tests.rows import each
from tests.rules.guinote.table import PALOS, WORTH, partida


@each("seats", 4, 2)
def test_a_side_without_bazas_has_no_tantos(seats):
    """The checks of the rules assume this; 500 partidas at the table agree."""
    rng = Random(1866)
    for _ in range(500):
        for deal in partida(rng, 0, seats)[0]:
            for side in {0, 1} - set(deal.bazas):
                assert (deal.total[side], deal.tantos_without_cantes[side]) == (0, 0)
            assert all(len(pile) % seats == 0 for pile in deal.piles)


def _possible_pairs() -> set[tuple[int, int]]:
    """Return every pair of tantos that A and B can have together, by giving out every card."""
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


def test_the_rules_accept_exactly_the_tantos_of_possible_splits():
    possible = _possible_pairs()
    for a, b in product(range(-1, 123), repeat=2):
        assert _accepted(cards=(a, b), declared=0) == ((a, b) in possible), (a, b)
        full = (a, b) in possible and a + b == 120
        assert _accepted(cards=(a, b), last=1) == full, (a, b)
