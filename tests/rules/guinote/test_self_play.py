"""The table that plays by itself: by the rules, and the same for the same seed."""

from rules.chance import Chance
from rules.guinote import GUINOTE
from rules.guinote.hands import Deal
from rules.guinote.selfplay import DECK, RANKS, play_match

SEEDS = [f"mesa {number}" for number in range(1, 26)]


def test_the_first_line_says_who_dealt_by_lot():
    matches = [play_match(GUINOTE.Options(), seed) for seed in SEEDS]
    dealers = [hands[0].dealer for hands in matches if isinstance(hands[0], Deal)]
    assert set(dealers) == {0, 1}


def test_the_deck():
    assert len(set(DECK)) == 40
    assert sum(RANKS[card.rank] for card in DECK) == 120


def test_chance_draws_every_number_and_leaves_no_card_out():
    chance = Chance("any")
    assert {chance.below(6) for _ in range(200)} == set(range(6))
    assert sorted(chance.shuffled(DECK)) == sorted(DECK)
    assert chance.shuffled(DECK) != chance.shuffled(DECK)
