"""Prefetches of people for lists of any length, and queries of free places.

Prefetching a foreign key lists its keys, and SQLite refuses a query with more than 1,000 keys. So a
row's foreign keys (`player`, `entry`) are joined, and only reverse relations (`seats`, `sides`)
are prefetched.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from tournaments.models import Entry, EntryPlayer, LineUp, MatchSide, Round, Stage, Tournament


def seats(path: str = "") -> "Prefetch[Any]":
    """Prefetch the seats of an entry with their people. `path` leads to the entry."""
    return Prefetch(_path_to(path, "seats"), EntryPlayer.objects.select_related("player"))


def sides(path: str = "") -> "Prefetch[Any]":
    """Prefetch the sides of a match with entries and people. `path` leads to the match."""
    rows = MatchSide.objects.select_related("entry").prefetch_related(seats("entry"))
    return Prefetch(_path_to(path, "sides"), rows)


def bare_sides(path: str = "") -> "Prefetch[Any]":
    """Prefetch the sides of a match with only their entries."""
    return Prefetch(_path_to(path, "sides"), MatchSide.objects.select_related("entry"))


def line_up_people(path: str = "") -> "Prefetch[Any]":
    """Prefetch the line-up of a team at a board. `path` leads to the side."""
    return Prefetch(_path_to(path, "lined_up"), LineUp.objects.select_related("player"))


def _path_to(path: str, name: str) -> str:
    return f"{path}__{name}" if path else name


# --- Places ---------------------------------------------------------------------------------------
# Free places, the waiting list and people without a partner.
State = Entry.State


def free_places(tournament: Tournament, stage: Stage | None = None) -> int | None:
    """Return the free places of the tournament or, if fewer, of `stage`; None for no limit.

    Two singles hold one place. A withdrawn entry frees its place, unless it was drawn in a
    published round. A stage whose qualifiers are not known yet has no limit.
    """
    return _fewest(_free_tournament_places(tournament), free_stage_places(stage))


def places_left(tournament: Tournament, stage: Stage | None = None) -> int | None:
    """Return the free places as `free_places` does, but as if there were no singles."""
    return _fewest(_tournament_places_left(tournament), _stage_places_left(stage))


def is_full(tournament: Tournament, stage: Stage | None = None) -> bool:
    """Return whether the next entry (in that stage, if given) joins the waiting list."""
    return free_places(tournament, stage) == 0


def has_begun(tournament: Tournament) -> bool:
    """Return whether a round has been published."""
    return tournament.rounds.filter(state=Round.State.PUBLISHED).exists()


def waiting_list(tournament: Tournament, stage: Stage | None = None) -> Sequence[Entry]:
    """Return the waiting list, of `stage` if given, in order of arrival, with its people."""
    waiting = tournament.entries.filter(state=State.WAITING).order_by("pk")
    if stage is not None:
        waiting = waiting.filter(enters=stage.number)
    return list(waiting.prefetch_related(seats()))


def singles(tournament: Tournament) -> Sequence[Entry]:
    """Return the singles, by number, with their people."""
    entries = tournament.entries.filter(state=State.SINGLE).order_by("number")
    return list(entries.prefetch_related(seats()))


def _free_tournament_places(tournament: Tournament) -> int | None:
    places = _tournament_places_left(tournament)
    return places if places is None else _subtract_singles(places, tournament.entries.all())


def free_stage_places(stage: Stage | None) -> int | None:
    """Return the free places of the stage, counted as in `free_places`; None for no limit."""
    places = _stage_places_left(stage)
    if stage is None or places is None:
        return None
    stage_entries = Entry.objects.filter(tournament=stage.tournament_id, enters=stage.number)
    return _subtract_singles(places, stage_entries)


def _tournament_places_left(tournament: Tournament) -> int | None:
    if not tournament.capacity:
        return None
    holds_place = Q(state=State.ENTERED)
    if has_begun(tournament):
        holds_place |= Q(state__in=Entry.GONE, sides__round__state=Round.State.PUBLISHED)
    return tournament.capacity - tournament.entries.filter(holds_place).distinct().count()


def _stage_places_left(stage: Stage | None) -> int | None:
    if stage is None or not stage.capacity or not stage.has_people:
        return None
    holds_place = Q(state=State.ENTERED) & (Q(enters=stage.number) | Q(places__stage=stage))
    if stage.rounds.filter(state=Round.State.PUBLISHED).exists():
        was_drawn = Q(sides__round__stage=stage, sides__round__state=Round.State.PUBLISHED)
        holds_place |= Q(state__in=Entry.GONE) & was_drawn
    entries = Entry.objects.filter(tournament=stage.tournament_id)
    return stage.capacity - entries.filter(holds_place).distinct().count()


def _subtract_singles(places: int, entries: QuerySet[Entry]) -> int:
    return max(places - (entries.filter(state=State.SINGLE).count() + 1) // 2, 0)


def _fewest(*numbers: int | None) -> int | None:
    return min((number for number in numbers if number is not None), default=None)
