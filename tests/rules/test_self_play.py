"""The self-play table of each game: it plays legal matches, and the same match for a seed."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from typing import Any

import pytest

from rules import GAMES
from rules.cientos.options import Options as Cientos
from rules.core import Score, fold, options_of
from rules.malilla.forms import FORMS
from rules.malilla.options import Options as Malilla
from rules.marcador.options import Options as Marcador
from rules.revesino.cards import POINTS
from rules.tarot.options import Options as Tarot
from tests.rows import each, words
from tests.rules.self_play import levels, play_match
from tests.rules.self_play import revesino_cards as revesino
from tests.rules.self_play import tarot_tricks as tricks
from tests.sizes import size

EACH_GAME = pytest.mark.parametrize("key", GAMES)
SEED_COUNTS = {  # by game, the number of seeds to play: «mesa 1», «mesa 2»…
    "cientos": 3,
    "guinote": 5,
    "malilla": 6,
    "marcador": 8,
    "revesino": 3,
    "tarot": 12,
    "truco": 4,
    "zanga": 5,
}
OTHER_OPTIONS: dict[str, list[Any]] = {  # by game, options to play that are not presets
    "cientos": [
        Cientos(rival_leads=True, calidades=True, calidad=2),
        Cientos(juegos=3, juegos_doble=2),
        Cientos(doble=False),
    ],
    "malilla": [Malilla(form, favorito=True, mariperez=True) for form in FORMS],
    "marcador": [
        Marcador(manos=3, juegos=6, play_all=True),
        Marcador(manos=3, juegos=6, play_all=True, extra=1),
        Marcador(sides=4, people=1, manos=6, fixed_sum=True, low=-30, high=30),
        Marcador(target=100, step=5, high=50),
        Marcador(target=21, margin=2, high=5),
        Marcador(sides=5, people=1, target=20, ladder=True),
        Marcador(target=40, exact=True, juegos=2, vacas=3, by_time=True, extra=2),
        Marcador(count="juegos", juegos=9, by_time=True),
        Marcador(count="juegos", juegos=5, play_all=True),
        Marcador(),
    ],
    "tarot": [
        Tarot(players=5, by_time=True, equal_shares=True),
        Tarot(players=5, resting_dealer=True, deals=5, annulled_count=True),
    ],
}
# By game: the part of the last score that must be the same at every level; by default the tallies.
COMPARED: dict[str, Callable[[Score], Any]] = {
    "cientos": lambda score: (score.tallies, score.state.juegos),
    "revesino": lambda score: (score.tallies, replace(score.state, repeats=())),
    "tarot": lambda score: score.tallies[1],
    "truco": lambda score: (score.tallies, score.state.chicos),
}
# By game: a preset, a seed, the first digits of the SHA-256 of its acta, and another seed.
ACTAS = {
    "cientos": ("", "Zaragoza", "a414ed2f3fea9d59", "Madrid"),
    "guinote": ("", "Calamocha", "57c24efccfe60593", "Monreal"),
    "malilla": ("companeros_favorito_mariperez", "Calamocha", "460a9e587ba3088a", "Monreal"),
    "marcador": ("mus_vacas", "Calamocha", "ce317587e0a8ec0a", "Monreal"),
    "revesino": ("", "Madrid", "10d8279195de97da", "Cádiz"),
    "tarot": ("", "Calamocha", "adf35a2b553e6bd5", "Monreal"),
    "truco": ("", "Caballito", "f25b8bd16e65123b", "Boedo"),
    "zanga": ("", "Tabaibal", "c29c761bea4f840b", "Balos"),
}


def options_to_play(key: str) -> list[Any]:
    """Return the options with which a game is played: its presets and some others."""
    return [*GAMES[key].presets.values(), *OTHER_OPTIONS.get(key, [])]


@pytest.mark.slow
@EACH_GAME
def test_lines_of_every_level_end_with_the_same_score(key):
    game, compared = GAMES[key], COMPARED.get(key, lambda score: score.tallies)
    for options in options_to_play(key):
        for number in range(1, size(SEED_COUNTS[key] // 3, SEED_COUNTS[key]) + 1):
            matches = [play_match(game, options, f"mesa {number}", level) for level in levels(game)]
            last_scores = [fold(game, options, hands)[-1].score for hands in matches]
            assert all(score.over for score in last_scores), (options, number)
            first, *others = [(score.winner, compared(score)) for score in last_scores]
            assert others == [first] * len(others), (options, number)


@EACH_GAME
def test_a_match_in_notation_has_the_same_scores(key):
    game = GAMES[key]
    for options in options_to_play(key):
        hands = play_match(game, options, "escrita", "deals")
        assert fold(game, options, map(str, hands)) == fold(game, options, hands), options


@EACH_GAME
def test_the_same_seed_gives_the_same_acta_on_any_machine(key):
    preset, seed, digest, other_seed = ACTAS[key]
    options = options_of(GAMES[key], preset, {})
    lines, same_lines, other_lines = (
        [str(hand) for hand in play_match(GAMES[key], options, seed, "deals")]
        for seed in (seed, seed, other_seed)
    )
    assert lines == same_lines != other_lines
    assert sha256("\n".join(lines).encode()).hexdigest()[:16] == digest


@pytest.mark.slow
@each("key, number_of_dealers", ("cientos", 2), ("guinote", 2), ("truco", 4))
def test_any_player_may_deal_first_and_the_hand_records_him(key, number_of_dealers):
    dealers = set()
    for number in range(1, 26):
        first = play_match(GAMES[key], GAMES[key].Options(), f"mesa {number}")[0]
        if type(first).__name__ == "Deal":
            dealers.add(first.dealer)
    assert len(dealers) == number_of_dealers and None not in dealers


@each(
    "key, cards", ("cientos", 32), ("guinote", 40), ("revesino", 48), ("tarot", 78), ("truco", 40)
)
def test_a_deck_has_every_card_once(key, cards):
    deck = import_module(f"tests.rules.self_play.{key}").DECK
    assert len(set(deck)) == len(deck) == cards


def test_the_cards_of_a_deck_have_their_values():
    guinote, truco = (import_module(f"tests.rules.self_play.{key}") for key in ("guinote", "truco"))
    assert sum(guinote.RANKS[card.rank] for card in guinote.DECK) == 120
    assert {card.rank for card in truco.DECK} == {1, 2, 3, 4, 5, 6, 7, 10, 11, 12}
    assert sum(POINTS.get(card.rank, 0) for card in revesino.DECK) == 40
    assert sorted(revesino.PAY_CARDS.values()) == sorted(revesino.PAY)
    assert sum(map(tricks.worth, tricks.DECK)) == 182
    cards = [
        tricks.Card(word[0], int(word[1:])) for word in words("p14 p13 p12 p11 p10 a21 a20 a1 x0")
    ]
    assert [tricks.worth(card) for card in cards] == [9, 7, 5, 3, 1, 9, 1, 9, 9]
