"""Screens of the hall, and what they show."""

from scoring.models import Screen, Show
from scoring.models.screen import MOST_SCREENS
from tournaments.models import Tournament

# --- Screens --------------------------------------------------------------------------------------
SEPARATOR = ","


def screens_of(tournament: Tournament) -> list[Screen]:
    """Return every screen, in order."""
    return list(tournament.screens.select_related("tournament"))


def screen_numbered(tournament: Tournament, number: int) -> Screen | None:
    """Return the screen of that number, or None."""
    if number > MOST_SCREENS:
        return None
    return tournament.screens.select_related("tournament").filter(number=number).first()


def requested_shows(text: str) -> tuple[str, ...]:
    """Return the values of `Show` in the text of `?ver=`, each once.

    >>> requested_shows("apellidos,nada,reloj,apellidos")
    ('apellidos', 'reloj')
    """
    words = dict.fromkeys(word.strip() for word in text.split(SEPARATOR))
    return tuple(word for word in words if word in Show.values)
