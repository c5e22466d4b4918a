"""Hands that the cards of truco allow, against the hands that the oracle's table deals."""

from itertools import combinations, product

import pytest

from rules.truco.acts import VALID_TANTOS
from rules.truco.mano import rounds_winner
from tests.rules.self_play.truco import DECK, strength, tantos
from tests.rules.truco.mano import ESCALA, FUERZA, MAZO, cuenta


def test_the_cards_and_their_tantos_are_those_of_the_product():
    suits = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}
    name = {card: f"{card.rank} {suits[card.suit]}" for card in DECK}
    assert set(name.values()) == set(MAZO)
    for one, other in product(DECK, repeat=2):
        higher = FUERZA[name[one]] > FUERZA[name[other]]
        assert (strength(one) > strength(other)) == higher
    found = set()
    for hand in combinations(DECK, 3):
        worth = cuenta([name[card] for card in hand])
        assert tantos(list(hand)) == worth
        found.add(worth)
    assert found == VALID_TANTOS
    assert len(ESCALA) == 14


@pytest.mark.slow
def test_the_number_that_is_shown_forbids_no_result_of_the_rounds():
    """Rounds are not checked against tantos: with every number, every result can happen.

    Only the winner's number is ever shown; the rival's declaration may be false and unseen.
    """
    played = {
        results[:2] if rounds_winner(list(results[:2]), lambda: 0) is not None else results
        for results in product((1, 0, None), repeat=3)
    }
    missing = {number: set(played) for number in VALID_TANTOS}
    for hand in combinations(DECK, 3):
        wanted = missing[tantos(list(hand))]
        wanted -= {results for results in wanted if _can_meet(hand, results, set(hand))}
        if not any(missing.values()):
            break
    assert missing == {number: set() for number in VALID_TANTOS}


def _can_meet(hand, results, used) -> bool:
    """Return whether unused cards can give these results: 1 they win, 0 they lose, None a parda."""
    if not results:
        return True
    return any(
        _can_meet(hand[1:], results[1:], used | {card})
        for card in DECK
        if card not in used and _result(hand[0], card) == results[0]
    )


def _result(mine, theirs) -> int | None:
    if strength(mine) == strength(theirs):
        return None
    return int(strength(mine) > strength(theirs))
