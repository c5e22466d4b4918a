"""The acts of a hand, in order, as the players say them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from rules.codec import Member, record, tagged_form
from rules.core import Side
from rules.kinds import a_side, code_kind, list_kind, one_of, or_null, whole_number
from rules.reading import side_name
from rules.truco.codes import refuse

SIDES = 3  # the number of side letters in the notation; `play` checks that the match has the side
ASide = Annotated[Side, a_side(SIDES)]
SeatNumber = Annotated[int, whole_number(1, 3)]

# The chants as the notation writes them, with their names in JSON.
ENVIDOS = {"e": "envido", "re": "real_envido", "fe": "falta_envido"}
TRUCOS = {"t": "truco", "rt": "retruco", "v4": "vale_cuatro"}
CHANTS = ENVIDOS | TRUCOS
VALID_TANTOS = frozenset({*range(8), *range(20, 34)})


def _chant_field(act: Mapping[str, object]) -> str:
    """Return the field that errors of a chant in JSON name: envido or truco."""
    return "envido" if act["chant"] in ENVIDOS.values() else "truco"


@dataclass(frozen=True, slots=True)
class Chant:
    """A chant by a side: one of CHANTS.

    >>> print(Chant(0, "re"))
    Are
    """

    side: Annotated[ASide, Member(field=_chant_field)]
    chant: Annotated[str, code_kind(CHANTS)]

    def __str__(self) -> str:
        return f"{side_name(self.side)}{self.chant}"


@dataclass(frozen=True, slots=True)
class Answer:
    """«Quiero» or «no quiero», by the side that heard the chant."""

    querido: Annotated[bool, Member(field="answer")]

    def __str__(self) -> str:
        return "q" if self.querido else "n"


@dataclass(frozen=True, slots=True)
class Tanto:
    """The number that a side declares, 0–7 or 20–33, and the player who said it.

    `seat` is the number of the player in his side, 1, 2 or 3; None if the record does not show him
    (Rulings T5).
    """

    value: Annotated[int, one_of(sorted(VALID_TANTOS))]
    seat: SeatNumber | None = None

    def __post_init__(self) -> None:
        if self.value not in VALID_TANTOS:
            raise refuse("truco.tanto_value", "tantos", value=self.value, allowed="0–7, 20–33")
        if self.seat is not None and not 1 <= self.seat <= 3:
            raise refuse("truco.seat_unknown", "tantos", value=self.seat, allowed="1, 2, 3")

    def __str__(self) -> str:
        return f"{self.value}" if self.seat is None else f"{self.value}.{self.seat}"


_DECLARATIONS = list_kind(or_null(record(Tanto)), max_length=SIDES, sides=True, minItems=2)


@dataclass(frozen=True, slots=True)
class Tantos:
    """The tantos that each side declared, A first; None stands for «son buenas» (4.4.2).

    >>> print(Tantos((Tanto(31), None)), Tantos((Tanto(27, 2), Tanto(27, 1))))
    31-b 27.2-27.1
    """

    declarations: Annotated[tuple[Tanto | None, ...], _DECLARATIONS, Member("tantos")]

    def __post_init__(self) -> None:
        if not 2 <= len(self.declarations) <= 3:
            raise refuse(
                "truco.tantos_count", "tantos", value=len(self.declarations), allowed="2, 3"
            )
        if not any(self.declarations):
            raise refuse("truco.tantos_all_buenas", "tantos")

    def __str__(self) -> str:
        return "-".join("b" if tanto is None else str(tanto) for tanto in self.declarations)


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the truco and its winner; None for a parda."""

    winner: Annotated[ASide | None, Member(field="rounds")]

    def __str__(self) -> str:
        return "p" if self.winner is None else side_name(self.winner)


@dataclass(frozen=True, slots=True)
class Mazo:
    """A side that goes al mazo with all its players, which ends the hand."""

    side: Annotated[ASide, Member(field="mazo")]

    def __str__(self) -> str:
        return f"m{side_name(self.side)}"


@dataclass(frozen=True, slots=True)
class TrucoWinner:
    """A truco with only its winning side recorded, without the rounds."""

    side: Annotated[ASide, Member(field="rounds")]

    def __str__(self) -> str:
        return f"={side_name(self.side)}"


Act = Chant | Answer | Tantos | Round | Mazo | TrucoWinner
ACT = record(
    tagged_form(
        "act",
        {
            "chant": Chant,
            "answer": Answer,
            "tantos": Tantos,
            "round": Round,
            "mazo": Mazo,
            "won": TrucoWinner,
        },
    )
)

# The faults of a hand, by their sign in the notation.
FAULTS = {
    "s": "not_shown",  # the winner of the envido did not show the tantos (4.6.5, 4.6.7)
    "x": "wrong_tantos",  # declared a number that the shown cards do not make (4.6.1, 4.6.9)
    "+": "extra_cards",  # had too many cards, noticed after the hand (6.4.3)
    "i": "infraction",  # broke the rules of the pica-pica (10.4.1)
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of `side` in the hand: one of FAULTS.

    >>> print(Fault("s", 1))
    sB
    """

    kind: Annotated[str, code_kind(FAULTS), Member("fault")]
    side: ASide

    def __str__(self) -> str:
        return f"{self.kind}{side_name(self.side)}"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: the side and the number within it. Seats run A1, B1, A2, B2 … to the right.

    >>> print(Seat(0), Seat(1, 2))
    A B2
    """

    side: ASide
    number: Annotated[SeatNumber, Member("seat")] = 1

    def __post_init__(self) -> None:
        if not 1 <= self.number <= 3:
            raise refuse("truco.seat_unknown", "dealer", value=self.number, allowed="1, 2, 3")

    def __str__(self) -> str:
        return f"{side_name(self.side)}{self.number if self.number > 1 else ''}"


SeatOrNull = Annotated[Seat | None, or_null(record(Seat))]
