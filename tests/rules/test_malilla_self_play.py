"""The table that plays by itself: by the rules, and the same for the same seed."""

import pytest

from rules.malilla import MALILLA
from rules.malilla.hands import Deal, Misdeal
from rules.malilla.selfplay import Naipe, allowed, allowed_in_sight, play_match, winning


def _cards(text: str) -> list[Naipe]:
    return [Naipe(word[0], word[1]) for word in text.split()]


def test_the_table_makes_every_kind_of_line():
    hands = [hand for seed in range(40) for hand in play_match(MALILLA.Options(), f"clase {seed}")]
    assert {type(hand) for hand in hands} == {Deal, Misdeal}
    faults = {fault.fault for hand in hands if isinstance(hand, Deal) for fault in hand.faults}
    assert len(faults) > 6


@pytest.mark.parametrize(
    ("baza", "trump", "place"),
    [
        pytest.param("1o 9o Ro 8o", "c", 1, id="la malilla, la mayor"),
        pytest.param("2o Ro 1o 8o", "c", 2, id="el as, el segundo"),
        pytest.param("8o So Co Ro", "e", 3, id="rey, caballo, sota, ocho"),
        pytest.param("2o 9c 9e 3o", "b", 3, id="other palos do not beat"),
        pytest.param("9o 1o 2c Ro", "c", 2, id="any triunfo beats"),
    ],
)
def test_who_takes_the_baza(baza, trump, place):
    assert winning(_cards(baza), trump) == place


@pytest.mark.parametrize(
    ("hand", "baza", "partner", "may"),
    [
        pytest.param("2o 3e Ab", "", -1, "2o 3e Ab", id="the mano plays what he likes"),
        pytest.param("2o 7o 3e", "Ro", -1, "2o 7o", id="servir"),
        pytest.param("2o 9o 3e", "Ro", -1, "9o", id="cargar"),
        pytest.param("2o 9o 3e", "Ro 4o", 0, "2o 9o", id="cargar is free over the partner's"),
        pytest.param("2o 9o 3e", "Ro 4e", 0, "2o 9o", id="servir a baza that was trumped"),
        pytest.param("2e 3e 2b", "Ro", -1, "2e 3e", id="fallar"),
        pytest.param("2e 3e 2b", "Ro 4o", 0, "2e 3e 2b", id="fallar is free over the partner's"),
        pytest.param("2e 5e 2b", "Ro 4e", -1, "5e", id="contrafallar"),
        pytest.param("2e 3e 2b", "Ro 4e", -1, "2e 3e", id="a lower triunfo, to the letter"),
        pytest.param("2c 3c 2b", "Ro", -1, "2c 3c 2b", id="neither palo nor triunfo"),
    ],
)
def test_what_may_be_played(hand, baza, partner, may):
    """Triunfo is espadas."""
    assert allowed(_cards(hand), _cards(baza), "e", partner) == _cards(may)


def test_with_open_piles_one_must_only_follow_suit():
    assert allowed_in_sight(_cards("2o 9o 3e"), _cards("Ro")) == _cards("2o 9o")
    assert allowed_in_sight(_cards("2e 3e"), _cards("Ro")) == _cards("2e 3e")
    assert allowed_in_sight(_cards("2e 3o"), []) == _cards("2e 3o")
