"""The lines of a free score."""

from dataclasses import dataclass
from typing import Annotated

from rules.codec import Member, check_bounds, variants
from rules.core import SIDE_NAMES, Side, refusal
from rules.kinds import Kind, Reason, a_side, one_per_side, whole_number, word_kind
from rules.lines import End, Forfeit, LineWithReason, Stop, line_codec
from rules.marcador.codes import CODES, refuse
from rules.marcador.options import MOST_SIDES, MOST_TANTOS, Numbers
from rules.reading import side_name

MOST_MANOS = 999  # manos in one line
MOST_LINE_TANTOS = MOST_TANTOS * MOST_MANOS  # tantos of a side in one line
MOST_JUEGOS = 99

ASide = Annotated[Side, a_side(MOST_SIDES)]
_SIDE_NUMBERS = one_per_side(whole_number(-MOST_LINE_TANTOS, MOST_LINE_TANTOS), 2, MOST_SIDES)
_JUEGOS = whole_number(0, MOST_JUEGOS, "marcador.juegos_range", CODES)
_MANOS = whole_number(1, MOST_MANOS, "marcador.manos_range", CODES)


@dataclass(frozen=True, slots=True)
class Mano:
    """The points of each side in a mano, or the sums of each side's points in several manos.

    >>> print(Mano((40, 25)), "·", Mano((3, -1, -1, -1)), "·", Mano((180, 96), manos=8))
    40-25 · 3 -1 -1 -1 · manos 8 180-96
    """

    points: Annotated[Numbers, _SIDE_NUMBERS]
    manos: Annotated[int, _MANOS] = 1

    def __post_init__(self) -> None:
        _check_sides(self.points, "points")
        check_bounds(self)
        high = MOST_TANTOS * self.manos
        for number in self.points:
            if abs(number) > high:
                raise refuse("marcador.tantos_range", "points", value=number, high=high)

    def __str__(self) -> str:
        text = numbers_text(self.points)
        return text if self.manos == 1 else f"manos {self.manos} {text}"


@dataclass(frozen=True, slots=True)
class Juego:
    """A juego with only its winner recorded; `winner` is None if it was drawn.

    >>> print(Juego(0), "·", Juego(None))
    juego A · juego tablas
    """

    winner: ASide | None

    def __str__(self) -> str:
        return f"juego {'tablas' if self.winner is None else side_name(self.winner)}"


@dataclass(frozen=True, slots=True)
class Juegos:
    """Several juegos with only each side's wins recorded.

    >>> print(Juegos((3, 1)))
    juegos 3-1
    """

    juegos: Annotated[Numbers, one_per_side(_JUEGOS, 2, MOST_SIDES)]

    def __post_init__(self) -> None:
        _check_sides(self.juegos, "juegos")
        check_bounds(self)
        if not any(self.juegos):
            raise refuse("marcador.juegos_none", "juegos")

    def __str__(self) -> str:
        return f"juegos {numbers_text(self.juegos)}"


RULINGS = ("aviso", "tantos", "mano", "juego", "partida")

Amounts = tuple[tuple[Side, int], ...]


def _amounts_kind() -> Kind:
    """Return the kind of an object with a member for each side that gains or loses tantos."""
    letter, number = a_side(MOST_SIDES), whole_number(-MOST_TANTOS, MOST_TANTOS)

    def read(value: object, field: str) -> Amounts:
        if not isinstance(value, dict):
            raise refusal("json_not_object", field, value=value)
        if not value:
            raise refusal("json_missing", field, allowed=list(SIDE_NAMES))
        return tuple((letter.read(side, field), number.read(value[side], field)) for side in value)

    return Kind(
        {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": False,
            "properties": {name: {**number.schema, "not": {"const": 0}} for name in SIDE_NAMES},
        },
        read,
        lambda amounts: {letter.write(side): amount for side, amount in amounts},
        lambda amounts: tuple((letter.mirror(side), amount) for side, amount in amounts[::-1]),
    )


@dataclass(frozen=True, slots=True)
class Ruling(LineWithReason):
    """A decision of the judge, with his reason.

    `aviso` is a warning; `tantos` gives or takes tantos from some sides; `mano` sets the points of
    one or several manos, even with a sum that the options exclude; `juego` and `partida` give the
    juego in play or the match to a side.

    >>> print(Ruling("tantos", "señas", amounts=((0, 5), (1, -5))))
    arbitro A+5 B-5: señas
    >>> print(Ruling("mano", "se tendió", points=(162, 0)), "·", Ruling("aviso", "tarde", side=1))
    arbitro mano 162-0: se tendió · arbitro aviso B: tarde
    >>> print(Ruling("mano", "así lo firman", points=(1000, 940), manos=12))
    arbitro manos 12 1000-940: así lo firman
    """

    act: Annotated[str, word_kind(RULINGS), Member("ruling")]
    reason: Reason
    side: ASide | None = None
    points: Annotated[Numbers, _SIDE_NUMBERS] = ()
    amounts: Annotated[Amounts, _amounts_kind(), Member("tantos")] = ()
    manos: Annotated[int, _MANOS, Member(default=1, brief=True)] = 1

    def __post_init__(self) -> None:
        LineWithReason.__post_init__(self)
        if self.act == "mano":
            Mano(self.points, self.manos)
        for place, (side, amount) in enumerate(self.amounts):
            if not amount:
                raise refuse("marcador.ruling_zero", "tantos", side=side_name(side))
            if abs(amount) > MOST_TANTOS:
                raise refuse("marcador.tantos_range", "tantos", value=amount, high=MOST_TANTOS)
            if side in (other for other, _amount in self.amounts[:place]):
                raise refuse("marcador.ruling_twice", "tantos", side=side_name(side))

    def __str__(self) -> str:
        if self.act == "tantos":
            act = " ".join(f"{side_name(side)}{amount:+}" for side, amount in self.amounts)
        elif self.act == "mano":
            first_words = "mano" if self.manos == 1 else f"manos {self.manos}"
            act = f"{first_words} {numbers_text(self.points)}"
        else:
            act = f"{self.act} {side_name(self.side or 0)}"
        return f"arbitro {act}: {self.reason}"


Hand = Mano | Juego | Juegos | End | Ruling | Forfeit | Stop

CODEC = line_codec(
    "Marcador libre",
    MOST_SIDES,
    {
        "mano": Mano,
        "juego": Juego,
        "juegos": Juegos,
        "end": End,
        "ruling": variants(
            Ruling,
            "ruling",
            "act",
            {
                "aviso": ("side",),
                "juego": ("side",),
                "partida": ("side",),
                "mano": ("points", "manos"),
                "tantos": ("amounts",),
            },
            null=None,
        ),
    },
)


def numbers_text(numbers: Numbers) -> str:
    """Return the numbers of the sides as text in the notation.

    >>> numbers_text((40, 25, 0)), numbers_text((-20, 20))
    ('40-25-0', '-20 20')
    """
    return ("-" if min(numbers) >= 0 else " ").join(map(str, numbers))


def numbers_of(text: str) -> Numbers:
    """Return the numbers that `numbers_text` wrote.

    >>> numbers_of("40-25-0"), numbers_of("-20 20")
    ((40, 25, 0), (-20, 20))
    """
    return tuple(map(int, text.split(" " if " " in text else "-")))


def _check_sides(numbers: Numbers, field: str) -> None:
    if not 2 <= len(numbers) <= MOST_SIDES:
        allowed = f"2–{MOST_SIDES}"
        raise refuse("marcador.sides_count", field, value=len(numbers), allowed=allowed)
