"""Void hands, faults with their price, and the referee's rulings."""

from dataclasses import dataclass
from typing import Annotated

from rules.codec import Member, check_bounds, tagged_form
from rules.kinds import Reason, word_kind
from rules.lines import LineWithReason
from rules.reading import side_name, sign_and_side
from rules.revesino.cards import SEATS, ASide
from rules.revesino.codes import refuse
from rules.revesino.results import Amounts, last_words, spaced_text


@dataclass(frozen=True, slots=True)
class VoidHand:
    """A void hand, dealt again by the same player or, with `passes`, by the next player.

    >>> print(VoidHand(), "·", VoidHand(passes=True))
    nula · nula pasa
    """

    passes: bool = False
    dealer: ASide | None = None

    def __str__(self) -> str:
        words = ["nula", "pasa"] if self.passes else ["nula"]
        return " ".join(words + last_words((), self.dealer))


# For each fault, the number of partidas that it costs, of four tantos each, and whether one player
# drawn by lot collects them.
FAULTS = {
    "descarte": (2, True),  # changed a discard or took another's card: the hand is void
    "doble": (2, False),  # discarded two cards or twice: two partidas to each; the hand is void
    "repite": (1, True),  # another renuncio, after one already paid
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault whose price the reglamento sets.

    `payee` is the player drawn by lot to collect the price; None if the fault is paid to each
    player. `dealer` is the player who deals, if the record does not show the dealer yet.

    >>> print(Fault("descarte", 0, 2, dealer=0), "·", Fault("doble", 1))
    falta descarte A C dA · falta doble B
    """

    fault: Annotated[str, word_kind(FAULTS)]
    side: ASide
    payee: Annotated[ASide | None, Member("to")] = None
    dealer: ASide | None = None

    def __post_init__(self) -> None:
        _, paid_to_one = FAULTS[self.fault]
        if paid_to_one and self.payee in (None, self.side):
            rivals = [side_name(side) for side in range(SEATS) if side != self.side]
            raise refuse("revesino.fault_to", "to", allowed=rivals)
        if not paid_to_one and self.payee is not None:
            raise refuse("revesino.fault_each", "to", value=side_name(self.payee))

    @property
    def void(self) -> bool:
        """Return whether the hand is dealt again."""
        return self.fault != "repite"

    def __str__(self) -> str:
        words = ["falta", self.fault, side_name(self.side), *sign_and_side("", self.payee)]
        return " ".join(words + last_words((), self.dealer))


RULING_ACTS = ("mano", "tantos")


@dataclass(frozen=True, slots=True)
class Ruling(LineWithReason):
    """A ruling of the referee: "mano" settles the hand in play, "tantos" moves tantos between
    hands.

    >>> print(Ruling("mano", (4, 4, 4, -12), "D tenía doce cartas"))
    arbitro mano 4 4 4 -12: D tenía doce cartas
    """

    act: Annotated[str, word_kind(RULING_ACTS), Member("ruling")]
    amounts: Amounts
    reason: Reason

    def __post_init__(self) -> None:
        LineWithReason.__post_init__(self)
        check_bounds(self)
        if total := sum(self.amounts):
            raise refuse("revesino.amounts_sum", "amounts", value=total, allowed=0)

    def __str__(self) -> str:
        return f"arbitro {self.act} {spaced_text(self.amounts)}: {self.reason}"


@dataclass(frozen=True, slots=True)
class DealerRuling(LineWithReason):
    """A ruling of the referee that names the dealer of the next hand.

    >>> print(DealerRuling(1, "dio dos veces A"))
    arbitro pie B: dio dos veces A
    """

    dealer: ASide
    reason: Reason

    def __str__(self) -> str:
        return f"arbitro pie {side_name(self.dealer)}: {self.reason}"


RULINGS = tagged_form("ruling", {RULING_ACTS: Ruling, "pie": DealerRuling})
