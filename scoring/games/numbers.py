"""Numbers of the day: what the lines of a finished match have of what people like to count."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.core import Step
from scoring.games.sentences import Text

Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class Number:
    """Something counted in an acta: how many of it a line has.

    `key` is kept with the result; `label` says it in the plural: «cantes de cuarenta».
    """

    key: str
    label: Text
    of: Callable[[Step], int]


def counts_of(numbers: Sequence[Number], steps: Iterable[Step]) -> dict[str, int]:
    """Return how many of each these lines have, without what they have none of."""
    lines = list(steps)
    found = {number.key: sum(map(number.of, lines)) for number in numbers}
    return {key: many for key, many in found.items() if many}


def in_line(
    kind: type[Line], many: Callable[[Line], int] = lambda _line: 1
) -> Callable[[Step], int]:
    """Count `many` of each line of that kind, one if it is not said."""
    return lambda step: many(step.hand) if isinstance(step.hand, kind) else 0


def in_events(code: str, by: str = "") -> Callable[[Step], int]:
    """Count the events of that code that a line brings, those alone whose `by` begins so."""
    return lambda step: sum(
        event.code == code and str(dict(event.params).get("by", "")).startswith(by)
        for event in step.score.events
    )
