"""Tantos of truco as players draw them: squares of five strokes, malas and buenas apart.

Four strokes are the sides of a square and the fifth its diagonal, like matches on the table.
Drawn on a field of 24 by 24, for the pages and for the paper.
"""

from collections.abc import Iterator
from typing import NamedTuple

INSET, SIDE = 5, 14  # where a square begins in its field, and how long it is
_STROKES = ("M5 18.5V5.5", "M5.5 5H18.5", "M19 5.5V18.5", "M18.5 19H5.5", "M7 17 17 7")


class Square(NamedTuple):
    """How many strokes stand in a square, and how many it has room for: 5, fewer in the last."""

    drawn: int
    room: int

    @property
    def path(self) -> str:
        """The strokes that stand, as the `d` of an SVG path."""
        return "".join(_STROKES[: self.drawn])

    @property
    def guide(self) -> str:
        """The strokes still to come."""
        return "".join(_STROKES[self.drawn : self.room])


class Half(NamedTuple):
    """The malas or the buenas of one side; `name` is "tantos" where they are all alike."""

    name: str
    tantos: int
    squares: tuple[Square, ...]


def squares(tantos: int, room: int) -> tuple[Square, ...]:
    """So many tantos where there is room for these.

    >>> squares(7, 12)
    (Square(drawn=5, room=5), Square(drawn=2, room=5), Square(drawn=0, room=2))
    """
    return tuple(
        Square(max(0, min(tantos - first, fits)), fits)
        for first in range(0, room, 5)
        for fits in (min(5, room - first),)
    )


def halves(tantos: int, target: int, malas: int) -> Iterator[Half]:
    """The count of a side in a chico: what passes of the malas is drawn as buenas.

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
