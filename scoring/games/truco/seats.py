"""The seats in the forms of truco: the possible dealers and their sides."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rules.core import SIDE_NAMES, Score
from rules.truco.options import Options
from rules.truco.score import State, duel_now
from rules.truco.seats import seat_at, seat_name
from scoring.games.lines import LineForm
from scoring.games.numbers import Text


class TrucoForm(LineForm):
    TEMPLATE = "scoring/games/truco/form.html"
    options: Options
    score: Score[State]

    @property
    def dealer_known(self) -> bool:
        """Return whether the record shows the dealer.

        The dealer of the first hand is drawn by lot (Truco 3.1).
        """
        return self.score.state.dealer is not None

    @staticmethod
    def rivals_known(score: Score[State], options: Options) -> bool:
        """Return whether the bandos are known. In the rotating gallo they depend on the dealer, who
        plays alone.
        """
        return not options.rotates or score.state.dealer is not None

    @property
    def duel(self) -> int:
        """Return the number of the next duel in a pica-pica, 0 outside a pica-pica."""
        return duel_now(self.score, self.options)

    @property
    def letters(self) -> list[str]:
        """Return the letters of the sides with which field names end: a, b."""
        return [letter.lower() for letter in SIDE_NAMES[: len(self.titles)]]

    def seats(self, nobody: Text) -> list[tuple[str, Text]]:
        """Return the players as choices in seating order, after the choice `nobody`."""
        players = [(seat_at(index, self.options), index) for index in range(self.options.players)]
        return [
            ("", nobody),
            *(
                (f"{SIDE_NAMES[seat.side]}{seat.number}", self.player(index))
                for seat, index in players
            ),
        ]

    def player(self, index: int) -> str:
        """Return «A2 · Luis Sanz»: a seat and its player, if the titles name him."""
        seat, name = seat_at(index, self.options), seat_name(index, self.options)
        people = self.titles[seat.side].split(" · ")[1:]
        names_known = len(people) * self.options.sides == self.options.players
        return f"{name} · {people[seat.number - 1]}" if names_known else name

    def filling(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the field values that would write this line; a player has the value that `seats`
        gives him.
        """
        values = super().filling(line)
        return (
            None
            if values is None
            else {
                name: f"{value['side']}{value['seat']}" if isinstance(value, dict) else value
                for name, value in values.items()
            }
        )

    def seat(self, name: str) -> dict[str, object] | None:
        """Return the player chosen in this field as JSON."""
        chosen: str = self.cleaned_data.get(name) or ""
        return {"side": chosen[0], "seat": int(chosen[1:])} if chosen else None


# --- Strokes --------------------------------------------------------------------------------------
# Tantos of truco as players draw them: squares of five strokes, malas and buenas apart.
#
# Four strokes are the sides of a square and the fifth its diagonal, like matches on the table. The
# field is 24 by 24, for pages and paper.
Stroke = tuple[float, float, float, float]

INSET, SIDE = 5, 14  # the left and top of a square in its field, and the length of its side
_STROKES = (
    (5, 18.5, 5, 5.5),
    (5.5, 5, 18.5, 5),
    (19, 5.5, 19, 18.5),
    (18.5, 19, 5.5, 19),
    (7, 17, 17, 7),
)


class Square(NamedTuple):
    """A square: the number of strokes drawn in it, and the number that fit: 5, or fewer in the last
    square.
    """

    drawn: int
    room: int

    @property
    def path(self) -> str:
        """Return the drawn strokes as the `d` of an SVG path."""
        return _path(self.strokes)

    @property
    def strokes(self) -> Sequence[Stroke]:
        """Return the drawn strokes, each as its two ends."""
        return _STROKES[: self.drawn]

    @property
    def guide(self) -> str:
        """Return the missing strokes as the `d` of an SVG path."""
        return _path(_STROKES[self.drawn : self.room])


class Half(NamedTuple):
    """The malas or the buenas of one side; `name` is "tantos" if the match has no malas."""

    name: str
    tantos: int
    squares: tuple[Square, ...]


def _path(strokes: Sequence[Stroke]) -> str:
    return "".join(f"M{x:g} {y:g}L{to_x:g} {to_y:g}" for x, y, to_x, to_y in strokes)


def squares(tantos: int, room: int) -> tuple[Square, ...]:
    """Return the squares with `tantos` strokes drawn, which have room for `room` strokes in all.

    >>> squares(7, 12)
    (Square(drawn=5, room=5), Square(drawn=2, room=5), Square(drawn=0, room=2))
    """
    return tuple(
        Square(max(0, min(tantos - first, fits)), fits)
        for first in range(0, room, 5)
        for fits in (min(5, room - first),)
    )


def halves(tantos: int, target: int, malas: int) -> Iterator[Half]:
    """Yield the malas of a side in a chico, then its buenas, which are the tantos above the malas.

    >>> [(half.name, half.tantos) for half in halves(22, 30, 15)]
    [('malas', 15), ('buenas', 7)]
    >>> [(half.name, half.tantos) for half in halves(9, 15, 0)]
    [('tantos', 9)]
    """
    if not malas:
        yield Half("tantos", tantos, squares(tantos, target))
        return
    yield Half("malas", min(tantos, malas), squares(tantos, malas))
    over = max(0, tantos - malas)
    yield Half("buenas", over, squares(over, target - malas))
