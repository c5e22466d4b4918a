"""How many may enter, who waits for a place and who looks for a partner."""

from collections.abc import Sequence

from django.db.models import Q

from tournaments.models import Entry, Round, Tournament

State = Entry.State


def free_places(tournament: Tournament) -> int | None:
    """The places nobody has; None where there is no limit. Three queries at most.

    Two who look for a partner hold a place. Until a round is published, who leaves gives the
    place back; after it, nobody replaces who was drawn.
    """
    if not tournament.capacity:
        return None
    singles = tournament.entries.filter(state=State.SINGLE).count()
    return max(places_left(tournament) - (singles + 1) // 2, 0)


def places_left(tournament: Tournament) -> int:
    """The same, whoever looks for a partner; for a tournament with a limit. Two queries."""
    taken = Q(state=State.ENTERED)
    if has_begun(tournament):
        taken |= Q(state__in=Entry.GONE, sides__round__state=Round.State.PUBLISHED)
    return tournament.capacity - tournament.entries.filter(taken).distinct().count()


def is_full(tournament: Tournament) -> bool:
    """Whether the next to enter goes to the waiting list."""
    return free_places(tournament) == 0


def has_begun(tournament: Tournament) -> bool:
    """Whether a round has been published. One query."""
    return tournament.rounds.filter(state=Round.State.PUBLISHED).exists()


def waiting_list(tournament: Tournament) -> Sequence[Entry]:
    """Who waits for a place, in the order they came, with their people. Three queries."""
    waiting = tournament.entries.filter(state=State.WAITING).order_by("pk")
    return list(waiting.prefetch_related("seats__player"))


def singles(tournament: Tournament) -> Sequence[Entry]:
    """Who looks for a partner, by number, with their people. Three queries."""
    alone = tournament.entries.filter(state=State.SINGLE).order_by("number")
    return list(alone.prefetch_related("seats__player"))
