"""The table that plays by itself: by the rules, and the same for the same seed."""

from collections import Counter
from hashlib import sha256

import pytest

from rules.core import fold
from rules.truco import TRUCO
from rules.truco.acts import Seat
from rules.truco.hands import Deal, ExtraCards, Misdeal
from rules.truco.selfplay import DECK, play_match

SEEDS = [f"mesa {number}" for number in range(1, 13)]


@pytest.mark.parametrize("preset", TRUCO.presets)
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_both_levels_tell_the_same_match(preset, seed):
    options = TRUCO.presets[preset]
    ends = [
        fold(TRUCO, options, play_match(options, seed, level))[-1].score
        for level in ("deals", "chicos")
    ]
    assert ends[0].over
    assert (ends[0].winner, ends[0].tallies) == (ends[1].winner, ends[1].tallies)
    assert ends[0].state.chicos == ends[1].state.chicos


def test_the_same_seed_gives_the_same_acta_on_any_machine():
    lines = [str(hand) for hand in play_match(TRUCO.Options(), "Caballito")]
    assert lines == [str(hand) for hand in play_match(TRUCO.Options(), "Caballito")]
    assert sha256("\n".join(lines).encode()).hexdigest()[:16] == "f25b8bd16e65123b"
    assert lines != [str(hand) for hand in play_match(TRUCO.Options(), "Boedo")]


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
