"""A fault of a game, the article that tells of it, and what usually follows."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.reading import SIDE_NAMES, Side

# What follows a fault.
WARNING = "warning"  # and warnings add up
POINTS = "points"  # of penalty, in the standings
LINE = "line"  # a line of the acta
HAND = "hand"  # a word in the line of the hand, which the table writes
OUT = "out"  # disqualification
FOLLOWS = (WARNING, POINTS, LINE, HAND, OUT)


@dataclass(frozen=True, slots=True)
class Fault:
    """`article` as the refusals of the game cite it, "" for what no reglamento tells.

    `line` is what is written for LINE and HAND, in the notation of the game, with places for
    `{side}`, who did it; `{rival}`, the first of the others; `{ten}`, ten tantos from the one to
    the other; `{reason}`.
    """

    key: str
    article: str
    follows: str
    line: str = ""


# What happens at the tables of any game. No reglamento tells of it.
COMMON = (
    Fault("tarde", "", WARNING),
    Fault("habla", "", WARNING),
    Fault("senas", "", WARNING),
    Fault("ensena", "", WARNING),
    Fault("retrasa", "", WARNING),
    Fault("movil", "", WARNING),
    Fault("conducta", "", WARNING),
    Fault("acta_falsa", "", OUT),
    Fault("trampa", "", OUT),
    Fault("amano", "", OUT),
)

LOSE_MATCH = "pierde {side}: {reason}"


@dataclass(frozen=True, slots=True)
class Penal:
    """The faults and penalties that a game offers to its referee.

    `faults`: its own. `units`: how a side loses each thing that can be lost whole, the smallest
    first, by its name. `scores`: how the result of a match that somebody loses by `{score}`
    (the first side's number first) can be written; the first that ends the match is used.
    """

    faults: tuple[Fault, ...]
    units: Mapping[str, str]
    scores: tuple[str, ...] = ()


def filled(line: str, side: Side, reason: str = "", score: tuple[int, ...] = ()) -> str:
    """The line with its places filled; `score` by side.

    >>> filled("arbitro partida {rival}: {reason}", 1, "señas")
    'arbitro partida A: señas'
    """
    return line.format(
        side=SIDE_NAMES[side],
        rival=SIDE_NAMES[int(side == 0)],
        reason=reason,
        score="-".join(map(str, score)),
        ten="+10-10" if side else "-10+10",
    )
