"""The lines common to all games: a match lost, a match ended by the referee.

In every game a line that exists is one that the cards allow: its type checks what can be known from
the line alone, and `play` what depends on the options or on the score.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from rules.codec import Codec, Member, plain
from rules.core import Event
from rules.kinds import Reason, a_side
from rules.reading import SIDE_NAMES, Side, clean_reason, side_name
from rules.tallies import leader


class Reasoned:
    """A line with its reason, which is kept on one line with single spaces."""

    __slots__ = ()
    reason: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", clean_reason(self.reason))

    def event(self, code: str, side: Side | None = None) -> Event:
        """Return the event that tells it, with its reason."""
        return Event(code, side, (("reason", self.reason),))


@dataclass(frozen=True, slots=True)
class Forfeit(Reasoned):
    """The match goes to the rival: withdrawal, no-show, disqualification.

    >>> print(Forfeit(0, "no se presenta"))
    pierde A: no se presenta
    """

    loser: Annotated[Side, a_side(len(SIDE_NAMES))]
    reason: Reason

    def __str__(self) -> str:
        return f"pierde {side_name(self.loser)}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Stop(Reasoned):
    """The referee ends the match before its end: its time is over, or it cannot go on.

    As it stands, whoever is ahead has won it and nobody where it is level; `drawn`, nobody has,
    however it stands; `lost`, every side has lost it. What is on record stays as it is.

    >>> print(Stop("se acabó el tiempo"))
    arbitro fin: se acabó el tiempo
    >>> print(Stop("no se presenta nadie", lost=True))
    pierden todos: no se presenta nadie
    """

    reason: Reason
    drawn: bool = False
    lost: Annotated[bool, Member(brief=True)] = False

    def __post_init__(self) -> None:
        Reasoned.__post_init__(self)
        if self.lost:  # nobody wins it either
            object.__setattr__(self, "drawn", True)

    def __str__(self) -> str:
        if self.lost:
            return f"pierden todos: {self.reason}"
        return f"arbitro {'tablas' if self.drawn else 'fin'}: {self.reason}"

    def winner(self, *tallies: tuple[int, ...]) -> Side | None:
        """Return the side that is ahead in the first of these tallies in which the sides differ,
        alone.

        >>> Stop("la hora").winner((1, 1), (0, 2)), Stop("la hora").winner((1, 1))
        (1, None)
        """
        return None if self.drawn else leader(list(zip(*tallies, strict=True)))


@dataclass(frozen=True, slots=True)
class End:
    """The time is over, in the games that end so by their rules.

    >>> print(End())
    fin
    """

    def __str__(self) -> str:
        return "fin"


def line_codec(title: str, sides: int, kinds: Mapping[str, Any]) -> Codec:
    """Return the JSON forms of the lines of a game, of so many sides at most: these `kinds`, and
    those of all games."""
    forfeit = plain(Forfeit, loser=a_side(sides))
    return Codec(title, {**kinds, "forfeit": forfeit, "stop": Stop})
