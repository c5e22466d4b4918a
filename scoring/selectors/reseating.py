"""Seats in a round already drawn, had a match before it ended otherwise."""

from collections.abc import Mapping

from scoring.selectors.history import Supposing
from scoring.selectors.rounds import recomputed
from tournaments.formats.core import Draw, DrawError
from tournaments.models import Match, Round
from tournaments.selectors.rounds import round_matches

Seats = Mapping[Match, tuple[int, ...]]


def seats_if(round: Round, supposed: Supposing) -> Seats | None:
    """The matches of the round that would have others in them, drawn with the same seed; None when
    that cannot be told: other matches would be drawn, or somebody has changed these by hand.
    8 queries."""
    try:
        now, would = recomputed(round), recomputed(round, supposed)
    except DrawError:
        return None
    drawn, asked = _rows(now), _rows(would)
    if {key: len(sides) for key, sides in drawn.items()} != {
        key: len(sides) for key, sides in asked.items()
    }:
        return None
    found = {}
    for match in round_matches(round):
        key = (match.position, match.purpose, match.group)
        sits = tuple(side.entry.number for side in match.sides.all())
        if match.board or key not in asked:
            return None
        if sits == asked[key]:
            continue
        if sits != drawn[key]:
            return None
        found[match] = asked[key]
    return found


def _rows(draw: Draw) -> dict[tuple[int, str, str], tuple[int, ...]]:
    return {(one.position, one.purpose, one.group): one.sides for one in draw.pairings}
