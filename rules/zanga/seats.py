"""Four seats, thirty-two vales, eight bazas: what bidding, hands and rulings all speak of."""

from rules.core import Side

Seat = int  # 0–3, a place in SEATS
Pair = tuple[int, int]  # A's and B's

SEATS = ("A1", "B1", "A2", "B2")  # to the right: each plays after the one before
VALES = 32
EACH = 16
BAZAS = 8
TO_WIN = 5  # bazas that make a hand, and «las cinco»


def seat_name(seat: Seat) -> str:
    return SEATS[seat]


def side_of_seat(seat: Seat) -> Side:
    """The pair that sits there.

    >>> [side_of_seat(seat) for seat in range(4)]
    [0, 1, 0, 1]
    """
    return seat % 2


def to_the_right(seat: Seat, places: int = 1) -> Seat:
    """Return the seat that speaks and plays that many places later.

    >>> seat_name(to_the_right(SEATS.index("B2")))
    'A1'
    """
    return (seat + places) % 4


def pie(mano: Seat) -> Seat:
    """Return the seat that deals and speaks last: at the left of the mano.

    >>> seat_name(pie(SEATS.index("A1")))
    'B2'
    """
    return to_the_right(mano, 3)
