"""The lines of an acta of cientos."""

from dataclasses import dataclass
from typing import Annotated

from rules.cientos.codes import CODES, VOIDS
from rules.cientos.deal import Deal
from rules.codec import BoundedFields, Member, check_bounds, tagged_form
from rules.kinds import EitherSide, Reason, bounded_word, one_per_side, whole_number
from rules.lines import Forfeit, LineWithReason, Stop, line_codec
from rules.reading import Tally, dashed_text, side_name

MOST_CALIDADES = 99  # calidades of a side in a juego
MOST_POINTS = 200  # points of a side in a hand: more than any cards can make

_CALIDADES = whole_number(0, MOST_CALIDADES, "cientos.calidades_range", CODES)
_POINTS = whole_number(0, MOST_POINTS, "cientos.points_range", CODES)
Calidades = Annotated[Tally, one_per_side(_CALIDADES)]


@dataclass(frozen=True, slots=True)
class VoidHand(BoundedFields):
    """A void hand; `cause` is one of VOIDS. The proper dealer deals again.

    >>> print(VoidHand("repetida"))
    nula repetida
    """

    cause: Annotated[str, bounded_word(VOIDS, "cientos.void_cause", CODES)]

    def __str__(self) -> str:
        return f"nula {self.cause}"


@dataclass(frozen=True, slots=True)
class Juego(BoundedFields):
    """A juego, or the rest of a juego in play, with only the result recorded.

    `calidades` are the calidades that A and B won in the hands; the calidad that the juego itself
    pays is not among them.

    >>> print(Juego(0), "·", Juego(1, double=True, calidades=(1, 4)))
    juego A · juego B doble 1-4
    """

    winner: EitherSide
    double: bool = False
    calidades: Calidades = (0, 0)

    def __str__(self) -> str:
        words = f"juego {side_name(self.winner)}{' doble' if self.double else ''}"
        return words + (f" {dashed_text(self.calidades)}" if any(self.calidades) else "")


@dataclass(frozen=True, slots=True)
class JuegoRuling(LineWithReason):
    """A ruling that awards the juego in play, single or double.

    >>> print(JuegoRuling(0, False, "señas"))
    arbitro juego A: señas
    """

    winner: EitherSide
    double: Annotated[bool, Member(default=False)]
    reason: Reason

    def __str__(self) -> str:
        double = " doble" if self.double else ""
        return f"arbitro juego {side_name(self.winner)}{double}: {self.reason}"


@dataclass(frozen=True, slots=True)
class JuegoVoidRuling(LineWithReason):
    """A ruling that voids the juego in play and the calidades paid in it.

    >>> print(JuegoVoidRuling("baraja corta"))
    arbitro anula: baraja corta
    """

    reason: Reason

    def __str__(self) -> str:
        return f"arbitro anula: {self.reason}"


@dataclass(frozen=True, slots=True)
class HandRuling(LineWithReason):
    """A ruling that sets the result of a hand: the points of A and B, and their calidades if they
    won any.

    >>> print(HandRuling((34, 12), (2, 0), "los dos con carta de más"))
    arbitro mano 34-12 2-0: los dos con carta de más
    """

    points: Annotated[Tally, one_per_side(_POINTS)]
    calidades: Annotated[Calidades, Member(default=(0, 0))]
    reason: Reason

    def __post_init__(self) -> None:
        check_bounds(self)
        LineWithReason.__post_init__(self)

    def __str__(self) -> str:
        calidades = f" {dashed_text(self.calidades)}" if any(self.calidades) else ""
        return f"arbitro mano {dashed_text(self.points)}{calidades}: {self.reason}"


Hand = Deal | VoidHand | Juego | JuegoRuling | JuegoVoidRuling | HandRuling | Forfeit | Stop

CODEC = line_codec(
    "Cientos",
    sides=2,
    kinds={
        "deal": Deal,
        "void": VoidHand,
        "juego": Juego,
        "ruling": tagged_form(
            "ruling", {"juego": JuegoRuling, "anula": JuegoVoidRuling, "mano": HandRuling}
        ),
    },
)
