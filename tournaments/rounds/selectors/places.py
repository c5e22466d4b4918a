"""Lists read with their people, however many they are.

Prefetching a foreign key lists the keys found, which SQLite refuses above a thousand: what a row
points to (`player`, `entry`) is joined, and only what hangs from it (`seats`, `sides`) prefetched.
"""

from collections.abc import Sequence

from django.db.models import Prefetch, Q, QuerySet

from tournaments.models import Entry, EntryPlayer, LineUp, MatchSide, Round, Stage, Tournament


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


# --- Places ---------------------------------------------------------------------------------------
# How many may enter, who waits for a place and who looks for a partner.
State = Entry.State


def free_places(tournament: Tournament, stage: Stage | None = None) -> int | None:
    """The places nobody has, in the tournament and in the `stage` given; None for no limit.

    Two who look for a partner hold a place. Who leaves gives the place back until a round is
    published. A stage that others have still to reach has no limit yet.
    """
    return _fewest(_free_in_all(tournament), free_in(stage))


def places_left(tournament: Tournament, stage: Stage | None = None) -> int | None:
    """The same, whoever looks for a partner."""
    return _fewest(_left_in_all(tournament), _left_in(stage))


def is_full(tournament: Tournament, stage: Stage | None = None) -> bool:
    """Whether the next to enter (by that stage) goes to the waiting list."""
    return free_places(tournament, stage) == 0


def has_begun(tournament: Tournament) -> bool:
    """Whether a round has been published."""
    return tournament.rounds.filter(state=Round.State.PUBLISHED).exists()


def waiting_list(tournament: Tournament, stage: Stage | None = None) -> Sequence[Entry]:
    """Return who waits for a place (in the stage), in the order they came, with their people."""
    waiting = tournament.entries.filter(state=State.WAITING).order_by("pk")
    if stage is not None:
        waiting = waiting.filter(enters=stage.number)
    return list(waiting.prefetch_related(seats()))


def singles(tournament: Tournament) -> Sequence[Entry]:
    """Return who looks for a partner, by number, with their people."""
    alone = tournament.entries.filter(state=State.SINGLE).order_by("number")
    return list(alone.prefetch_related(seats()))


def _free_in_all(tournament: Tournament) -> int | None:
    left = _left_in_all(tournament)
    return left if left is None else _without_singles(left, tournament.entries.all())


def free_in(stage: Stage | None) -> int | None:
    """The places of the stage that nobody has, as `free_places`."""
    left = _left_in(stage)
    if stage is None or left is None:
        return None
    own = Entry.objects.filter(tournament=stage.tournament_id, enters=stage.number)
    return _without_singles(left, own)


def _left_in_all(tournament: Tournament) -> int | None:
    if not tournament.capacity:
        return None
    taken = Q(state=State.ENTERED)
    if has_begun(tournament):
        taken |= Q(state__in=Entry.GONE, sides__round__state=Round.State.PUBLISHED)
    return tournament.capacity - tournament.entries.filter(taken).distinct().count()


def _left_in(stage: Stage | None) -> int | None:
    if stage is None or not stage.capacity or not stage.has_people:
        return None
    taken = Q(state=State.ENTERED) & (Q(enters=stage.number) | Q(places__stage=stage))
    if stage.rounds.filter(state=Round.State.PUBLISHED).exists():
        drawn = Q(sides__round__stage=stage, sides__round__state=Round.State.PUBLISHED)
        taken |= Q(state__in=Entry.GONE) & drawn
    entries = Entry.objects.filter(tournament=stage.tournament_id)
    return stage.capacity - entries.filter(taken).distinct().count()


def _without_singles(left: int, entries: QuerySet[Entry]) -> int:
    return max(left - (entries.filter(state=State.SINGLE).count() + 1) // 2, 0)


def _fewest(*numbers: int | None) -> int | None:
    return min((number for number in numbers if number is not None), default=None)
