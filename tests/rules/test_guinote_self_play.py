"""The table that plays by itself: by the rules, and the same for the same seed."""

import pytest

from rules.chance import Chance
from rules.guinote import GUINOTE
from rules.guinote.hands import Deal
from rules.guinote.selfplay import DECK, RANKS, Card, allowed, play_match, winning

SEEDS = [f"mesa {number}" for number in range(1, 26)]


def _cards(text: str) -> list[Card]:
    return [Card(word[0], word[1]) for word in text.split()]


def test_the_first_line_says_who_dealt_by_lot():
    matches = [play_match(GUINOTE.Options(), seed) for seed in SEEDS]
    dealers = [hands[0].dealer for hands in matches if isinstance(hands[0], Deal)]
    assert set(dealers) == {0, 1}


def test_the_deck():
    assert len(set(DECK)) == 40
    assert sum(RANKS[card.rank] for card in DECK) == 120


@pytest.mark.parametrize(
    ("baza", "trump", "place"),
    [
        pytest.param("2o Ao 3o Ro", "c", 1, id="the highest of the suit led"),
        pytest.param("2o Ac 3c Re", "b", 0, id="other suits do not beat"),
        pytest.param("Ao 3o 2c Ro", "c", 2, id="any trump beats"),
        pytest.param("Ao 2c 7c 4c", "c", 2, id="the highest trump"),
        pytest.param("Co So 7o 2o", "e", 1, id="sota over caballo"),
        pytest.param("So Ro 3o Ao", "e", 3, id="as, tres, rey, sota"),
    ],
)
def test_who_takes_the_baza(baza, trump, place):
    assert winning(_cards(baza), trump) == place


@pytest.mark.parametrize(
    ("hand", "baza", "may"),
    [
        pytest.param("2o 3e Ab", "", "2o 3e Ab", id="the first plays what he likes"),
        pytest.param("2o 7o 3e", "Ro", "2o 7o", id="asistir"),
        pytest.param("2o Ao 3e", "Ro", "Ao", id="montar"),
        pytest.param("2o Ao 3e", "Ro 4b", "Ao", id="montar also over the partner's"),
        pytest.param("2o Ao 3e", "Ro 2e", "2o Ao", id="asistir to a baza already ruffed"),
        pytest.param("2e 3e Ab", "Ro", "2e 3e", id="fallar"),
        pytest.param("2e 3e Ab", "Ro 4e", "3e", id="pisar the rival's trump"),
        pytest.param("2e 4e Ab", "Ro 5e", "2e 4e Ab", id="lower trumps: anything"),
        pytest.param("2e 3e Ab", "Ro 2o", "2e 3e Ab", id="the baza is the partner's"),
        pytest.param("2e 3e Ab", "Ro 2o Ao", "2e 3e", id="the baza is the rival's again"),
        pytest.param("2c 3c Ab", "Ro", "2c 3c Ab", id="neither suit nor trump"),
    ],
)
def test_what_may_be_played_in_the_arrastre(hand, baza, may):
    """Trumps are espadas."""
    assert allowed(_cards(hand), _cards(baza), "e") == _cards(may)


def test_chance_draws_every_number_and_leaves_no_card_out():
    chance = Chance("any")
    assert {chance.below(6) for _ in range(200)} == set(range(6))
    assert sorted(chance.shuffled(DECK)) == sorted(DECK)
    assert chance.shuffled(DECK) != chance.shuffled(DECK)
