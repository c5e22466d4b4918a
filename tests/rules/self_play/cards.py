"""Spanish cards: the winner of a baza, and the cards that beat another."""

from collections.abc import Mapping
from typing import NamedTuple


class Card(NamedTuple):
    rank: str  # 1 or A (as), 2–9, S (sota), C (caballo), R (rey)
    suit: str


def winning_place(baza: list[Card], strength: Mapping[str, int], trump: str = "") -> int:
    """Return the place in the baza of the winning card. `strength` has a number for each rank.

    >>> baza = [Card("S", "o"), Card("A", "e"), Card("R", "o")]
    >>> strength = {"A": 3, "R": 2, "S": 1}
    >>> winning_place(baza, strength), winning_place(baza, strength, "e")
    (2, 1)
    """

    def strength_key(index: int) -> tuple[bool, bool, int]:
        card = baza[index]
        return card.suit == trump, card.suit == baza[0].suit, strength[card.rank]

    return max(range(len(baza)), key=strength_key)


def cards_that_beat(
    card_to_beat: Card, cards: list[Card], strength: Mapping[str, int]
) -> list[Card]:
    """Return the cards that beat `card_to_beat` in its own suit."""
    power = strength[card_to_beat.rank]
    return [
        card for card in cards if card.suit == card_to_beat.suit and strength[card.rank] > power
    ]
