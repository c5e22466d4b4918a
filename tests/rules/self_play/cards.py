"""Spanish cards: the winner of a baza, and the cards that beat another."""

from collections.abc import Mapping
from typing import NamedTuple


class Card(NamedTuple):
    rank: str  # 1 or A (as), 2–9, S (sota), C (caballo), R (rey)
    suit: str


def winning(baza: list[Card], strength: Mapping[str, int], trump: str = "") -> int:
    """Return the place in the baza of the winning card. `strength` has a number for each rank.

    >>> baza = [Card("S", "o"), Card("A", "e"), Card("R", "o")]
    >>> winning(baza, {"A": 3, "R": 2, "S": 1}), winning(baza, {"A": 3, "R": 2, "S": 1}, "e")
    (2, 1)
    """

    def power(place: int) -> tuple[bool, bool, int]:
        card = baza[place]
        return card.suit == trump, card.suit == baza[0].suit, strength[card.rank]

    return max(range(len(baza)), key=power)


def beating(best: Card, cards: list[Card], strength: Mapping[str, int]) -> list[Card]:
    """Return the cards that beat `best` in its own suit."""
    power = strength[best.rank]
    return [card for card in cards if card.suit == best.suit and strength[card.rank] > power]
