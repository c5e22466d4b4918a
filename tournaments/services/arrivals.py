"""Somebody has just come into the tournament, or come back: whom that matters to.

By the clock whoever comes free is called at once, which is known where the standings are: that
app says what to do when it is ready, as `tournaments.jobs` learns its kinds of work.
"""

from collections.abc import Callable

from django.contrib.auth.models import User

from tournaments.models import Tournament

Welcome = Callable[[Tournament, User | None], None]
_ways: list[Welcome] = []


def on_arrival(way: Welcome) -> Welcome:
    """Register what is done when people come in."""
    _ways.append(way)
    return way


def welcome(tournament: Tournament, author: User | None) -> None:
    """People have just come in: they may be drawn from now on. One query where nobody is called."""
    for way in _ways:
        way(tournament, author)
