"""Liga: all entries meet, once or more; if their number is odd, one rests in each round.

The first round is drawn by lot and fixes the whole calendar (`round_robin`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats import round_robin
from tournaments.formats.core import (
    Draw,
    DrawError,
    Pairing,
    Report,
    Situation,
    refuse_out_of_range,
)
from tournaments.formats.history import active_numbers, active_set, all_finished
from tournaments.formats.round_robin import (
    MOST_LEGS,
    LegsT,
    MeetingHistory,
    RoundRobin,
    first_matches,
)
from tournaments.pairing.calendar import rounds_in_leg
from tournaments.pairing.draw import ball_order

ONLY_GROUP = ""
LABEL = "league"


@dataclass(frozen=True, slots=True)
class Options:
    """Options: `legs` is how often each couple meets; the host changes from leg to leg."""

    legs: int = 1

    def __post_init__(self) -> None:
        refuse_out_of_range("legs", self.legs, 1, MOST_LEGS)


class OneGroup(RoundRobin[LegsT]):
    """A round robin of all entries, or all teams, in one group."""

    def next_round(self, situation: Situation, options: LegsT, seed: str) -> Draw:
        """Return the next round. Raises DrawError `too_few_entrants` or `stage_over`."""
        numbers, history = active_numbers(situation), MeetingHistory.of(situation)
        if situation.rounds and not history.owed_meetings(
            numbers, frozenset(numbers), options.legs
        ):
            raise DrawError("stage_over", rounds=len(situation.rounds))
        if situation.rounds:
            matches = history.next_matches(ONLY_GROUP, numbers, frozenset(numbers), options.legs)
        else:
            matches = first_matches(ball_order(numbers, seed, LABEL))
        pairings = round_robin.seat_groups({ONLY_GROUP: matches})
        return Draw(pairings, self.concessions(situation, pairings, options))

    def concessions(
        self, situation: Situation, pairings: Sequence[Pairing], options: LegsT
    ) -> Report:
        """Return the concessions of these pairings, with forbidden couples as the only wishes."""
        forbidden = [
            couple
            for couple in round_robin.meeting_couples(pairings)
            if couple in situation.wishes.forbidden
        ]
        return round_robin.calendar_report(situation, pairings, options.legs, forbidden)

    def is_over(self, situation: Situation, options: LegsT) -> bool:
        """Return whether all active entries have met as often as agreed."""
        if not situation.rounds or not all_finished(situation):
            return False
        active = active_set(situation)
        return not MeetingHistory.of(situation).owed_meetings(sorted(active), active, options.legs)

    def rounds_in_all(self, entrants: int, options: LegsT) -> int:
        return rounds_in_leg(entrants) * options.legs


class League(OneGroup[Options]):
    key = "league"
    options_class = Options


LEAGUE = League()
