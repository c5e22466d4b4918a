"""The cards of truco: both tables agree on the cards, which allow any result of the rounds."""

from itertools import combinations, product

import pytest

from rules.truco.acts import VALID_TANTOS
from rules.truco.mano import rounds_winner
from tests.rules.self_play.truco import DECK, strength, tantos
from tests.rules.truco.mano import ESCALA, FUERZA, MAZO, cuenta


def test_both_tables_of_truco_agree_on_cards_strength_and_tantos():
    suits = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}
    name = {card: f"{card.rank} {suits[card.suit]}" for card in DECK}
    assert set(name.values()) == set(MAZO)
    for card, other in product(DECK, repeat=2):
        higher = FUERZA[name[card]] > FUERZA[name[other]]
        assert (strength(card) > strength(other)) == higher
    numbers = set()
    for hand in combinations(DECK, 3):
        worth = cuenta([name[card] for card in hand])
        assert tantos(list(hand)) == worth
        numbers.add(worth)
    assert numbers == VALID_TANTOS
    assert len(ESCALA) == 14


@pytest.mark.slow
def test_hands_with_any_tantos_can_give_any_result_of_the_rounds():
    """Rounds are not checked against tantos: with any number of tantos, any result can happen.

    Only the winner shows his tantos; the rival's declaration may be false.
    """
    possible_results = {
        results[:2] if rounds_winner(list(results[:2]), lambda: 0) is not None else results
        for results in product((1, 0, None), repeat=3)
    }
    missing = {number: set(possible_results) for number in VALID_TANTOS}
    for hand in combinations(DECK, 3):
        results_missing = missing[tantos(list(hand))]
        results_missing -= {
            results for results in results_missing if _can_give(hand, results, set(hand))
        }
        if not any(missing.values()):
            break
    assert missing == {number: set() for number in VALID_TANTOS}


def _can_give(hand, results, used_cards) -> bool:
    """Return whether a rival can have cards that give the hand these results.

    1 is a round that the hand wins, 0 a round that it loses, None a parda.
    """
    if not results:
        return True
    return any(
        _can_give(hand[1:], results[1:], used_cards | {card})
        for card in DECK
        if card not in used_cards and _result(hand[0], card) == results[0]
    )


def _result(card, rival_card) -> int | None:
    if strength(card) == strength(rival_card):
        return None
    return int(strength(card) > strength(rival_card))
