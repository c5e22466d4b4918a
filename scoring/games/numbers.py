"""Functions that all games share: sentences from events, and the numbers of the day."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.core import Event, Step
from tournaments.words import Text


def sentence(text: str) -> str:
    """Return the text with a capital first letter, even if it begins with the name of a side."""
    return text[:1].upper() + text[1:]


def winner_first_event(event: Event) -> Event:
    """Return the event with the value of its side first in each tuple of its params.

    One sentence, «gana el coto por 3-1», then fits any winner. An event without a side is
    unchanged.
    """
    side = event.side
    if side is None:
        return event
    return replace(
        event,
        params=tuple(
            (name, (value[side], *value[:side], *value[side + 1 :]))
            if isinstance(value, tuple)
            else (name, value)
            for name, value in event.params
        ),
    )


# --- Numbers --------------------------------------------------------------------------------------
# The numbers of the day: counts that people like to read, from the lines of finished matches.
Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class ActaCount:
    """A count over an acta; `line_count` returns what each line adds to the count.

    `key` names the count in the stored result; `label` is a plural: «cantes de cuarenta».
    """

    key: str
    label: Text
    line_count: Callable[[Step[object]], int]


def acta_counts(numbers: Sequence[ActaCount], steps: Iterable[Step[object]]) -> dict[str, int]:
    """Return the counts of these lines by their key, without the counts that are zero."""
    lines = list(steps)
    counts = {number.key: sum(map(number.line_count, lines)) for number in numbers}
    return {key: number for key, number in counts.items() if number}


def count_in_lines(
    kind: type[Line], line_count: Callable[[Line], int] = lambda _line: 1
) -> Callable[[Step[object]], int]:
    """Return a function that counts `line_count(line)`, by default 1, for each line of the kind."""
    return lambda step: line_count(step.hand) if isinstance(step.hand, kind) else 0


def count_in_events(code: str, way_prefix: str = "") -> Callable[[Step[object]], int]:
    """Return a function that counts the events of a line with this code.

    Only the events whose param `by` begins with `way_prefix` count.
    """
    return lambda step: sum(
        event.code == code and str(dict(event.params).get("by", "")).startswith(way_prefix)
        for event in step.score.events
    )
