"""The lines that games share: a match lost, a match ended by the referee, a match ended by time.

In every game, the class of a line checks its values when it is created, so that every line object
is possible with the cards; `play` checks everything that depends on the options or on the score.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from rules.codec import Codec, Member, plain_form
from rules.core import Event
from rules.kinds import Reason, a_side
from rules.reading import SIDE_NAMES, Side, clean_reason, leader, side_name


class LineWithReason:
    """A line with a reason; the reason is stored without line breaks, with single spaces."""

    __slots__ = ()
    reason: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", clean_reason(self.reason))

    def event(self, code: str, side: Side | None = None) -> Event:
        """Return the event that announces the line, with its reason."""
        return Event(code, side, (("reason", self.reason),))


@dataclass(frozen=True, slots=True)
class Forfeit(LineWithReason):
    """A side loses the match: by withdrawal, no-show or disqualification.

    >>> print(Forfeit(0, "no se presenta"))
    pierde A: no se presenta
    """

    loser: Annotated[Side, a_side(len(SIDE_NAMES))]
    reason: Reason

    def __str__(self) -> str:
        return f"pierde {side_name(self.loser)}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Stop(LineWithReason):
    """The referee ends the match early, because its time is over or it cannot go on. The side ahead
    wins; if no side is ahead, the match is a draw. With `drawn`, nobody wins, whatever the score.
    With `lost`, every side loses. The recorded tallies stay unchanged.

    >>> print(Stop("se acabó el tiempo"))
    arbitro fin: se acabó el tiempo
    >>> print(Stop("no se presenta nadie", lost=True))
    pierden todos: no se presenta nadie
    """

    reason: Reason
    drawn: bool = False
    lost: Annotated[bool, Member(brief=True)] = False

    def __post_init__(self) -> None:
        LineWithReason.__post_init__(self)
        if self.lost:  # if all sides lose, nobody wins
            object.__setattr__(self, "drawn", True)

    def __str__(self) -> str:
        if self.lost:
            return f"pierden todos: {self.reason}"
        return f"arbitro {'tablas' if self.drawn else 'fin'}: {self.reason}"

    def winner(self, *tallies: tuple[int, ...]) -> Side | None:
        """Return the side that leads in the first tally; each later tally breaks a tie.

        Return None if several sides lead and are equal in all tallies, or if the match is drawn.

        >>> Stop("la hora").winner((1, 1), (0, 2)), Stop("la hora").winner((1, 1))
        (1, None)
        """
        return None if self.drawn else leader(list(zip(*tallies, strict=True)))


@dataclass(frozen=True, slots=True)
class End:
    """The line that ends a match by time, in games whose rules allow such a match.

    >>> print(End())
    fin
    """

    def __str__(self) -> str:
        return "fin"


def line_codec(title: str, sides: int, kinds: Mapping[str, Any]) -> Codec:
    """Return the codec of a game's lines: `kinds`, `Forfeit` for `sides` sides, and `Stop`."""
    forfeit = plain_form(Forfeit, loser=a_side(sides))
    return Codec(title, {**kinds, "forfeit": forfeit, "stop": Stop})
