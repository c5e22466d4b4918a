"""Lines that record only amounts: the result of a hand or of a vuelta, and the plate."""

from dataclasses import dataclass
from typing import Annotated

from rules.codec import BoundedFields, Member
from rules.core import Side
from rules.kinds import one_per_side, whole_number, word_kind
from rules.reading import Tally, side_name, sign_and_side
from rules.revesino.cards import SEATS, ASide
from rules.revesino.codes import CODES

MOST_AMOUNT = 1000  # tantos of a player in one line
_AMOUNT = whole_number(-MOST_AMOUNT, MOST_AMOUNT, "revesino.amounts_range", CODES)
Amounts = Annotated[Tally, one_per_side(_AMOUNT, SEATS)]


RESULTS = {"mano": 1, "vuelta": SEATS}  # the number of hands in each result


@dataclass(frozen=True, slots=True)
class Result(BoundedFields):
    """A hand, or a whole vuelta, with only each player's gain or loss recorded.

    >>> print(Result("mano", (8, -4, -4, 0)))
    mano 8 -4 -4 0
    """

    unit: Annotated[str, word_kind(RESULTS), Member("of")]
    amounts: Amounts
    dealer: ASide | None = None

    def __str__(self) -> str:
        return " ".join([f"{self.unit} {spaced_text(self.amounts)}", *last_words((), self.dealer)])


@dataclass(frozen=True, slots=True)
class Plate(BoundedFields):
    """The sum that each player puts in the plate; negative if he takes it back.

    >>> print(Plate((16, 16, 16, 16)))
    platillo 16 16 16 16
    """

    amounts: Amounts

    def __str__(self) -> str:
        return f"platillo {spaced_text(self.amounts)}"


def last_words(renuncios: tuple[Side, ...], dealer: Side | None) -> list[str]:
    """Return the last words of the line of a hand: its renuncios and its dealer."""
    return [f"r{side_name(side)}" for side in renuncios] + sign_and_side("d", dealer)


def spaced_text(amounts: Tally) -> str:
    return " ".join(str(amount) for amount in amounts)
