"""Separation, in a bracket, of entries that should not meet."""

from collections.abc import Mapping, Sequence

import numpy as np

from tournaments.pairing.matching import Couple
from tournaments.pairing.pool import Ints

# Limit of weights examined before the search gives up: one or two seconds.
MOST_WORK = 100_000_000


def meeting_round(slot: int, other: int) -> int:
    """Return the round of the bracket, from 1, in which two slots (from 0) can meet.

    >>> [meeting_round(0, slot) for slot in (1, 2, 3, 4, 7)]
    [1, 2, 2, 3, 3]
    """
    return (slot ^ other).bit_length()


def separate(
    slots: Mapping[int, int],
    alike: Sequence[Sequence[int]],
    costs: Mapping[Couple, int],
    rounds: int,
    earlier: int = 4,
) -> dict[int, int]:
    """Return the slot of each number, changed so that couples with a cost meet late.

    `slots` has the slot of each number; only numbers of the same list of `alike` may exchange
    slots, tried in the order of the lists. A couple that costs c and can meet in round r of R
    (`rounds`) weighs c · (4^(R−r) − 1), where 4 is `earlier`. Each number with an unwanted meeting
    in round 1, then in rounds 1 and 2, and so on, exchanges slots with the number that lowers the
    total weight most. It is a local search: the result is good, not proven optimal.
    """
    search = _Search(slots, costs, rounds, earlier)
    for latest in range(1, rounds):
        while search.improve(alike, latest):
            pass
    return search.slots_by_number


class _Search:
    """The state of the search. A `place` is the index of a number among the sorted numbers."""

    def __init__(
        self, slots: Mapping[int, int], costs: Mapping[Couple, int], rounds: int, earlier: int
    ) -> None:
        self.at = {number: place for place, number in enumerate(sorted(slots))}
        self.slots = np.array([slots[number] for number in self.at], dtype=np.int64)
        couples = [
            (self.at[first], self.at[second], cost)
            for (first, second), cost in costs.items()
            if first in slots and second in slots
        ]
        # Each couple twice, once from either end; the couples of a place are adjacent.
        ends = sorted(couples + [(second, first, cost) for first, second, cost in couples])
        self.places, self.rival, self.costs = np.array(ends, dtype=np.int64).reshape(-1, 3).T
        self.starts = np.searchsorted(self.places, np.arange(len(self.at) + 1))
        # The weight of two slots, indexed by their exclusive or.
        self.weights = np.array(
            [0] + [earlier ** (rounds - gap.bit_length()) - 1 for gap in range(1, 1 << rounds)],
            dtype=np.int64,
        )
        self.work = 0

    @property
    def slots_by_number(self) -> dict[int, int]:
        return {number: int(self.slots[place]) for number, place in self.at.items()}

    def improve(self, alike: Sequence[Sequence[int]], latest: int) -> bool:
        """Exchange slots of numbers with an unwanted meeting in rounds 1 to `latest`.

        Return whether any number has moved.
        """
        is_changed = False
        for group in alike:
            places = np.array([self.at[number] for number in group], dtype=np.int64)
            for place in places:
                if self.work < MOST_WORK and self._has_meeting(place, latest):
                    is_changed |= self._move(place, places)
        return is_changed

    def _own(self, place: int) -> slice:
        """Return the slice of `places`, `rival` and `costs` with the couples of a place."""
        return slice(self.starts[place], self.starts[place + 1])

    def _has_meeting(self, place: int, latest: int) -> bool:
        rivals = self.rival[self._own(place)]
        return bool(((self.slots[rivals] ^ self.slots[place]) < 1 << latest).any())

    def _move(self, place: int, group: Ints) -> bool:
        """Exchange slots with the number of `group` that lowers the weight most.

        Return False if no number lowers it.
        """
        own = self._own(place)
        rivals, values = self.rival[own], self.costs[own]
        own_slot = self.slots[place]
        self.work += len(self.at) * (len(rivals) + 1) + len(self.costs)
        from_here = self.weights[self.slots ^ own_slot]
        # Cost before the exchange, and after it in both slots.
        now = self._sums_by_place(self.weights[self.slots[self.places] ^ self.slots[self.rival]])
        after_group = self._sums_by_place(from_here[self.rival])
        after_own = values @ self.weights[self.slots[rivals][:, None] ^ self.slots[group]]
        shared = np.zeros(len(self.at), dtype=np.int64)
        shared[rivals] = values * from_here[rivals]
        change = after_own + after_group[group] - now[place] - now[group] + 2 * shared[group]
        change[group == place] = 0
        best = int(np.argmin(change))
        if change[best] >= 0:
            return False
        other = group[best]
        self.slots[place], self.slots[other] = self.slots[other], own_slot
        return True

    def _sums_by_place(self, weights: Ints) -> Ints:
        """Return, for each place, the sum of cost × weight over its couples."""
        totals = np.concatenate(([0], np.cumsum(self.costs * weights)))
        return totals[self.starts[1:]] - totals[self.starts[:-1]]
