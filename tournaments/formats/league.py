"""Liga: everybody meets everybody, once or more; an odd one rests each date.

The first date is drawn by lot and holds the whole calendar (`round_robin`): dates may be drawn
ahead, and printed all together (`calendar`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats import round_robin
from tournaments.formats.core import (
    NOTHING,
    Draw,
    DrawError,
    Pairing,
    Report,
    Situation,
    active_numbers,
    active_set,
    all_finished,
    in_range,
)
from tournaments.formats.round_robin import MOST_LEGS, History, first_matches
from tournaments.pairing.calendar import rounds_in_leg
from tournaments.pairing.draw import shuffled

KEY = "league"
CHAIN = ("points", "mini_league", "counted_diff", "counted_won", "lot")
CHAIN_WITH_DRAWS = CHAIN
CHOICES: dict[str, tuple[str, ...]] = {}
DRAWS = True
SIDES = range(2, 3)
PARTNERS = 1
OVERLAPS = True
PLAYS_WITHDRAWN = False
ONLY_GROUP = ""


@dataclass(frozen=True, slots=True)
class Options:
    """`legs`: how often each two meet, the host changing from one leg to the next."""

    legs: int = 1

    def __post_init__(self) -> None:
        in_range("legs", self.legs, 1, MOST_LEGS)


def next_round(situation: Situation, options: Options, seed: str) -> Draw:
    """The next date. Raises DrawError: `too_few_entrants`, `stage_over`."""
    numbers, history = active_numbers(situation), History.of(situation.rounds)
    if situation.rounds and not history.owed(numbers, frozenset(numbers), options.legs):
        raise DrawError("stage_over", rounds=len(situation.rounds))
    if situation.rounds:
        matches = history.next_matches(ONLY_GROUP, numbers, frozenset(numbers), options.legs)
    else:
        matches = first_matches(shuffled(numbers, seed, KEY))

    def said(situation: Situation, pairings: Sequence[Pairing]) -> Report:
        return concessions(situation, pairings, options)

    return round_robin.drawn(situation, {ONLY_GROUP: matches}, said)


def concessions(situation: Situation, pairings: Sequence[Pairing], options: Options) -> Report:
    """What these pairings concede; also after somebody swapped two by hand.

    Everybody meets everybody: of the wishes only who is forbidden to meet is told of.
    """
    forbidden = [two for two in round_robin.meeting(pairings) if two in situation.wishes.forbidden]
    return round_robin.report(situation, pairings, options.legs, forbidden)


def calendar(situation: Situation, options: Options, seed: str) -> tuple[tuple[Pairing, ...], ...]:
    """All the dates still to be drawn, if nobody comes or goes."""
    return round_robin.everything_ahead(situation, lambda now: next_round(now, options, seed))


def is_over(situation: Situation, options: Options) -> bool:
    """True when everybody who stays has met everybody as often as agreed."""
    if not situation.rounds or not all_finished(situation):
        return False
    active = active_set(situation)
    return not History.of(situation.rounds).owed(sorted(active), active, options.legs)


def rounds_in_all(entrants: int, options: Options) -> int:
    return rounds_in_leg(entrants) * options.legs


def rest(options: Options) -> str:
    return NOTHING


def by_results(options: Options) -> bool:
    return False


def by_lot(number: int, options: Options) -> bool:
    return number == 1


def still_in(situation: Situation, options: Options) -> frozenset[int]:
    return active_set(situation)


def late(situation: Situation, options: Options) -> str:
    return round_robin.late(situation)
