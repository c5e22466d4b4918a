"""The four seats, thirty-two vales and eight bazas of zanga."""

from typing import Annotated

from rules.core import Side
from rules.kinds import Kind, enumeration_schema
from rules.zanga.codes import refuse

SEATS = ("A1", "B1", "A2", "B2")  # to the right, in order of play
VALES = 32
VALES_EACH = 16
BAZAS = 8
BAZAS_TO_WIN = 5  # bazas that win a hand, and «las cinco»


def seat_of(name: object, field: str = "mano") -> int:
    """Return the seat of a name like «A1»; raises `not_a_seat`."""
    if not isinstance(name, str) or name not in SEATS:
        raise refuse("zanga.not_a_seat", field, value=name, allowed=SEATS)
    return SEATS.index(name)


def seat_name(seat: int) -> str:
    return SEATS[seat]


# The kind of a seat: 0–3, an index of SEATS.
Seat = Annotated[int, Kind(enumeration_schema(SEATS), seat_of, seat_name, lambda seat: seat ^ 1)]


def side_of_seat(seat: Seat) -> Side:
    """Return the pair of a seat.

    >>> [side_of_seat(seat) for seat in range(4)]
    [0, 1, 0, 1]
    """
    return seat % 2


def seat_to_right(seat: Seat, places: int = 1) -> Seat:
    """Return the seat that is `places` seats to the right, in order of play.

    >>> seat_name(seat_to_right(SEATS.index("B2")))
    'A1'
    """
    return (seat + places) % 4


def pie(mano: Seat) -> Seat:
    """Return the pie, the seat left of the mano, which deals and speaks last.

    >>> seat_name(pie(SEATS.index("A1")))
    'B2'
    """
    return seat_to_right(mano, 3)
