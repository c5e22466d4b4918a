"""The screens of a hall."""

from scoring.models import Screen, Show
from scoring.models.screen import MOST_SCREENS
from tournaments.models import Tournament

SEPARATOR = ","


def screens_of(tournament: Tournament) -> list[Screen]:
    """Every screen, in order."""
    return list(tournament.screens.select_related("tournament"))


def screen_numbered(tournament: Tournament, number: int) -> Screen | None:
    """The screen of that number, None where there is none."""
    if number > MOST_SCREENS:
        return None
    return tournament.screens.select_related("tournament").filter(number=number).first()


def shows_asked(asked: str) -> tuple[str, ...]:
    """Return what `?ver=` asks for, once each, without the words that are nothing.

    >>> shows_asked("apellidos,nada,reloj,apellidos")
    ('apellidos', 'reloj')
    """
    words = dict.fromkeys(word.strip() for word in asked.split(SEPARATOR))
    return tuple(word for word in words if word in Show.values)
