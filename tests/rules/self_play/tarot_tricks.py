"""The cards of tarot: the deck, the winner of a trick, the playable cards."""

from typing import NamedTuple


class Card(NamedTuple):
    suit: str
    rank: int


SUITS = "pcdt"  # picas, corazones, diamantes, tréboles; ranks 1–10, jack 11 … king 14
TRUMP, JACK, KING = "a", 11, 14
EXCUSE = Card("x", 0)
PETIT, TOP = Card(TRUMP, 1), Card(TRUMP, 21)
OUDLERS = (PETIT, TOP, EXCUSE)
DECK = (
    *(Card(suit, rank) for suit in SUITS for rank in range(1, KING + 1)),
    *(Card(TRUMP, rank) for rank in range(1, TOP.rank + 1)),
    EXCUSE,
)


def worth(card: Card) -> int:
    """Return the half points of a card.

    A king or an oudler has 9; the queen, knight and jack have 7, 5 and 3; other cards have 1.
    """
    if card in OUDLERS:
        return 9
    return 1 if card.suit == TRUMP else max(1, 2 * (card.rank - JACK) + 3)


def petit_alone(hand: list[Card]) -> bool:
    """Return whether the petit is in the hand without another trump or the Excuse."""
    return [card for card in hand if card.suit == TRUMP or card == EXCUSE] == [PETIT]


def winning_place(trick: list[Card]) -> int:
    """Return the place of the winning card: the highest trump, or the highest of the suit led."""
    suit = suit_led(trick)

    def strength_key(card: Card) -> tuple[bool, bool, int]:
        return card.suit == TRUMP, card.suit == suit, card.rank

    return max(range(len(trick)), key=lambda place: strength_key(trick[place]))


def suit_led(trick: list[Card]) -> str | None:
    """Return the suit to follow: the suit of the first card that is not the Excuse."""
    return next((card.suit for card in trick if card != EXCUSE), None)


def playable_cards(hand: list[Card], trick: list[Card]) -> list[Card]:
    """Return the playable cards (Tarot 16): follow suit, or else trump, and overtrump."""
    suit = suit_led(trick)
    if suit is None:
        return hand
    excuse = [card for card in hand if card == EXCUSE]
    if suit != TRUMP:
        cards_of_suit = [card for card in hand if card.suit == suit]
        if cards_of_suit:
            return cards_of_suit + excuse
    trumps = [card for card in hand if card.suit == TRUMP]
    highest_trump = max((card.rank for card in trick if card.suit == TRUMP), default=0)
    higher_trumps = [card for card in trumps if card.rank > highest_trump]
    return (higher_trumps or trumps) + excuse if trumps else hand
