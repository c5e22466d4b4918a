"""Sentences of an acta: steps that every game uses to prepare an event for a sentence."""

from dataclasses import replace

from django.utils.functional import Promise

from rules.core import Event

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
