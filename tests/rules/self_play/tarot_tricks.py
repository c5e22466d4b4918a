"""The cards of a table: the deck, who takes a trick, what may be played in it."""

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
    """Half points of a card: 9 a king or an oudler, 7, 5, 3 the other figures, 1 the rest."""
    if card in OUDLERS:
        return 9
    return 1 if card.suit == TRUMP else max(1, 2 * (card.rank - JACK) + 3)


def petit_alone(hand: list[Card]) -> bool:
    """The petit and neither another trump nor the Excuse."""
    return [card for card in hand if card.suit == TRUMP or card == EXCUSE] == [PETIT]


def winning(trick: list[Card]) -> int:
    """The place in the trick of the card that takes it: the highest trump, or of the suit led."""
    led = suit_led(trick)

    def power(card: Card) -> tuple[bool, bool, int]:
        return card.suit == TRUMP, card.suit == led, card.rank

    return max(range(len(trick)), key=lambda place: power(trick[place]))


def suit_led(trick: list[Card]) -> str | None:
    """The suit to follow: that of the first card which is not the Excuse."""
    return next((card.suit for card in trick if card != EXCUSE), None)


def allowed(hand: list[Card], trick: list[Card]) -> list[Card]:
    """The cards that may be played (Tarot 16): follow, or else trump, and trump over."""
    led = suit_led(trick)
    if led is None:
        return hand
    excuse = [card for card in hand if card == EXCUSE]
    if led != TRUMP:
        following = [card for card in hand if card.suit == led]
        if following:
            return following + excuse
    trumps = [card for card in hand if card.suit == TRUMP]
    highest = max((card.rank for card in trick if card.suit == TRUMP), default=0)
    over = [card for card in trumps if card.rank > highest]
    return (over or trumps) + excuse if trumps else hand
