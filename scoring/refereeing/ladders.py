"""Refereeing of a stage as plain values: clock, lateness and warnings.

Minutes are whole, counted from the call of a match to its table.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

# How a match ends when its time is up.
FINISH, LAST, STANDS, EXTRA, DRAW = "finish", "last", "stands", "extra", "draw"
TIME_UP = (FINISH, LAST, STANDS, EXTRA, DRAW)
# Consequences of one more warning.
WARNING, UNIT, MATCH, OUT = "warning", "unit", "match", "out"
LADDER = (WARNING, UNIT, MATCH, OUT)
LIMITS: Mapping[str, tuple[int, int]] = {
    "minutes": (0, 600),
    "extra_deals": (1, 20),
    "grace": (0, 240),
    "later": (0, 240),
    "step": (0, 240),
    "forfeit": (0, 600),
}
MOST_STEPS = 10
MOST_SCORE = 1000


class RefereeingError(ValueError):
    """Impossible options: `field` names the wrong option, `value` is its wrong value."""

    def __init__(self, field: str, value: object) -> None:
        super().__init__(field, value)
        self.field = field
        self.value = value


@dataclass(frozen=True, slots=True)
class LatenessPrice:
    """The price of lateness: units of the game lost, or the match lost by `score`."""

    units: int = 0
    forfeit: bool = False
    score: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.units or self.forfeit)


@dataclass(frozen=True, slots=True)
class Refereeing:
    """The refereeing options of a stage.

    `minutes`: the time of a match, 0 without a clock.
    `time_up`: how a match ends when its time is up, one of TIME_UP.
    `extra_deals`: how many more hands a match plays with EXTRA if it is tied after the hand in
    play.
    `warnings`: the usual consequences of an entry's first, second… warning in the tournament,
    values of LADDER; the last consequence repeats.
    `grace`: minutes of courtesy for a late entry.
    `later`: minutes of courtesy from the second round on (0: the same as `grace`).
    `step`: each `step` minutes beyond the courtesy cost a unit of the game (a partida, a chico, a
    juego); with 0, the end of the courtesy costs a single unit, or nothing if `forfeit` is set.
    `forfeit`: minutes of lateness that lose the match, 0 for never.
    `score`: the score of that loss, the winner's number first; () for the score of a whole match.

    >>> Refereeing(grace=10, step=15).lateness_price(40, 1)
    LatenessPrice(units=2, forfeit=False, score=())
    """

    minutes: int = 0
    time_up: str = FINISH
    extra_deals: int = 2
    warnings: tuple[str, ...] = LADDER
    grace: int = 0
    later: int = 0
    step: int = 0
    forfeit: int = 0
    score: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for name, (low, high) in LIMITS.items():
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                raise RefereeingError(name, value)
        if self.time_up not in TIME_UP:
            raise RefereeingError("time_up", self.time_up)
        object.__setattr__(self, "warnings", _tuple("warnings", self.warnings))
        object.__setattr__(self, "score", _tuple("score", self.score))
        steps = [step for step in self.warnings if step in LADDER]
        if not 1 <= len(steps) == len(self.warnings) <= MOST_STEPS:
            raise RefereeingError("warnings", self.warnings)
        if self.score and not _is_score(self.score):
            raise RefereeingError("score", self.score)
        if self.forfeit and self.forfeit < max(self.grace, self.later):
            raise RefereeingError("forfeit", self.forfeit)
        if self.score and not self.forfeit:
            raise RefereeingError("forfeit", 0)

    @property
    def watches_lateness(self) -> bool:
        return bool(self.grace or self.step or self.forfeit)

    def courtesy(self, round: int) -> int:
        """Return the minutes of courtesy in a round of the stage; the first round is 1."""
        return self.later if self.later and round > 1 else self.grace

    def lateness_price(self, minutes: int, round: int) -> LatenessPrice:
        """Return the price of `minutes` of lateness in a round; the first round is 1."""
        if not self.watches_lateness:
            return LatenessPrice()
        if self.forfeit and minutes >= self.forfeit:
            return LatenessPrice(forfeit=True, score=self.score)
        minutes_over = minutes - self.courtesy(round)
        if minutes_over < 0:
            return LatenessPrice()
        if self.step:
            return LatenessPrice(units=minutes_over // self.step)
        return LatenessPrice(units=0 if self.forfeit else 1)

    def usual_consequence(self, warnings: int) -> str:
        """Return the usual consequence of an entry's warning number `warnings` (from 1).

        >>> options = Refereeing(warnings=("warning", "unit", "out"))
        >>> [options.usual_consequence(n) for n in (1, 2, 3, 9)]
        ['warning', 'unit', 'out', 'out']
        """
        return self.warnings[min(max(warnings, 1), len(self.warnings)) - 1]

    def allows_another_hand(self, late_hands: int, level: bool) -> bool:
        """Return whether another hand may be played if `late_hands` have ended after time was up.

        `level`: whether the match was tied at the end of the hand that was in play when time was
        up.

        >>> last, extra = Refereeing(time_up="last"), Refereeing(time_up="extra", extra_deals=2)
        >>> [last.allows_another_hand(n, False) for n in range(3)]
        [True, True, False]
        >>> extra.allows_another_hand(2, True)
        True
        """
        extra_hands = self.extra_deals if level else 0
        allowed_hands = {FINISH: 1, LAST: 2, EXTRA: 1 + extra_hands}.get(self.time_up, 0)
        return late_hands < allowed_hands

    def as_json(self) -> dict[str, Any]:
        """Return the fields that differ from the defaults; {} for a stage with all the defaults.

        >>> Refereeing(minutes=45, score=(), warnings=("out",)).as_json()
        {'minutes': 45, 'warnings': ['out']}
        """
        defaults = asdict(Refereeing())
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
            if value != defaults[name]
        }


def refereeing_of(options: Mapping[str, Any]) -> Refereeing:
    """Return the options stored by `as_json`.

    Raises RefereeingError for an unknown name or an impossible value.

    >>> refereeing_of({}) == Refereeing()
    True
    """
    names = {field.name for field in fields(Refereeing)}
    for name, value in options.items():
        if name not in names:
            raise RefereeingError(name, value)
    return Refereeing(**options)


def _tuple(name: str, value: object) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise RefereeingError(name, value)
    return tuple(value)


def _is_score(score: tuple[Any, ...]) -> bool:
    """Return whether the score is two numbers, the winner's first and greater."""
    return (
        len(score) == 2
        and all(type(number) is int and 0 <= number <= MOST_SCORE for number in score)
        and score[0] > score[1]
    )
