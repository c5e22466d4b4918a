"""The self-play table of truco: its players use every chant, fault and kind of line."""

from collections import Counter

import pytest

from rules.truco import TRUCO
from rules.truco.hands import Deal, ExtraCards, Misdeal
from tests.rules.self_play.truco import play_match

SEEDS = [f"mesa {number}" for number in range(1, 13)]


@pytest.mark.slow
def test_players_of_truco_use_every_chant_fault_and_kind_of_line():
    hands = [
        hand
        for preset in ("mano_a_mano", "gallo", "parejas", "pica_pica")
        for seed in SEEDS
        for hand in play_match(TRUCO.presets[preset], seed)
    ]
    words = Counter(word[1:] for hand in hands for word in str(hand).split())
    assert all(words[chant] for chant in ("e", "re", "fe", "t", "rt", "v4"))
    lines = " ".join(str(hand) for hand in hands)
    assert all(f" {fault}" in lines for fault in ("s", "+"))
    assert {type(hand) for hand in hands} == {Deal, Misdeal, ExtraCards}
