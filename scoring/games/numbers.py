"""Numbers of the day: counts that people like, from the lines of finished matches."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.core import Step
from scoring.games.sentences import Text

Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class Number:
    """A count over an acta, with its value for each line.

    `key` is stored with the result; `label` is a plural: «cantes de cuarenta».
    """

    key: str
    label: Text
    of: Callable[[Step], int]


def counts_of(numbers: Sequence[Number], steps: Iterable[Step]) -> dict[str, int]:
    """Return the counts of these lines, without zeros."""
    lines = list(steps)
    counts = {number.key: sum(map(number.of, lines)) for number in numbers}
    return {key: many for key, many in counts.items() if many}


def in_line(
    kind: type[Line], many: Callable[[Line], int] = lambda _line: 1
) -> Callable[[Step], int]:
    """Count `many` for each line of the kind, by default one."""
    return lambda step: many(step.hand) if isinstance(step.hand, kind) else 0


def in_events(code: str, by: str = "") -> Callable[[Step], int]:
    """Count the events with this code in a line, and with a `by` that begins so."""
    return lambda step: sum(
        event.code == code and str(dict(event.params).get("by", "")).startswith(by)
        for event in step.score.events
    )
