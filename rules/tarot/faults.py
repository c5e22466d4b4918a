"""The seven faults of Tarot 14: as words in the line of a deal, and as the list for the referee."""

from dataclasses import dataclass
from typing import Annotated

from rules.codec import check_bounds
from rules.kinds import whole_number, word_kind
from rules.penal import HAND, Penal
from rules.penal import Fault as PenalFault
from rules.reading import side_name
from rules.tarot.codes import CODES, refuse
from rules.tarot.options import ASide, Options

VOID, PRIMA = "void", "prima"
EFFECTS = {"n": VOID, "p": PRIMA}  # the effects of a renuncio, by their letter in the notation
_WRITTEN_EFFECT = {effect: letter for letter, effect in EFFECTS.items()} | {None: ""}
RENUNCIOS = (1, 2, 3)
FINES = (4, 5)
WRONG_NUMBER, WRONG_CARDS = 6, 7
LAST_POINT = 7
MOST_FAULTS = 9


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of article 14 of the rules of tarot.

    point: the point of the article that lists the fault; points 1–3 are renuncios.
    effect: the decision of the referee on a renuncio. "void": the deal is annulled if the
        offender's camp wins it; "prima": an adversary of the taker pays the prima (Rulings A11).
        None for points 4–7, which have a fixed penalty.

    >>> print(Fault(2, 4), Fault(2, 1, "prima"))
    fC4 fC1p
    """

    side: ASide
    point: Annotated[int, whole_number(1, LAST_POINT, "tarot.fault_point", CODES)]
    effect: Annotated[str, word_kind(EFFECTS.values())] | None = None

    def __post_init__(self) -> None:
        check_bounds(self, field="faults")
        if self.point in RENUNCIOS and self.effect is None:
            raise refuse("tarot.fault_effect_missing", "faults", value=self.point)
        if self.point not in RENUNCIOS and self.effect is not None:
            raise refuse("tarot.fault_effect_extra", "faults", value=self.point)

    def __str__(self) -> str:
        return f"f{side_name(self.side)}{self.point}{_WRITTEN_EFFECT[self.effect]}"


_FAULTS = tuple(
    PenalFault(
        f"punto_{point}",
        f"Tarot 14.{point}",
        HAND,
        f"f{{side}}{point}n" if point in RENUNCIOS else f"f{{side}}{point}",
    )
    for point in range(1, LAST_POINT + 1)
)


def penal(options: Options) -> Penal:
    return Penal(_FAULTS, units={})
