"""The self-play table of tarot: its levels and its kinds of lines."""

import pytest

from rules.core import fold
from rules.tarot import TAROT
from rules.tarot.hands import Deal
from rules.tarot.options import Options
from tests.rows import each
from tests.rules.self_play.tarot import play_match
from tests.rules.self_play.tarot_tricks import Card, petit_alone


def _cards(text: str) -> list[Card]:
    """Return cards: p14 is the king of picas, a21 the highest trump, x0 the Excuse."""
    return [Card(word[0], int(word[1:])) for word in text.split()]


def test_deals_and_their_results_end_with_the_same_score():
    for options in TAROT.presets.values():
        last_scores = [
            fold(TAROT, options, play_match(options, "mesa 1", level))[-1].score
            for level in ("deals", "results")
        ]
        assert last_scores[0].tallies == last_scores[1].tallies, options


@each(
    "hand, is_alone", ("p2 a1 c3", True), ("p2 a1 a2", False), ("p2 a1 x0", False), ("p2 a2", False)
)
def test_a_hand_has_the_petit_alone_without_other_trumps_or_the_excuse(hand, is_alone):
    assert petit_alone(_cards(hand)) is is_alone


@pytest.mark.slow
def test_the_table_of_tarot_writes_every_kind_of_line():
    options = Options(by_time=True, naipes=True, players=5)
    hands = [hand for number in range(40) for hand in play_match(options, str(number))]
    deals = [hand for hand in hands if isinstance(hand, Deal)]
    assert {type(hand).__name__ for hand in hands} >= {"Deal", "PassedDeal", "PetitAlone", "End"}
    assert {deal.contract for deal in deals} == {"tomo", "guardia", "sin", "contra"}
    assert {fault.point for deal in deals for fault in deal.faults} == {1, 2, 3, 4, 5}
    assert {deal.partner == deal.taker for deal in deals} == {True, False}
    assert any(deal.poignees for deal in deals)
    assert any(deal.announced for deal in deals)
