"""Tests of partners drawn with a pack of cards: the deals, and a partner for everybody."""

from tests.rows import each
from tournaments.pairing.singles import (
    KING,
    RANKS_BY_VALUE,
    PlayingCard,
    forty_cards,
    partners_by_high_cards,
    partners_by_kings,
)

SEED = "Regumiel 2024"


def test_pack_has_forty_different_cards():
    cards = forty_cards(SEED, "kings 1")
    assert len(set(cards)) == 40 and len(cards) == 40
    assert sum(card.rank == KING for card in cards) == 4
    assert forty_cards(SEED, "kings 2") != cards


@each("method", partners_by_kings, partners_by_high_cards)
@each("count", *range(14))
def test_everybody_has_a_partner_except_one_of_an_odd_number(method, count):
    partners = method(range(1, count + 1), SEED)
    paired_numbers = [number for pair in partners.pairs for number in pair]
    assert sorted([*paired_numbers, *([partners.odd] if partners.odd else [])]) == [
        *range(1, count + 1)
    ]
    assert (partners.odd is None) == (count % 2 == 0)
    assert method(range(count, 0, -1), SEED) == partners


@each("count", 4, 7, 20, 101)
def test_cards_are_dealt_in_turn_and_skip_people_with_a_king(count):
    partners = partners_by_kings(range(1, count + 1), SEED)
    standing = list(partners.circle)
    for number, deal in enumerate(partners.deals, start=1):
        cards = [card for _person, card in deal.cards]
        assert cards == list(forty_cards(SEED, f"kings {number}")[: len(cards)])
        people_with_king, turn = [], 0
        for person, card in deal.cards:
            while standing[turn % len(standing)] in people_with_king:
                turn += 1
            assert standing[turn % len(standing)] == person
            turn += 1
            if card.rank == KING:
                people_with_king.append(person)
        kings_needed = 4 if len(standing) > 4 else 2
        assert len(people_with_king) == kings_needed and deal.cards[-1][1].rank == KING
        assert [number for pair in deal.pairs for number in pair][:kings_needed] == people_with_king
        next_place = standing.index(deal.cards[-1][0]) + 1
        paired_numbers = {number for pair in deal.pairs for number in pair}
        standing = [
            waiting
            for waiting in standing[next_place:] + standing[:next_place]
            if waiting not in paired_numbers
        ]
    assert standing == ([partners.odd] if partners.odd else [])


@each("count", 4, 11, 30)
def test_two_highest_cards_and_two_lowest_cards_are_partners(count):
    partners = partners_by_high_cards(range(1, count + 1), SEED)
    for deal in partners.deals:
        height = {person: RANKS_BY_VALUE.index(card.rank) for person, card in deal.cards}
        sorted_heights = sorted(height.values())
        if deal.void:
            assert deal.pairs == () and sorted_heights[1] == sorted_heights[2]
            continue
        assert [height[person] for pair in deal.pairs for person in pair] == sorted_heights[
            : 2 * len(deal.pairs)
        ]
    assert any(deal.void for deal in partners_by_high_cards(range(1, 101), SEED).deals)


def test_documented_deal_of_kings():
    """The example of docs/draw/partners.md. If this fails, stored draws no longer repeat."""
    partners = partners_by_kings(range(1, 5), SEED)
    assert partners.circle == (1, 3, 2, 4)
    assert partners.deals[0].cards[3] == (4, PlayingCard(12, "copas"))
    assert partners.pairs == ((4, 3), (2, 1))
