"""Grupos (liguillas): all members of a group meet, once or more.

The first round draws the groups (`dealing`). From then on each group is a league (`round_robin`),
and all groups share the rounds. Smaller groups end earlier.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats import round_robin
from tournaments.formats.arrivals import Vacancy
from tournaments.formats.core import (
    Draw,
    DrawError,
    Pairing,
    Report,
    Situation,
    check_words,
    refuse_out_of_range,
)
from tournaments.formats.costs import cost_of
from tournaments.formats.groups.dealing import (
    LARGEST,
    SMALLEST,
    add_newcomers,
    dealt_groups,
    group_count,
    sizes,
    vacancies_of_groups,
)
from tournaments.formats.history import active_numbers, active_set, all_finished
from tournaments.formats.round_robin import (
    MOST_LEGS,
    MeetingHistory,
    RoundRobin,
    all_met,
    first_matches,
)
from tournaments.formats.seeds import LOT, MOST_SEEDS, SEED, keep_best_seeds
from tournaments.pairing.calendar import rounds_in_leg
from tournaments.pairing.matching import Couple

CHOICES = {"spread": (LOT, SEED)}
MOST_GROUPS = 500


@dataclass(frozen=True, slots=True)
class Options:
    """Options: the approximate `size` of a group, or the number of `groups` (0: from the size).

    `legs`: how often each couple meets; `spread`: by lot or in pots of seeds; `seeds`: how many
    count as seeds.
    """

    size: int = 4
    groups: int = 0
    legs: int = 1
    spread: str = LOT
    seeds: int = 0

    def __post_init__(self) -> None:
        refuse_out_of_range("size", self.size, SMALLEST, LARGEST)
        refuse_out_of_range("groups", self.groups, 0, MOST_GROUPS)
        refuse_out_of_range("legs", self.legs, 1, MOST_LEGS)
        check_words(self, CHOICES)
        refuse_out_of_range("seeds", self.seeds, 0, MOST_SEEDS)


class Groups(RoundRobin[Options]):
    key = "groups"
    choices = CHOICES
    has_groups = True
    options_class = Options

    def next_round(self, situation: Situation, options: Options, seed: str) -> Draw:
        """Return the next round of every group.

        Raises DrawError `too_few_entrants`, `stage_over` and, in the first round,
        `too_few_for_groups`.
        """
        active, history = frozenset(active_numbers(situation)), MeetingHistory.of(situation)
        groups = groups_of(situation, options, seed)
        if situation.rounds and all_met(history, groups, active, options.legs):
            raise DrawError("stage_over", rounds=len(situation.rounds))
        if situation.rounds:
            matches = {
                name: history.next_matches(name, members, active, options.legs)
                for name, members in groups.items()
            }
        else:
            matches = {name: first_matches(members) for name, members in groups.items()}
        pairings = round_robin.seat_groups(matches)
        return Draw(pairings, self.concessions(situation, pairings, options))

    def group_sizes(self, entrants: int, options: Options) -> tuple[int, ...]:
        """Return the size of each group, A first. Raises DrawError `too_few_for_groups`.

        >>> Groups().group_sizes(26, Options(groups=4))
        (7, 7, 6, 6)
        """
        count = options.groups or group_count(entrants, options.size)
        if entrants < 2 * count:
            raise DrawError(
                "too_few_for_groups", entrants=entrants, groups=count, minimum=2 * count
            )
        return sizes(entrants, count)

    def concessions(
        self, situation: Situation, pairings: Sequence[Pairing], options: Options
    ) -> Report:
        """Return the concessions of these pairings, with the wishes that a shared group breaks."""
        groups = round_robin.groups_played(situation.rounds)
        grouped_entries = {number for members in groups.values() for number in members}
        members_by_group = {name: set(members) for name, members in groups.items()}
        for match in pairings:
            members_by_group.setdefault(match.group, set()).update(
                set(match.sides) - grouped_entries
            )
        wish_breakers: list[Couple] = []
        if len(members_by_group) > 1 and situation.wishes:
            entrants_by_number = {entrant.number: entrant for entrant in situation.entrants}
            wish_breakers = [
                couple
                for members in members_by_group.values()
                for couple in combinations(sorted(members), 2)
                if not grouped_entries.issuperset(couple)
                and cost_of(
                    situation.wishes, entrants_by_number[couple[0]], entrants_by_number[couple[1]]
                )
            ]
        return round_robin.calendar_report(situation, pairings, options.legs, wish_breakers)

    def is_over(self, situation: Situation, options: Options) -> bool:
        """Return whether all active members of each group have met as often as agreed."""
        if not situation.rounds or not all_finished(situation):
            return False
        groups = add_newcomers(situation, round_robin.groups_played(situation.rounds))
        return all_met(MeetingHistory.of(situation), groups, active_set(situation), options.legs)

    def seeds(self, entries: int, options: Options) -> int:
        return min(options.seeds or entries, entries) if options.spread == SEED else 0

    def rounds_in_all(self, entrants: int, options: Options) -> int:
        if entrants < 2 * max(options.groups, 1):
            return 0
        return max(map(rounds_in_leg, self.group_sizes(entrants, options))) * options.legs

    def vacancies(self, situation: Situation, options: Options) -> tuple[Vacancy, ...]:
        """Return the tables that a late arrival can fill (`vacancies_of_groups`)."""
        return vacancies_of_groups(situation)


GROUPS = Groups()


def groups_of(situation: Situation, options: Options, seed: str) -> dict[str, tuple[int, ...]]:
    """Return the members of each group by name, as drawn or, before the draw, as the seed decides.

    A late arrival joins the group with the fewest active entries; among equal groups, the one where
    the wishes cost least.
    """
    if not situation.rounds:
        count = len(GROUPS.group_sizes(len(active_set(situation)), options))
        seeded_situation = keep_best_seeds(situation, options.seeds)
        return dealt_groups(seeded_situation, count, options.spread == SEED, seed, GROUPS.key)
    return add_newcomers(situation, round_robin.groups_played(situation.rounds))
