"""The self-play table of zanga, and the order of its cards."""

from rules.core import fold
from rules.zanga import ZANGA
from tests.rows import case, each
from tests.rules.self_play.zanga import play_match
from tests.rules.self_play.zanga_cards import DECK, SUITS, matadores, ranking

SEEDS = [f"mesa {number}" for number in range(1, 26)]


def _cards_text(cards) -> str:
    return " ".join(card.rank + card.suit for card in cards)


@each("seed", "bench/0/16", "bench/0/59", "bench/0/69", "bench/0/111")
def test_a_player_who_leads_every_baza_makes_no_renuncio(seed):
    options = ZANGA.presets["primero_a_2"]
    assert fold(ZANGA, options, play_match(options, seed))[-1].score.over


def test_only_the_first_line_of_a_partida_names_the_mano():
    manos = set()
    for seed in SEEDS:
        hands = play_match(ZANGA.Options(partidas=1), seed)
        manos.add(hands[0].mano)
        assert [hand.mano for hand in hands[1:]] == [None] * (len(hands) - 1)
    assert manos == {0, 1, 2, 3}


@each(
    "trump, trumps",
    case("oros: 12 trumps", "o", "Ae 7o Ab Ao Ro Co So 2o 3o 4o 5o 6o"),
    case("copas", "c", "Ae 7c Ab Ac Rc Cc Sc 2c 3c 4c 5c 6c"),
    case("espadas: 11 trumps", "e", "Ae 2e Ab Re Ce Se 7e 6e 5e 4e 3e"),
    case("bastos", "b", "Ae 2b Ab Rb Cb Sb 7b 6b 5b 4b 3b"),
)
def test_the_trumps_from_high_to_low(trump, trumps):
    """Articles 4–8 a): the matadores are the three highest trumps."""
    power = ranking(trump)
    high = sorted((card for card in DECK if power[card] > 100), key=lambda card: -power[card])
    assert _cards_text(high) == trumps
    assert set(power) == set(DECK)
    assert _cards_text(matadores(trump)) == trumps[:8]


@each(
    "suit, trump, order",
    ("o", "c", "Ro Co So Ao 2o 3o 4o 5o 6o 7o"),
    ("c", "e", "Rc Cc Sc Ac 2c 3c 4c 5c 6c 7c"),
    ("e", "o", "Re Ce Se 7e 6e 5e 4e 3e 2e"),
    ("b", "c", "Rb Cb Sb 7b 6b 5b 4b 3b 2b"),
)
def test_the_other_suits_from_high_to_low(suit, trump, order):
    """Article 8 b): the malilla of a plain suit is its lowest card."""
    power = ranking(trump)
    cards = [card for card in DECK if card.suit == suit and power[card] < 100]
    assert _cards_text(sorted(cards, key=lambda card: -power[card])) == order


def test_the_estuche_has_three_different_trumps_in_every_suit():
    for trump in SUITS:
        assert len({*matadores(trump)}) == 3
