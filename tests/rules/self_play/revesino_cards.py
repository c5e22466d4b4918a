"""The forty-eight cards of revesino, and the winner of a baza."""

from rules.reading import SUITS
from rules.revesino.cards import PAY
from tests.rules.self_play import cards
from tests.rules.self_play.cards import Card

RANKS = "ARCS98765432"  # as, rey, caballo, sota … from high to low
DECK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
STRENGTH = {rank: len(RANKS) - place for place, rank in enumerate(RANKS)}
PAY_CARDS = {Card(name[0].upper(), name[1]): name for name in PAY}


def winning_place(baza: list[Card]) -> int:
    """Return the place in the baza of the winning card: the highest card of the suit led.

    >>> winning_place([Card("S", "o"), Card("A", "e"), Card("C", "o"), Card("2", "o")])
    2
    """
    return cards.winning_place(baza, STRENGTH)
