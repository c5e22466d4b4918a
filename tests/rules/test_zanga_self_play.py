"""The cards of zanga, and the table that plays by itself: the same for the same seed."""

import pytest

from rules.core import fold
from rules.zanga import ZANGA
from rules.zanga.cards import DECK, SUITS, Card, allowed, matadores, ranking, winning
from rules.zanga.selfplay import play_match

SEEDS = [f"mesa {number}" for number in range(1, 26)]


def _cards(text: str) -> list[Card]:
    return [Card(word[0], word[1]) for word in text.split()]


def _said(cards) -> str:
    return " ".join(card.rank + card.suit for card in cards)


@pytest.mark.parametrize("seed", ["bench/0/16", "bench/0/59", "bench/0/69", "bench/0/111"])
def test_a_player_who_led_every_baza_alone_makes_no_renuncio(seed):
    options = ZANGA.presets["primero_a_2"]
    assert fold(ZANGA, options, play_match(options, seed))[-1].score.over


def test_only_the_first_line_of_a_partida_says_who_is_mano():
    manos = set()
    for seed in SEEDS:
        hands = play_match(ZANGA.Options(partidas=1), seed)
        manos.add(hands[0].mano)
        assert [hand.mano for hand in hands[1:]] == [None] * (len(hands) - 1)
    assert manos == {0, 1, 2, 3}


def test_the_deck():
    """Article 1."""
    assert len(set(DECK)) == 40


@pytest.mark.parametrize(
    ("trump", "trumps"),
    [
        pytest.param("o", "Ae 7o Ab Ao Ro Co So 2o 3o 4o 5o 6o", id="oros: with the punto"),
        pytest.param("c", "Ae 7c Ab Ac Rc Cc Sc 2c 3c 4c 5c 6c", id="copas"),
        pytest.param("e", "Ae 2e Ab Re Ce Se 7e 6e 5e 4e 3e", id="espadas: one fewer"),
        pytest.param("b", "Ae 2b Ab Rb Cb Sb 7b 6b 5b 4b 3b", id="bastos"),
    ],
)
def test_the_trumps_from_high_to_low(trump, trumps):
    """Articles 4–8 a)."""
    power = ranking(trump)
    high = sorted((card for card in DECK if power[card] > 100), key=lambda card: -power[card])
    assert _said(high) == trumps
    assert set(power) == set(DECK)
    assert _said(matadores(trump)) == trumps[:8]


@pytest.mark.parametrize(
    ("suit", "trump", "order"),
    [
        ("o", "c", "Ro Co So Ao 2o 3o 4o 5o 6o 7o"),
        ("c", "e", "Rc Cc Sc Ac 2c 3c 4c 5c 6c 7c"),
        ("e", "o", "Re Ce Se 7e 6e 5e 4e 3e 2e"),
        ("b", "c", "Rb Cb Sb 7b 6b 5b 4b 3b 2b"),
    ],
)
def test_the_other_suits_from_high_to_low(suit, trump, order):
    """Article 8 b): the malilla of a suit that is no trump is its lowest card."""
    power = ranking(trump)
    cards = [card for card in DECK if card.suit == suit and power[card] < 100]
    assert _said(sorted(cards, key=lambda card: -power[card])) == order


@pytest.mark.parametrize(
    ("baza", "trump", "place"),
    [
        pytest.param("7o 2o Ao So", "c", 3, id="the highest of the suit led"),
        pytest.param("2o Re Rb 7o", "c", 0, id="other suits do not beat"),
        pytest.param("Ro 6c Ao Co", "c", 1, id="any trump beats"),
        pytest.param("Ro Ab Rc Co", "c", 1, id="the bastillo is a trump"),
        pytest.param("7c Ae Ab Ac", "c", 1, id="espadilla over malilla"),
        pytest.param("Ab 7c Ac Rc", "c", 1, id="malilla over bastillo"),
        pytest.param("Ac Rc 7o", "c", 0, id="the punto over the rey, in a solo"),
    ],
)
def test_who_takes_the_baza(baza, trump, place):
    assert winning(_cards(baza), trump) == place


@pytest.mark.parametrize(
    ("hand", "baza", "may"),
    [
        pytest.param("2o 3e Rb", "", "2o 3e Rb", id="the first plays what he likes"),
        pytest.param("2o 7o 3e", "Ro", "2o 7o", id="27: serve, higher or lower"),
        pytest.param("2c 3b Ae", "Ro", "2c 3b Ae", id="27: without it, trump or not"),
        pytest.param("2e Ab 3c", "Re", "2e", id="the bastillo is no basto"),
        pytest.param("Ab 3c", "Rb", "Ab 3c", id="nor must it serve bastos"),
        pytest.param("6c Ae 3b", "Rc", "6c Ae", id="28: an arrastre must be served"),
        pytest.param("Ae 7c 3b", "Rc", "Ae 7c 3b", id="28: matadores are reserved"),
        pytest.param("7c 3b", "Ae", "7c", id="28: but to a higher matador"),
        pytest.param("Ab 3b", "Ae", "Ab", id="28: the bastillo to the espadilla"),
        pytest.param("Ab 3b", "7c", "Ab", id="28: and to the malilla"),
        pytest.param("Ae 3b", "7c", "Ae 3b", id="28: never the espadilla"),
        pytest.param("7c 3b", "Ab", "7c 3b", id="28: the malilla not to the bastillo"),
        pytest.param("6c Ab 3b", "Ae", "6c Ab", id="28: another trump frees the matador"),
    ],
)
def test_what_may_be_played(hand, baza, may):
    """Trumps are copas."""
    assert allowed(_cards(hand), _cards(baza), "c") == _cards(may)


def test_in_every_suit_the_estuche_is_of_three_different_trumps():
    for trump in SUITS:
        assert len({*matadores(trump)}) == 3
