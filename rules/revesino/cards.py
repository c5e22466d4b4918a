"""Forty-eight cards, who takes a baza with which, and what the honours are worth."""

from functools import cache
from typing import Annotated

from rules.cards import SUITS, Card, winning
from rules.kinds import a_side
from rules.reading import Side

SEATS = 4
ASide = Annotated[Side, a_side(SEATS)]
BAZAS = 11  # cards of each player, once all have discarded
ASLEEP = 4  # cards left in the baceta
DECK_POINTS = 40  # 4 × (4 + 3 + 2 + 1)

RANKS = "ARCS98765432"  # as, rey, caballo, sota … from high to low
POINTS = {"A": 4, "R": 3, "C": 2, "S": 1}

# Tantos of each pay card, of the partida and of the great hands («Resumen de los pagos»).
PAY = {"ao": 2, "ac": 1, "ae": 1, "ab": 1, "cc": 3}
CABALLO = "cc"
PARTIDA = 4
STAKES = PARTIDA + sum(PAY.values())  # 12 (Rulings R9)
NAPOLITANA = 4  # of each
REVESINO_TANTOS = 24  # 8 of each


DECK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
STRENGTH = {rank: len(RANKS) - place for place, rank in enumerate(RANKS)}
PAY_CARDS = {Card(name[0].upper(), name[1]): name for name in PAY}


@cache
def card_points(card: str) -> int:
    """Points, for the partida, of a pay card.

    >>> card_points("ao"), card_points("cc")
    (4, 2)
    """
    return POINTS[card[0].upper()]


def taken_by(baza: list[Card]) -> int:
    """The place in the baza of the card that takes it: there are no trumps.

    >>> taken_by([Card("S", "o"), Card("A", "e"), Card("C", "o"), Card("2", "o")])
    2
    """
    return winning(baza, STRENGTH)
