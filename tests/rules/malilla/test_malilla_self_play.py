"""The self-play table of malilla: its lines, and the cards playable from open piles."""

from rules.malilla import MALILLA
from rules.malilla.hands import Deal, Misdeal
from tests.rules.self_play.malilla import Naipe, play_match, playable_cards_in_sight


def _cards(text: str) -> list[Naipe]:
    return [Naipe(word[0], word[1]) for word in text.split()]


def test_the_table_of_malilla_plays_deals_misdeals_and_many_faults():
    hands = [hand for seed in range(40) for hand in play_match(MALILLA.Options(), f"clase {seed}")]
    assert {type(hand) for hand in hands} == {Deal, Misdeal}
    faults = {fault.fault for hand in hands if isinstance(hand, Deal) for fault in hand.faults}
    assert len(faults) > 6


def test_with_open_piles_a_player_must_only_follow_suit():
    assert playable_cards_in_sight(_cards("2o 9o 3e"), _cards("Ro")) == _cards("2o 9o")
    assert playable_cards_in_sight(_cards("2e 3e"), _cards("Ro")) == _cards("2e 3e")
    assert playable_cards_in_sight(_cards("2e 3o"), []) == _cards("2e 3o")
