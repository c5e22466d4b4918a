"""Decisions of the judge as lines of the acta, for cases that the articles leave to him."""

from dataclasses import dataclass
from typing import Annotated

from rules.codec import check_bounds, tagged_form
from rules.kinds import EitherSide, Reason, one_per_side, whole_number
from rules.lines import LineWithReason
from rules.reading import Tally, side_name
from rules.zanga.codes import CODES, refuse
from rules.zanga.seats import VALES, Seat, seat_name

_VALES = whole_number(0, VALES, "zanga.vales_range", CODES)


@dataclass(frozen=True, slots=True)
class PartidaRuling(LineWithReason):
    """A ruling that awards the partida in play.

    >>> print(PartidaRuling(0, "señas"))
    arbitro partida A: señas
    """

    winner: EitherSide
    reason: Reason

    def __str__(self) -> str:
        return f"arbitro partida {side_name(self.winner)}: {self.reason}"


@dataclass(frozen=True, slots=True)
class VoidRuling(LineWithReason):
    """A ruling that voids the hand: the same player deals again, at no cost in vales (Rulings Z15).

    >>> print(VoidRuling("no ofreció el corte"))
    arbitro anula: no ofreció el corte
    """

    reason: Reason

    def __str__(self) -> str:
        return f"arbitro anula: {self.reason}"


@dataclass(frozen=True, slots=True)
class ValesRuling(LineWithReason):
    """A ruling that sets the vales of A, of B and in the middle after the hand (Rulings Z12).

    >>> print(ValesRuling((20, 8), 4, "renuncio de las dos parejas"))
    arbitro vales 20-8-4: renuncio de las dos parejas
    """

    vales: Annotated[Tally, one_per_side(_VALES)]
    middle: Annotated[int, _VALES]
    reason: Reason

    def __post_init__(self) -> None:
        LineWithReason.__post_init__(self)
        check_bounds(self, field="vales")
        total = sum(self.vales) + self.middle
        if total != VALES:
            raise refuse("zanga.vales_sum", "vales", value=total, allowed=VALES)

    def __str__(self) -> str:
        return f"arbitro vales {self.vales[0]}-{self.vales[1]}-{self.middle}: {self.reason}"


@dataclass(frozen=True, slots=True)
class ManoRuling(LineWithReason):
    """A ruling that names the mano of the next hand.

    >>> print(ManoRuling(3, "dio quien no le tocaba"))
    arbitro mano B2: dio quien no le tocaba
    """

    mano: Seat
    reason: Reason

    def __str__(self) -> str:
        return f"arbitro mano {seat_name(self.mano)}: {self.reason}"


Ruling = PartidaRuling | VoidRuling | ValesRuling | ManoRuling

RULINGS = tagged_form(
    "ruling",
    {"partida": PartidaRuling, "anula": VoidRuling, "vales": ValesRuling, "mano": ManoRuling},
)
