"""The score of a match after some of its lines."""

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from rules.reading import Side

State = TypeVar("State", covariant=True)


@dataclass(frozen=True, slots=True)
class Event:
    """A change that the site announces after a line: a partida, a coto or the match is won."""

    code: str
    side: Side | None = None
    params: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Score(Generic[State]):
    """A match after some of its lines.

    `tallies` has the same order as the game's tallies, outermost first; each tally has one number
    for each side. `over` without `winner` is a draw, or a match that all sides lose. `points` and
    `events` belong to the last line: `points` are the points that each side won or lost in the
    innermost tally, all 0 if the line holds no count. `state` has everything else that the game
    must remember.
    """

    tallies: tuple[tuple[int, ...], ...]
    state: State
    winner: Side | None = None
    over: bool = False
    points: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()


class Step(NamedTuple, Generic[State]):
    """One line of an acta and the score after it; `number` counts from 1.

    `hand` may be a line common to all games (`rules.lines`), so code that uses it checks its class.
    """

    number: int
    hand: object
    score: Score[State]
