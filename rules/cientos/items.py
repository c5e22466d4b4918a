"""The announcements of a hand of cientos (punto, secansas, catorces and tríos) and its faults."""

from dataclasses import dataclass
from typing import Annotated

from rules.cientos.cards import PUNTOS, RANKS, ranges, secansa_mask
from rules.cientos.codes import CODES, FAULTS, refuse
from rules.codec import check_bounds
from rules.core import Side
from rules.kinds import EitherSide, bounded_word, one_of, whole_number
from rules.reading import SUITS, side_name

SECANSA_WORTH = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
CATORCE_WORTH = {4: 14, 3: 3}
CATORCE_RANKS = RANKS[:5]  # nueves, ochos and sietes make no catorce
_PUNTOS_ALLOWED = ranges(PUNTOS)
RUNS_FROM = {
    (length, top): secansa_mask(length, place)
    for length in SECANSA_WORTH
    for place, top in enumerate(RANKS[: 9 - length])
}


def possible_tops(length: int) -> str:
    """Return the possible highest cards of a secansa of `length` cards.

    >>> possible_tops(5), possible_tops(8)
    ('ARCS', 'A')
    """
    return RANKS[: 9 - length]


def _side_sign(side: Side | None) -> str:
    return "=" if side is None else side_name(side)


@dataclass(frozen=True, slots=True)
class Punto:
    """The good punto and its side; `side` is None if both sides have the same punto.

    >>> print(Punto(0, 51), Punto(None, 44)), Punto(0, 34).worth, Punto(0, 35).worth
    pA51 p=44
    (None, 3, 4)
    """

    side: EitherSide | None
    value: Annotated[int, one_of(sorted(PUNTOS))]

    def __post_init__(self) -> None:
        if self.value not in PUNTOS:
            raise refuse("cientos.punto_value", "punto", value=self.value, allowed=_PUNTOS_ALLOWED)

    @property
    def worth(self) -> int:
        """Return one point for each ten of the punto; five or more above a ten count as another
        ten.
        """
        return (self.value + 5) // 10

    def __str__(self) -> str:
        return f"p{_side_sign(self.side)}{self.value}"


@dataclass(frozen=True, slots=True)
class Secansa:
    """A secansa: cards of one suit in a row, named by their number and the highest card.

    `side` is None if the best secansas of both sides are equal. Equal secansas have different
    suits, and the line states no suit. Otherwise the line may omit the suit.

    >>> print(Secansa(0, 5, "R", "o"), Secansa(None, 3, "A"))
    sA5Ro s=3A
    """

    side: EitherSide | None
    length: Annotated[int, whole_number(3, 8, "cientos.secansa_length", CODES)]
    top: Annotated[str, bounded_word(RANKS[:6])]
    suit: Annotated[str, bounded_word(SUITS, "cientos.secansa_suit", CODES)] | None = None

    def __post_init__(self) -> None:
        check_bounds(self, "length", field="secansas")
        if len(self.top) != 1 or self.top not in possible_tops(self.length):
            params = {
                "value": self.top,
                "length": self.length,
                "allowed": list(possible_tops(self.length)),
            }
            raise refuse("cientos.secansa_top", "secansas", **params)
        check_bounds(self, "suit", field="secansas")
        if self.suit is not None and self.side is None:
            raise refuse("cientos.tied_suit", "secansas", value=self.suit)

    @property
    def worth(self) -> int:
        return SECANSA_WORTH[self.length]

    @property
    def calidades(self) -> int:
        """Return one calidad for a quinta, two for a sexta, and so on; 0 for a shorter secansa."""
        return max(self.length - 4, 0)

    @property
    def mask(self) -> int:
        return RUNS_FROM[self.length, self.top]

    def __str__(self) -> str:
        return f"s{_side_sign(self.side)}{self.length}{self.top}{self.suit or ''}"


@dataclass(frozen=True, slots=True)
class Catorce:
    """A catorce (the four cards of a rank) or a trío (three cards of a rank).

    >>> print(Catorce(0, "R"), Catorce(0, "S", cards=3))
    cAR tAS
    """

    side: EitherSide
    rank: Annotated[str, bounded_word(CATORCE_RANKS, "cientos.catorce_rank", CODES)]
    cards: Annotated[int, one_of(CATORCE_WORTH, "cientos.catorce_cards", CODES)] = 4

    def __post_init__(self) -> None:
        check_bounds(self, field="catorces")

    @property
    def worth(self) -> int:
        return CATORCE_WORTH[self.cards]

    def __str__(self) -> str:
        return f"{'c' if self.cards == 4 else 't'}{side_name(self.side)}{self.rank}"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault noticed in play: one of FAULTS. All except a missing card void the announcements.

    >>> print(Fault(0, "mas"), Fault(1, "falso")), Fault(0, "menos").voids
    x+A xfB
    (None, False)
    """

    side: EitherSide
    cause: Annotated[str, bounded_word(FAULTS, "cientos.fault_cause", CODES)]

    def __post_init__(self) -> None:
        check_bounds(self, field="faults")

    @property
    def voids(self) -> bool:
        return self.cause != "menos"

    def __str__(self) -> str:
        return f"x{FAULTS[self.cause]}{side_name(self.side)}"
