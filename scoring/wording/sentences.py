"""Sentences of an acta: what the words of every game do with an event before it is said."""

from dataclasses import replace

from rules.core import Event


def sentence(text: str) -> str:
    """The text with a capital letter: the names of the sides come as inside a sentence."""
    return text[:1].upper() + text[1:]


def winner_first(event: Event) -> Event:
    """«Gana el coto por 3-1», whoever wins it: records are written A first, sentences are not."""
    if event.side != 1:
        return event
    return replace(
        event,
        params=tuple(
            (name, value[::-1] if isinstance(value, tuple) else value)
            for name, value in event.params
        ),
    )
