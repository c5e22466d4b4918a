"""Line-ups of each team in a round: what is said already, and out of whom it is chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Entry, Match, MatchSide, Player, Round
from tournaments.services.draws.line_ups import is_begun, sides_of


@dataclass(frozen=True, slots=True)
class Board:
    """A board for its captain: match, line-up, rivals; `begun` once it cannot change."""

    number: int
    side: MatchSide
    people: Sequence[Player]
    rivals: Sequence[Any]
    begun: bool


def line_ups_of(round: Round) -> list[dict[str, Any]]:
    """The teams of the round with listed people, by number: `done` when every board is said."""
    found: dict[int, dict[str, Any]] = {}
    sides = round.sides.exclude(match__state=Match.State.BYE).filter(entry__seats__live=True)
    rows = sides.order_by("entry__number", "board").distinct()
    for number, name, names, _board in rows.values_list(
        "entry__number", "entry__name", "names", "board"
    ):
        team = found.setdefault(number, {"number": number, "title": name, "done": True})
        team["done"] = team["done"] and bool(names)
    return list(found.values())


def boards_of(round: Round, entry: Entry) -> list[Board]:
    """The team's boards in the round, in order. Raises Refused as `sides_of`."""
    sides = sides_of(round, entry)
    rivals: dict[int, list[MatchSide]] = {}
    others = MatchSide.objects.filter(match__in=[side.match_id for side in sides])
    for other in others.exclude(entry=entry).select_related("entry"):
        rivals.setdefault(other.match_id, []).append(other)
    return [
        Board(
            number,
            side,
            [one.player for one in side.lined_up.all()],
            rivals.get(side.match_id, []),
            is_begun(side),
        )
        for number, side in enumerate(sides, 1)
    ]


def unnamed_sides(match: Match) -> list[MatchSide]:
    """The sides of entries that came with only their name."""
    if not match.tournament.squad:
        return []
    return [side for side in match.sides.all() if not side.entry.seats.all()]


def squad_of(entry: Entry) -> list[Player]:
    """The people of the team, in the order they are listed."""
    seats = entry.seats.filter(live=True).select_related("player").order_by("position")
    return [seat.player for seat in seats]
