"""The faults of a game, with their articles and usual consequences."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.reading import SIDE_NAMES, Side

# The consequences of a fault.
WARNING = "warning"  # a warning; the site counts the warnings of a side
POINTS = "points"  # penalty points, in the standings
LINE = "line"  # a line of the acta
HAND = "hand"  # a word in the line of the hand, which the players write
OUT = "out"  # disqualification
FOLLOWS = (WARNING, POINTS, LINE, HAND, OUT)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault, its article and its usual consequence.

    `article` is cited as in the refusals of the game; "" if no reglamento mentions the fault.
    `line` is the text for LINE and HAND, in the notation of the game. Its placeholders are
    `{side}`, the offender; `{rival}`, the first side that is not the offender; `{ten}`, ten tantos
    from the offender to the rival; `{reason}`.
    """

    key: str
    article: str
    follows: str
    line: str = ""


# Faults at the tables of any game. No reglamento mentions them.
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

    `faults`: the faults of this game only. `units`: for each unit by name, smallest first, the line
    that makes a side lose one unit or, for «tantos», several tantos. `scores`: the line, in one or
    several forms, of a match lost with the result `{score}`, A's number first; the site uses the
    first form that ends the match.
    """

    faults: tuple[Fault, ...]
    units: Mapping[str, str]
    scores: tuple[str, ...] = ()


def fill_line(line: str, side: Side, reason: str = "", score: tuple[int, ...] = ()) -> str:
    """Return the line with its placeholders filled; `score` has one number for each side.

    >>> fill_line("arbitro partida {rival}: {reason}", 1, "señas")
    'arbitro partida A: señas'
    """
    return line.format(
        side=SIDE_NAMES[side],
        rival=SIDE_NAMES[int(side == 0)],
        reason=reason,
        score="-".join(map(str, score)),
        ten="+10-10" if side else "-10+10",
    )
