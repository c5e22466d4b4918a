"""The seats of a table, the mano, and the bandos.

Seats are numbered from 0 to the right: A1, B1, A2, B2, A3, B3; in the gallo A, B, C or, if the pair
is fixed, A1, B, A2. A *bando* is 0 or 1: the side itself, or in the rotating gallo 0 for the lone
player and 1 for the pair against him.
"""

from dataclasses import dataclass
from functools import lru_cache

from rules.core import SIDE_NAMES, Side, refusal
from rules.truco.acts import Seat, Tantos
from rules.truco.codes import refuse
from rules.truco.options import Options


def side_at(seat: int, options: Options) -> Side:
    """Return the side of the player at a seat."""
    return seat if options.rotates else seat % 2


def seat_at(index: int, options: Options) -> Seat:
    """Return the seat (a side and a number) with this index."""
    return Seat(index) if options.rotates else Seat(index % 2, index // 2 + 1)


def seat_name(index: int, options: Options) -> str:
    """Return the name of a seat: «A2», the letter of the side and the player's number, or only the
    letter of a lone player.
    """
    seat = seat_at(index, options)
    letter = SIDE_NAMES[seat.side]
    return f"{letter}{seat.number}" if options.players > options.sides else letter


def seat_index(seat: Seat, options: Options, field: str = "dealer") -> int:
    """Return the index of a seat; raises `truco.seat_unknown`."""
    index = seat.side if options.rotates else 2 * (seat.number - 1) + seat.side
    if (
        seat.side >= options.sides
        or index >= options.players
        or (options.rotates and seat.number > 1)
    ):
        allowed = ", ".join(
            str(seat_at(index_in_table, options)) for index_in_table in range(options.players)
        )
        raise refuse("truco.seat_unknown", field, value=str(seat), allowed=allowed)
    return index


def check_side(side: Side, options: Options, field: str) -> None:
    """Raise `not_a_side` if this form of the game does not have the side."""
    if side >= options.sides:
        allowed = ", ".join(SIDE_NAMES[: options.sides])
        raise refusal("not_a_side", field, value=SIDE_NAMES[side], allowed=allowed)


@dataclass(frozen=True, slots=True)
class Seating:
    """The seating of the next hand.

    `dealer` is the dealer's seat, None if the record does not show the dealer. `duel` is 1, 2 or 3
    in the pica-pica and 0 if all players play. `bandos` has the bando of each side.
    """

    options: Options
    dealer: int | None
    duel: int
    bandos: tuple[int, ...]

    def bando(self, side: Side, field: str) -> int:
        if side >= len(self.bandos):
            check_side(side, self.options, field)
        return self.bandos[side]

    def mano(self) -> int:
        """Return the mano's seat: right of the dealer or, in the pica-pica, of the last mano.

        Raises `truco.dealer_missing` if the record does not show the dealer.
        """
        if self.dealer is None:
            raise refuse("truco.dealer_missing", "dealer")
        return (self.dealer + (self.duel or 1)) % self.options.players

    def duelists(self) -> tuple[int, int]:
        """Return the two seats of this hand of the pica-pica: the mano and the opposite seat
        (10.2).
        """
        return self.mano(), (self.mano() + 3) % 6

    def mano_bando(self) -> int:
        """Return the bando of the mano."""
        return self.bandos[side_at(self.mano(), self.options)]

    def distance(self, seat: int) -> int:
        """Return the number of seats from the mano to `seat`."""
        return (seat - self.mano()) % self.options.players

    def envido_bando(self, tantos: Tantos) -> int:
        """Return the bando that wins the envido: the highest tantos, then the seat nearest the mano
        (Rulings T5).
        """
        declarations = tantos.declarations
        if len(declarations) != len(self.bandos):
            allowed = len(self.bandos)
            raise refuse("truco.tantos_count", "tantos", value=len(declarations), allowed=allowed)
        for side, tanto in enumerate(declarations):
            if tanto is not None and tanto.seat is not None:
                self._check_seat(Seat(side, tanto.seat))
        top = max(tanto.value for tanto in declarations if tanto is not None)
        top_sides = [
            side
            for side, tanto in enumerate(declarations)
            if tanto is not None and tanto.value == top
        ]
        if len({self.bandos[side] for side in top_sides}) == 1:
            return self.bandos[top_sides[0]]
        seats = [self._seat_of(side, tantos) for side in top_sides]
        if any(seat is None for seat in seats):
            return self.mano_bando()
        nearest = min((seat for seat in seats if seat is not None), key=self.distance)
        return self.bandos[side_at(nearest, self.options)]

    def _seat_of(self, side: Side, tantos: Tantos) -> int | None:
        """Return the seat of the player who declared for a side; None if neither the record nor the
        game shows him.
        """
        if self.options.players == 2 or self.options.rotates:
            return side
        if self.duel:
            return next(seat for seat in self.duelists() if seat % 2 == side)
        if self.options.players == 3 and side == 1:
            return 1
        tanto = tantos.declarations[side]
        return None if tanto is None or tanto.seat is None else 2 * (tanto.seat - 1) + side

    def _check_seat(self, seat: Seat) -> None:
        index = seat_index(seat, self.options, "tantos")
        if self.duel and self.dealer is not None and index not in self.duelists():
            allowed = ", ".join(
                str(seat_at(index_in_table, self.options)) for index_in_table in self.duelists()
            )
            raise refuse("truco.seat_not_in_duel", "tantos", value=str(seat), allowed=allowed)


@lru_cache(maxsize=256)
def seating(options: Options, dealer: int | None, duel: int, gallo: Side | None) -> Seating:
    """Return the seating of a hand dealt by `dealer`; in the rotating gallo, `gallo` plays alone
    or, if it is None, the dealer.

    Raises `truco.gallo_missing` in the rotating gallo if nothing shows who plays alone, and
    `truco.gallo_not_played` for a `gallo` in any other form of the game.
    """
    if not options.rotates:
        if gallo is not None:
            raise refuse("truco.gallo_not_played", "gallo", value=SIDE_NAMES[gallo])
        return Seating(options, dealer, duel, (0, 1))
    lone_side = dealer if gallo is None else gallo
    if lone_side is None:
        raise refuse("truco.gallo_missing", "gallo")
    return Seating(options, dealer, duel, tuple(int(side != lone_side) for side in range(3)))
