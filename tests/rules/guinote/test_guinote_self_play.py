"""The self-play table of guiñote: its random numbers."""

from rules.chance import Chance
from tests.rules.self_play.guinote import DECK


def test_chance_draws_every_number_and_shuffles_every_card():
    chance = Chance("any")
    assert {chance.below(6) for _ in range(200)} == set(range(6))
    assert sorted(chance.shuffled(DECK)) == sorted(DECK)
    assert chance.shuffled(DECK) != chance.shuffled(DECK)
