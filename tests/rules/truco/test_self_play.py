"""The table that plays by itself: by the rules, and the same for the same seed."""

from collections import Counter

from rules.truco import TRUCO
from rules.truco.acts import Seat
from rules.truco.hands import Deal, ExtraCards, Misdeal
from rules.truco.selfplay import DECK, play_match

SEEDS = [f"mesa {number}" for number in range(1, 13)]


def test_the_first_line_says_who_dealt_by_lot():
    dealers = {play_match(TRUCO.Options(), seed)[0].dealer for seed in SEEDS}
    assert dealers == {Seat(side, number) for side in (0, 1) for number in (1, 2)}


def test_the_players_do_all_that_the_game_has():
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


def test_the_deck():
    assert len(set(DECK)) == 40
    assert {card.rank for card in DECK} == {1, 2, 3, 4, 5, 6, 7, 10, 11, 12}
