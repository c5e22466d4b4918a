"""Partners with the pack: the cards as the reglamento deals them, nobody left out or in twice."""

from tests.rows import each
from tournaments.pairing.singles import (
    HIGHEST_FIRST,
    KING,
    PlayingCard,
    forty_cards,
    high_cards,
    kings,
)

SEED = "Regumiel 2024"


def test_a_pack_has_forty_cards():
    cards = forty_cards(SEED, "kings 1")
    assert len(set(cards)) == 40 and len(cards) == 40
    assert sum(card.rank == KING for card in cards) == 4
    assert forty_cards(SEED, "kings 2") != cards


@each("way", kings, high_cards)
@each("count", *range(14))
def test_everybody_has_a_partner_but_the_odd_one(way, count):
    partners = way(range(1, count + 1), SEED)
    paired = [number for pair in partners.pairs for number in pair]
    assert sorted([*paired, *([partners.odd] if partners.odd else [])]) == [*range(1, count + 1)]
    assert (partners.odd is None) == (count % 2 == 0)
    assert way(range(count, 0, -1), SEED) == partners


@each("count", 4, 7, 20, 101)
def test_the_cards_go_round_and_pass_over_the_kings(count):
    partners = kings(range(1, count + 1), SEED)
    standing = list(partners.circle)
    for number, deal in enumerate(partners.deals, start=1):
        cards = [card for _person, card in deal.cards]
        assert cards == list(forty_cards(SEED, f"kings {number}")[: len(cards)])
        crowned, at = [], 0
        for person, card in deal.cards:
            while standing[at % len(standing)] in crowned:
                at += 1
            assert standing[at % len(standing)] == person
            at += 1
            if card.rank == KING:
                crowned.append(person)
        wanted = 4 if len(standing) > 4 else 2
        assert len(crowned) == wanted and deal.cards[-1][1].rank == KING
        assert [number for pair in deal.pairs for number in pair][:wanted] == crowned
        last = standing.index(deal.cards[-1][0]) + 1
        out = {number for pair in deal.pairs for number in pair}
        standing = [one for one in standing[last:] + standing[:last] if one not in out]
    assert standing == ([partners.odd] if partners.odd else [])


@each("count", 4, 11, 30)
def test_the_two_highest_against_the_two_lowest(count):
    partners = high_cards(range(1, count + 1), SEED)
    for deal in partners.deals:
        height = {person: HIGHEST_FIRST.index(card.rank) for person, card in deal.cards}
        ranked = sorted(height.values())
        if deal.void:
            assert deal.pairs == () and ranked[1] == ranked[2]
            continue
        assert [height[one] for pair in deal.pairs for one in pair] == ranked[: 2 * len(deal.pairs)]
    assert any(deal.void for deal in high_cards(range(1, 101), SEED).deals)


def test_the_documented_deal():
    """docs/draw/partners.md. If it fails, partners already drawn no longer repeat."""
    partners = kings(range(1, 5), SEED)
    assert partners.circle == (1, 3, 2, 4)
    assert partners.deals[0].cards[3] == (4, PlayingCard(12, "copas"))
    assert partners.pairs == ((4, 3), (2, 1))
