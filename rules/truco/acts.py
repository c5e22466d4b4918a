"""The acts of a hand, one after another, as the players say them."""

from dataclasses import dataclass

from rules.core import Side
from rules.reading import side_name
from rules.truco.codes import refuse

# The chants as they are written, with their names in the structured form.
ENVIDOS = {"e": "envido", "re": "real_envido", "fe": "falta_envido"}
TRUCOS = {"t": "truco", "rt": "retruco", "v4": "vale_cuatro"}
CHANTS = ENVIDOS | TRUCOS
VALID_TANTOS = frozenset({*range(8), *range(20, 34)})


@dataclass(frozen=True, slots=True)
class Chant:
    """A side chants: one of CHANTS.

    >>> print(Chant(0, "re"))
    Are
    """

    side: Side
    what: str

    def __str__(self) -> str:
        return f"{side_name(self.side)}{self.what}"


@dataclass(frozen=True, slots=True)
class Answer:
    """«Quiero» or «no quiero», by whom the chant was made to."""

    querido: bool

    def __str__(self) -> str:
        return "q" if self.querido else "n"


@dataclass(frozen=True, slots=True)
class Tanto:
    """The number with which a side counts, 0–7 or 20–33, and which of its players said it.

    `seat` is 1, 2 or 3; None where it is not on record (Rulings T5).
    """

    value: int
    seat: int | None = None

    def __post_init__(self) -> None:
        if self.value not in VALID_TANTOS:
            raise refuse("truco.tanto_value", "tantos", value=self.value, allowed="0–7, 20–33")
        if self.seat is not None and not 1 <= self.seat <= 3:
            raise refuse("truco.seat_unknown", "tantos", value=self.seat, allowed="1, 2, 3")

    def __str__(self) -> str:
        return f"{self.value}" if self.seat is None else f"{self.value}.{self.seat}"


@dataclass(frozen=True, slots=True)
class Tantos:
    """The tantos that each side declared, A first; None for «son buenas» (4.4.2).

    >>> print(Tantos((Tanto(31), None)), Tantos((Tanto(27, 2), Tanto(27, 1))))
    31-b 27.2-27.1
    """

    said: tuple[Tanto | None, ...]

    def __post_init__(self) -> None:
        if not 2 <= len(self.said) <= 3:
            raise refuse("truco.tantos_count", "tantos", value=len(self.said), allowed="2, 3")
        if not any(self.said):
            raise refuse("truco.tantos_all_buenas", "tantos")

    def __str__(self) -> str:
        return "-".join("b" if tanto is None else str(tanto) for tanto in self.said)


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the truco: who won it, None for a parda."""

    winner: Side | None

    def __str__(self) -> str:
        return "p" if self.winner is None else side_name(self.winner)


@dataclass(frozen=True, slots=True)
class Mazo:
    """A side goes al mazo with all its players: the hand ends."""

    side: Side

    def __str__(self) -> str:
        return f"m{side_name(self.side)}"


@dataclass(frozen=True, slots=True)
class Won:
    """A side won the truco and the record does not hold the rounds."""

    side: Side

    def __str__(self) -> str:
        return f"={side_name(self.side)}"


Act = Chant | Answer | Tantos | Round | Mazo | Won

# The faults that go with a hand, as they are written.
FAULTS = {
    "s": "not_shown",  # who won the envido did not show it (4.6.5, 4.6.7)
    "x": "wrong_tantos",  # declared a number that the cards shown do not have (4.6.1, 4.6.9)
    "+": "extra_cards",  # had cards too many, seen when the hand was over (6.4.3)
    "i": "infraction",  # broke the rules of the pica-pica (10.4.1)
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of `side` in the hand: one of FAULTS.

    >>> print(Fault("s", 1))
    sB
    """

    kind: str
    side: Side

    def __str__(self) -> str:
        return f"{self.kind}{side_name(self.side)}"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: the side and the number within it. Seats run A1, B1, A2, B2 … to the right.

    >>> print(Seat(0), Seat(1, 2))
    A B2
    """

    side: Side
    number: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.number <= 3:
            raise refuse("truco.seat_unknown", "dealer", value=self.number, allowed="1, 2, 3")

    def __str__(self) -> str:
        return f"{side_name(self.side)}{self.number if self.number > 1 else ''}"
