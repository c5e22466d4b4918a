"""The five forms of malilla, and the possible faults in each form."""

from typing import NamedTuple

POINTS = 72  # 4 suits × (malilla 5, as 4, rey 3, caballo 2, sota 1), and 1 for each of 12 bazas
CAPOTE = 72
TEN = 10  # tantos that a fault costs

# The ranks from high to low, with their points: malilla, as, rey, caballo, sota, and the blanks.
RANKS = {"9": 5, "1": 4, "R": 3, "C": 2, "S": 1} | dict.fromkeys("8765432", 0)
_WHOLE_SUIT = "".join(RANKS)
_SHORT_SUIT = _WHOLE_SUIT.removesuffix("432")
MOST_ASLEEP = 48  # points of the twelve highest cards: the malillas, the ases and the reyes


class FaultPrice(NamedTuple):
    """The price of a fault: whether the offending side pays ten tantos, and whether the side's
    points do not count.
    """

    ten: bool
    no_contar: bool


FAULTS: dict[str, FaultPrice] = {
    "servir": FaultPrice(True, True),  # renuncio 1: did not follow suit
    "cargar": FaultPrice(True, True),  # renuncio 2: did not beat the rivals' card
    "fallar": FaultPrice(True, True),  # renuncio 3: did not trump
    "contrafallar": FaultPrice(True, True),  # renuncio 4: did not overtrump
    "mas": FaultPrice(True, True),  # a card too many, noticed after play began
    "menos": FaultPrice(False, False),  # a card too few: the side makes no capote (Rulings M4)
    "turno": FaultPrice(True, False),  # dealt out of turn: also loses the alce
    "mano": FaultPrice(True, True),  # led as mano out of turn
    "hablar": FaultPrice(True, True),  # spoke of a played card before the end of the hand
    "baza": FaultPrice(True, True),  # took another player's baza
    "mostrar": FaultPrice(True, True),  # showed his cards
}
_RENUNCIOS = ("servir", "cargar", "fallar", "contrafallar")
_OTHER_FAULTS = tuple(fault for fault in FAULTS if fault not in _RENUNCIOS)


class Form(NamedTuple):
    """One of the five forms of malilla.

    players: the number of players; each deals once in a vuelta. sides: one for each player, or two.
    ranks: the cards of each suit. faults: the possible faults. With open piles nobody must beat a
    card or trump; between two players nobody can overtrump.
    unit: the number of tally units in a tanto: 2 with closed cards, which settle half tantos (M7).
    """

    players: int
    sides: int
    ranks: str
    faults: tuple[str, ...]
    unit: int = 1

    @property
    def par(self) -> int:
        """Return the points at which a side neither gains nor loses.

        With closed cards, this is true only if no card sleeps.
        """
        return POINTS // self.sides

    @property
    def tens_divide(self) -> bool:
        """Return whether the ten tantos of a fault divide equally among the rivals (Rulings M5)."""
        return TEN % (self.sides - 1) == 0

    @property
    def each_for_himself(self) -> bool:
        return self.sides > 2


FORMS: dict[str, Form] = {
    "companeros": Form(4, 2, _WHOLE_SUIT, tuple(FAULTS)),
    "barrotada": Form(4, 4, _WHOLE_SUIT, tuple(FAULTS)),
    "coja": Form(3, 3, _SHORT_SUIT, tuple(FAULTS)),
    "vistas": Form(2, 2, _WHOLE_SUIT, ("servir", *_OTHER_FAULTS)),
    "cubiertas": Form(2, 2, _SHORT_SUIT, ("servir", "cargar", "fallar", *_OTHER_FAULTS), unit=2),
}
MOST_SIDES = 4
