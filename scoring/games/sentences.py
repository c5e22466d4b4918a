"""Sentences of an acta: how the words of every game prepare an event before it is said."""

from dataclasses import replace

from django.utils.functional import Promise

from rules.core import Event

Text = str | Promise


def sentence(text: str) -> str:
    """Return the text with a capital letter: the names of the sides come as inside a sentence."""
    return text[:1].upper() + text[1:]


def winner_first(event: Event) -> Event:
    """Put the side of the event first in its records: «gana el coto por 3-1», whoever wins it."""
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
