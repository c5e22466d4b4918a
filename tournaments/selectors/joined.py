"""Lists read with their people, however many they are.

Prefetching a foreign key lists the keys found, which SQLite refuses above a thousand: what a row
points to (`player`, `entry`) is joined, and only what hangs from it (`seats`, `sides`) prefetched.
"""

from django.db.models import Prefetch

from tournaments.models import EntryPlayer, LineUp, MatchSide


def seats(path: str = "") -> Prefetch:
    """The places of an entry, each with its person. `path` leads to the entry."""
    return Prefetch(_at(path, "seats"), EntryPlayer.objects.select_related("player"))


def sides(path: str = "") -> Prefetch:
    """The sides of a match, each with its entry and the people in it. `path` leads to the match."""
    rows = MatchSide.objects.select_related("entry").prefetch_related(seats("entry"))
    return Prefetch(_at(path, "sides"), rows)


def bare_sides(path: str = "") -> Prefetch:
    """The sides of a match, each with its entry alone."""
    return Prefetch(_at(path, "sides"), MatchSide.objects.select_related("entry"))


def lined_up(path: str = "") -> Prefetch:
    """Return who plays a board for a team. `path` leads to the side."""
    return Prefetch(_at(path, "lined_up"), LineUp.objects.select_related("player"))


def _at(path: str, name: str) -> str:
    return f"{path}__{name}" if path else name
