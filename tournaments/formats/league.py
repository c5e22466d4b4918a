"""Liga: everybody meets everybody, once or more; an odd one rests each date.

The first date is drawn by lot and holds the whole calendar (`round_robin`): dates may be drawn
ahead, and printed all together (`calendar`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats import round_robin
from tournaments.formats.arrivals import Room, rooms
from tournaments.formats.core import Draw, DrawError, Pairing, Report, Situation, in_range
from tournaments.formats.history import active_numbers, active_set, all_finished
from tournaments.formats.round_robin import MOST_LEGS, History, Legs, first_matches
from tournaments.pairing.calendar import rounds_in_leg
from tournaments.pairing.draw import shuffled

KEY = "league"
CHAIN = CHAIN_WITH_DRAWS = round_robin.CHAIN
SENSELESS = round_robin.SENSELESS
CHOICES: dict[str, tuple[str, ...]] = {}
DRAWS = True
SIDES = range(2, 3)
PARTNERS = 1
OVERLAPS = True
PLAYS_WITHDRAWN = False
LEAGUE = True
ONLY_GROUP = ""


@dataclass(frozen=True, slots=True)
class Options:
    """`legs`: how often each two meet, the host changing from one leg to the next."""

    legs: int = 1

    def __post_init__(self) -> None:
        in_range("legs", self.legs, 1, MOST_LEGS)


def next_round(situation: Situation, options: Legs, seed: str) -> Draw:
    """The next date. Raises DrawError: `too_few_entrants`, `stage_over`."""
    numbers, history = active_numbers(situation), History.of(situation)
    if situation.rounds and not history.owed(numbers, frozenset(numbers), options.legs):
        raise DrawError("stage_over", rounds=len(situation.rounds))
    if situation.rounds:
        matches = history.next_matches(ONLY_GROUP, numbers, frozenset(numbers), options.legs)
    else:
        matches = first_matches(shuffled(numbers, seed, KEY))
    pairings = round_robin.seated({ONLY_GROUP: matches})
    return Draw(pairings, concessions(situation, pairings, options))


def concessions(situation: Situation, pairings: Sequence[Pairing], options: Legs) -> Report:
    """Return what these pairings concede; also after somebody swapped two by hand.

    Everybody meets everybody: of the wishes only who is forbidden to meet is told of.
    """
    forbidden = [two for two in round_robin.meeting(pairings) if two in situation.wishes.forbidden]
    return round_robin.report(situation, pairings, options.legs, forbidden)


def calendar(situation: Situation, options: Legs, seed: str) -> tuple[tuple[Pairing, ...], ...]:
    """All the dates still to be drawn, if nobody comes or goes."""
    return round_robin.everything_ahead(situation, lambda now: next_round(now, options, seed))


def is_over(situation: Situation, options: Legs) -> bool:
    """True when everybody who stays has met everybody as often as agreed."""
    if not situation.rounds or not all_finished(situation):
        return False
    active = active_set(situation)
    return not History.of(situation).owed(sorted(active), active, options.legs)


def rounds_in_all(entrants: int, options: Legs) -> int:
    return rounds_in_leg(entrants) * options.legs


rest = round_robin.rest
by_results = round_robin.by_results
looks_at = round_robin.looks_at
by_lot = round_robin.by_lot
still_in = round_robin.still_in
late = round_robin.late


def room(situation: Situation, options: Legs) -> tuple[Room, ...]:
    """Against whoever rests on the last date drawn; on the first one the calendar stays whole."""
    return rooms(situation)
