"""Separation, in a bracket, of entries that should not meet."""

from collections.abc import Mapping, Sequence

import numpy as np

from tournaments.pairing.matching import Couple
from tournaments.pairing.pool import Ints

# Limit of weights examined before the search gives up: one or two seconds.
MOST_WORK = 100_000_000


def meeting_round(slot: int, other_slot: int) -> int:
    """Return the round of the bracket, from 1, in which two slots (from 0) can meet.

    >>> [meeting_round(0, slot) for slot in (1, 2, 3, 4, 7)]
    [1, 2, 2, 3, 3]
    """
    return (slot ^ other_slot).bit_length()


def separate(
    slots: Mapping[int, int],
    exchange_groups: Sequence[Sequence[int]],
    costs: Mapping[Couple, int],
    rounds: int,
    round_weight: int = 4,
) -> dict[int, int]:
    """Return the slot of each number, changed so that couples with a cost meet late.

    `slots` has the slot of each number. Only numbers of the same list of `exchange_groups` may
    exchange slots; they are tried in the order of the lists. A couple that costs c and can meet in
    round r of R (`rounds`) weighs c · (4^(R−r) − 1), where 4 is `round_weight`. Each number with an
    unwanted meeting in round 1, then in rounds 1 and 2, and so on, exchanges slots with the number
    that lowers the total weight most. It is a local search: the result is good, not proven optimal.
    """
    search = _Search(slots, costs, rounds, round_weight)
    for last_round in range(1, rounds):
        while search.improve(exchange_groups, last_round):
            pass
    return search.slots_by_number


class _Search:
    """The state of the search. A `place` is the index of a number among the sorted numbers."""

    def __init__(
        self, slots: Mapping[int, int], costs: Mapping[Couple, int], rounds: int, round_weight: int
    ) -> None:
        self.place_of = {number: place for place, number in enumerate(sorted(slots))}
        self.slots = np.array([slots[number] for number in self.place_of], dtype=np.int64)
        couples = [
            (self.place_of[first], self.place_of[second], cost)
            for (first, second), cost in costs.items()
            if first in slots and second in slots
        ]
        # Each couple twice, once from either end; the couples of a place are adjacent.
        ends = sorted(couples + [(second, first, cost) for first, second, cost in couples])
        self.places, self.rival, self.costs = np.array(ends, dtype=np.int64).reshape(-1, 3).T
        self.starts = np.searchsorted(self.places, np.arange(len(self.place_of) + 1))
        # The weight of two slots, indexed by their exclusive or.
        self.weights = np.array(
            [0]
            + [round_weight ** (rounds - gap.bit_length()) - 1 for gap in range(1, 1 << rounds)],
            dtype=np.int64,
        )
        self.work = 0

    @property
    def slots_by_number(self) -> dict[int, int]:
        return {number: int(self.slots[place]) for number, place in self.place_of.items()}

    def improve(self, exchange_groups: Sequence[Sequence[int]], last_round: int) -> bool:
        """Exchange slots of numbers with an unwanted meeting in rounds 1 to `last_round`.

        Return whether any number has moved.
        """
        is_changed = False
        for group in exchange_groups:
            places = np.array([self.place_of[number] for number in group], dtype=np.int64)
            for place in places:
                if self.work < MOST_WORK and self._has_meeting(place, last_round):
                    is_changed |= self._move(place, places)
        return is_changed

    def _couples_of_place(self, place: int) -> slice:
        """Return the slice of `places`, `rival` and `costs` with the couples of a place."""
        return slice(self.starts[place], self.starts[place + 1])

    def _has_meeting(self, place: int, last_round: int) -> bool:
        rivals = self.rival[self._couples_of_place(place)]
        return bool(((self.slots[rivals] ^ self.slots[place]) < 1 << last_round).any())

    def _move(self, place: int, group: Ints) -> bool:
        """Exchange slots with the number of `group` that lowers the weight most.

        Return False if no number lowers it.
        """
        couples = self._couples_of_place(place)
        rivals, costs = self.rival[couples], self.costs[couples]
        own_slot = self.slots[place]
        self.work += len(self.place_of) * (len(rivals) + 1) + len(self.costs)
        weights_at_own_slot = self.weights[self.slots ^ own_slot]
        # The cost of every place now and at `own_slot`; the own cost at each slot of the group.
        costs_now = self._sums_by_place(
            self.weights[self.slots[self.places] ^ self.slots[self.rival]]
        )
        costs_at_own_slot = self._sums_by_place(weights_at_own_slot[self.rival])
        own_costs_at_slots = costs @ self.weights[self.slots[rivals][:, None] ^ self.slots[group]]
        shared_costs = np.zeros(len(self.place_of), dtype=np.int64)
        shared_costs[rivals] = costs * weights_at_own_slot[rivals]
        change = (
            own_costs_at_slots
            + costs_at_own_slot[group]
            - costs_now[place]
            - costs_now[group]
            + 2 * shared_costs[group]
        )
        change[group == place] = 0
        best_index = int(np.argmin(change))
        if change[best_index] >= 0:
            return False
        other_place = group[best_index]
        self.slots[place], self.slots[other_place] = self.slots[other_place], own_slot
        return True

    def _sums_by_place(self, weights: Ints) -> Ints:
        """Return, for each place, the sum of cost × weight over its couples."""
        totals = np.concatenate(([0], np.cumsum(self.costs * weights)))
        return totals[self.starts[1:]] - totals[self.starts[:-1]]
