"""Tantos of truco as players draw them: squares of five strokes, malas and buenas apart.

Four strokes are the sides of a square and the fifth is its diagonal, as players lay matchsticks.
Pages and paper draw each square in a field of 24 by 24.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

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
    """A square with `stroke_count` strokes. It has `room` for 5, or for fewer if it is the last
    one.
    """

    stroke_count: int
    room: int

    @property
    def path(self) -> str:
        """Return the drawn strokes as the `d` of an SVG path."""
        return _path(self.strokes)

    @property
    def strokes(self) -> Sequence[Stroke]:
        """Return the drawn strokes, each as its two ends."""
        return _STROKES[: self.stroke_count]

    @property
    def guide(self) -> str:
        """Return the missing strokes as the `d` of an SVG path."""
        return _path(_STROKES[self.stroke_count : self.room])


class Half(NamedTuple):
    """The malas or the buenas of one side; `name` is "tantos" if the match has no malas."""

    name: str
    tantos: int
    squares: tuple[Square, ...]


def _path(strokes: Sequence[Stroke]) -> str:
    return "".join(f"M{x:g} {y:g}L{end_x:g} {end_y:g}" for x, y, end_x, end_y in strokes)


def squares(tantos: int, room: int) -> tuple[Square, ...]:
    """Return the squares for `room` strokes, with the first `tantos` strokes drawn.

    >>> squares(7, 12)[1:]
    (Square(stroke_count=2, room=5), Square(stroke_count=0, room=2))
    """
    return tuple(
        Square(max(0, min(tantos - start, fits)), fits)
        for start in range(0, room, 5)
        for fits in (min(5, room - start),)
    )


def malas_and_buenas(tantos: int, target: int, malas: int) -> Iterator[Half]:
    """Yield the malas of a side in a chico, then its buenas.

    Without malas, yield all its tantos.

    >>> [(half.name, half.tantos) for half in malas_and_buenas(22, 30, 15)]
    [('malas', 15), ('buenas', 7)]
    >>> [(half.name, half.tantos) for half in malas_and_buenas(9, 15, 0)]
    [('tantos', 9)]
    """
    if not malas:
        yield Half("tantos", tantos, squares(tantos, target))
        return
    yield Half("malas", min(tantos, malas), squares(tantos, malas))
    buenas = max(0, tantos - malas)
    yield Half("buenas", buenas, squares(buenas, target - malas))
