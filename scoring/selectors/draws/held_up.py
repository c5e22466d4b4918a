"""Open matches of earlier rounds that keep those of a draft waiting."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.selectors.matches.actas import detailed
from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A `match` that is not over, and the numbers of the matches of the draft that wait for it."""

    match: Match
    waiting: tuple[int, ...]


def held_up(to_play: Sequence[Match]) -> list[OpenMatch]:
    """Return the open matches of those who play these, by number, postponed ones left out.

    `to_play` are the matches of a draft, with their sides.
    """
    waiting: dict[int, list[int]] = {}
    for match in to_play:
        for entry in match.everybody:
            waiting.setdefault(entry.pk, []).append(match.number or 0)
    if not waiting:
        return []
    states = (Match.State.PLAYING, Match.State.WAITING)
    earlier = Match.objects.filter(tournament=to_play[0].tournament_id, state__in=states)
    return [
        OpenMatch(match, tuple(sorted(numbers)))
        for match in detailed(earlier).order_by("number")
        if (numbers := {one for own in match.everybody for one in waiting.get(own.pk, ())})
    ]
