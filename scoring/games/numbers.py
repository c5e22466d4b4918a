"""Sentences of an acta: steps that every game uses to prepare an event for a sentence."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.functional import Promise

from rules.core import Event, Step

Text = str | Promise


def sentence(text: str) -> str:
    """Return the text with a capital; names of sides arrive as inside a sentence."""
    return text[:1].upper() + text[1:]


def winner_first(event: Event) -> Event:
    """Put the event's side first in its tuples, so that «gana el coto por 3-1» fits any winner."""
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
# Numbers of the day: counts that people like, from the lines of finished matches.
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
