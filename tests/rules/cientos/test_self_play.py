"""The table that plays by itself: by the rules, and the same for the same seed."""

from rules.cientos import CIENTOS
from rules.cientos.hands import Deal
from rules.cientos.options import Options
from rules.cientos.selfplay import DECK


def test_the_first_hand_says_who_dealt_by_lot():
    matches = [CIENTOS.play_match(Options(), f"mesa {number}") for number in range(20)]
    firsts = [next(hand for hand in hands if isinstance(hand, Deal)) for hands in matches]
    assert {hand.dealer for hand in firsts} == {0, 1}


def test_the_deck():
    assert len(set(DECK)) == 32
