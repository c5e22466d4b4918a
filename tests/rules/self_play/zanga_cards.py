"""The forty cards of zanga: their order, and the playable cards (art. 3–8, 27, 28)."""

from functools import cache

from rules.reading import SUITS
from tests.rules.self_play.cards import Card

RANKS = "A234567SCR"
DECK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
ESPADILLA = Card("A", "e")
BASTILLO = Card("A", "b")

# Ranks from high to low by suit (art. 8): in a plain suit, and in trumps below the matadores.
_PLAIN = {"o": "RCSA234567", "c": "RCSA234567", "e": "RCS765432", "b": "RCS765432"}
_TRUMPS = {"o": "ARCS23456", "c": "ARCS23456", "e": "RCS76543", "b": "RCS76543"}
_MALILLA = {"o": "7", "c": "7", "e": "2", "b": "2"}


def matadores(trump: str) -> tuple[Card, Card, Card]:
    """Return espadilla, malilla and bastillo, from high to low: the estuche (art. 4–7).

    >>> [card.rank + card.suit for card in matadores("o")]
    ['Ae', '7o', 'Ab']
    """
    return ESPADILLA, Card(_MALILLA[trump], trump), BASTILLO


@cache
def ranking(trump: str) -> dict[Card, int]:
    """Return the strength of each card with this trump. Every trump is over 100.

    >>> power = ranking("e")
    >>> sorted((card for card in DECK if power[card] > 100), key=power.get)[-4:]
    [Card(rank='R', suit='e'), Card(rank='A', suit='b'), Card(rank='2', suit='e'), \
Card(rank='A', suit='e')]
    """
    power = {
        Card(rank, suit): 50 - place
        for suit in SUITS
        for place, rank in enumerate(_PLAIN[suit])
        if suit != trump
    }
    trumps = [*matadores(trump), *(Card(rank, trump) for rank in _TRUMPS[trump])]
    return power | {card: 150 - place for place, card in enumerate(trumps)}


def suit_of(card: Card, trump: str) -> str:
    """Return the suit that a card follows: espadilla and bastillo are always trumps."""
    return trump if card in (ESPADILLA, BASTILLO) else card.suit


def winning_place(baza: list[Card], trump: str) -> int:
    """Return the place in the baza of the winning card."""
    power, suit = ranking(trump), suit_of(baza[0], trump)

    def strength(place: int) -> int:
        card = baza[place]
        return power[card] if suit_of(card, trump) in (suit, trump) else 0

    return max(range(len(baza)), key=strength)


def playable_cards(hand: list[Card], baza: list[Card], trump: str) -> list[Card]:
    """Return the playable cards: cards of the suit led, or any card without that suit (art. 27).

    A player may keep back a matador. A lead of trumps demands one only if he has no other trump and
    the lead is a higher matador (art. 28).
    """
    if not baza:
        return hand
    lead = baza[0]
    suit = suit_of(lead, trump)
    cards_of_suit = [card for card in hand if suit_of(card, trump) == suit]
    if suit != trump:
        return cards_of_suit or hand
    pieces = matadores(trump)
    if any(card not in pieces for card in cards_of_suit):
        return cards_of_suit
    if lead in pieces and any(pieces.index(lead) < pieces.index(card) for card in cards_of_suit):
        return cards_of_suit
    return hand
