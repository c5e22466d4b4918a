"""Those who would rather not meet, as far from each other in a bracket as can be found."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import scipy  # its parts are loaded when they are used

from tournaments.pairing.couples import Couple

# Weights looked at before the search gives up: a second or two.
MOST_WORK = 100_000_000


def meeting_round(slot: int, other: int) -> int:
    """The round of the bracket, from 1, in which two slots (from 0) can meet.

    >>> [meeting_round(0, slot) for slot in (1, 2, 3, 4, 7)]
    [1, 2, 2, 3, 3]
    """
    return (slot ^ other).bit_length()


def kept_apart(
    slots: Mapping[int, int],
    alike: Sequence[Sequence[int]],
    costs: Mapping[Couple, int],
    rounds: int,
    earlier: int = 4,
) -> dict[int, int]:
    """Each number's slot, changed so that couples that cost meet as late as can be found.

    `slots` says where each number is; those of each list of `alike`, in order, may change places. A
    couple that costs c and can meet in round r of R weighs c · (4^(R−r) − 1), 4 being `earlier`.
    Each that can meet in round 1, then up to 2… whom it should not changes places with whom it
    betters most. Local search: good, not proven.
    """
    search = _Search(slots, costs, rounds, earlier)
    for latest in range(1, rounds):
        while search.betters(alike, latest):
            pass
    return search.placed


class _Search:
    """The numbers by their place in `slots`; all weights of a turn are worked out at once."""

    def __init__(
        self, slots: Mapping[int, int], costs: Mapping[Couple, int], rounds: int, earlier: int
    ) -> None:
        self.at = {number: place for place, number in enumerate(sorted(slots))}
        self.slots = np.array([slots[number] for number in self.at], dtype=np.int64)
        couples = sorted(couple for couple in costs if slots.keys() >= set(couple))
        self.costs = self._table([(*couple, costs[couple]) for couple in couples])
        # The weight of a slot, by its exclusive or with the rival's.
        self.weights = np.array(
            [0] + [earlier ** (rounds - gap.bit_length()) - 1 for gap in range(1, 1 << rounds)],
            dtype=np.int64,
        )
        self.work = 0

    @property
    def placed(self) -> dict[int, int]:
        return {number: int(self.slots[place]) for number, place in self.at.items()}

    def _table(self, couples: Sequence[tuple[int, int, int]]) -> Any:
        ends = [(self.at[one], self.at[other], cost) for one, other, cost in couples]
        ends += [(other, one, cost) for one, other, cost in ends]
        rows, columns, values = np.array(ends, dtype=np.int64).reshape(-1, 3).T
        return scipy.sparse.csr_array((values, (rows, columns)), shape=(len(self.at), len(self.at)))

    def betters(self, alike: Sequence[Sequence[int]], latest: int) -> bool:
        """One turn of those who can meet somebody they should not up to that round."""
        changed = False
        for group in alike:
            places = np.array([self.at[number] for number in group], dtype=np.int64)
            for place in places:
                if self.work < MOST_WORK and self._meets(place, latest):
                    changed |= self._moves(place, places)
        return changed

    def _rivals(self, place: int) -> tuple[Any, Any]:
        """Return whom it should not meet, and what each costs."""
        row = slice(self.costs.indptr[place], self.costs.indptr[place + 1])
        return self.costs.indices[row], self.costs.data[row]

    def _meets(self, place: int, latest: int) -> bool:
        rivals, _values = self._rivals(place)
        return bool(((self.slots[rivals] ^ self.slots[place]) < 1 << latest).any())

    def _moves(self, place: int, group: Any) -> bool:
        """Changes slots with whom it betters most; whether it did."""
        rivals, values = self._rivals(place)
        here = self.slots[place]
        self.work += len(self.at) * (len(rivals) + 1) + self.costs.nnz
        from_here = self.weights[self.slots ^ here]
        # The cost of each in its own slot, of the others in this one, and of this one in theirs.
        table = self.costs.tocoo()
        met = table.data * self.weights[self.slots[table.row] ^ self.slots[table.col]]
        now = np.bincount(table.row, met, len(self.at)).astype(np.int64)
        there = self.costs @ from_here
        mine = values @ self.weights[self.slots[rivals][:, None] ^ self.slots[group]]
        both = np.zeros(len(self.at), dtype=np.int64)
        both[rivals] = values * from_here[rivals]
        change = mine + there[group] - now[place] - now[group] + 2 * both[group]
        change[group == place] = 0
        best = int(np.argmin(change))
        if change[best] >= 0:
            return False
        other = group[best]
        self.slots[place], self.slots[other] = self.slots[other], here
        return True
