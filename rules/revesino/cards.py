"""The cards of a hand of revesino, and the worth of the honours."""

from functools import cache
from typing import Annotated

from rules.kinds import a_side
from rules.reading import Side

SEATS = 4
ASide = Annotated[Side, a_side(SEATS)]
BAZAS = 11  # cards of each player, after everybody has discarded
ASLEEP = 4  # cards left in the baceta
DECK_POINTS = 40  # four suits × (as 4, rey 3, caballo 2, sota 1)

POINTS = {"A": 4, "R": 3, "C": 2, "S": 1}

# Tantos of each pay card, the partida and the great hands («Resumen de los pagos»).
PAY = {"ao": 2, "ac": 1, "ae": 1, "ab": 1, "cc": 3}
CABALLO = "cc"
PARTIDA = 4
STAKES = PARTIDA + sum(PAY.values())  # 12 tantos, the most that an ordinary hand moves (Rulings R9)
NAPOLITANA = 4  # tantos from each rival
REVESINO_TANTOS = 24  # 8 tantos from each rival


@cache
def card_points(card: str) -> int:
    """Return the points of a pay card in the partida.

    >>> card_points("ao"), card_points("cc")
    (4, 2)
    """
    return POINTS[card[0].upper()]
