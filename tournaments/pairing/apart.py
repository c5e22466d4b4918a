"""Those who would rather not meet, as far from each other in a bracket as can be found."""

from collections.abc import Mapping, Sequence

# Changes of places looked at before the search gives up: well under a second.
MOST_TRIALS = 100_000

Couple = tuple[int, int]


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
) -> dict[int, int]:
    """Each number's slot, changed so that couples that cost meet as late as can be found.

    `slots` says where each number is; those of each list of `alike`, in order, may change places
    among themselves. A couple that costs c and can meet in round r of R weighs c · (4^(R−r) − 1):
    sooner than one meeting in the first round, three in the second. Going through the numbers in
    order, each who can meet in the first round somebody it should not changes places with whom it
    betters most (the first among equals), again and again until nothing betters; then those who
    can up to the second round, and so on. Local search: good, not proven.
    """
    search = _Search(dict(slots), costs, rounds)
    for latest in range(1, rounds):
        while search.betters(alike, latest):
            pass
    return search.placed


class _Search:
    def __init__(self, placed: dict[int, int], costs: Mapping[Couple, int], rounds: int) -> None:
        self.placed = placed
        self.weights = [0] + [4 ** (rounds - number) - 1 for number in range(1, rounds + 1)]
        self.trials = 0
        self.rivals: dict[int, dict[int, int]] = {}
        for (one, other), cost in sorted(costs.items()):
            if one in placed and other in placed:
                self.rivals.setdefault(one, {})[other] = cost
                self.rivals.setdefault(other, {})[one] = cost

    def betters(self, alike: Sequence[Sequence[int]], latest: int) -> bool:
        """One turn of those who can meet somebody they should not up to that round."""
        changed = False
        for group in alike:
            for number in group:
                if self.trials < MOST_TRIALS and self._meets(number, latest):
                    self.trials += len(group)
                    changed |= self._moves(number, group)
        return changed

    def _meets(self, number: int, latest: int) -> bool:
        here = self.placed[number]
        return any(
            meeting_round(here, self.placed[rival]) <= latest
            for rival in self.rivals.get(number, ())
        )

    def _moves(self, number: int, group: Sequence[int]) -> bool:
        """Changes places with whom it betters most; whether it did."""
        here, best, saved = self.placed[number], number, 0
        for other in group:
            there = self.placed[other]
            change = (
                self._weight(number, there, other)
                + self._weight(other, here, number)
                - self._weight(number, here, other)
                - self._weight(other, there, number)
            )
            if other != number and change < saved:
                best, saved = other, change
        self.placed[number], self.placed[best] = self.placed[best], here
        return best != number

    def _weight(self, number: int, slot: int, but: int) -> int:
        """What a number weighs in a slot, its meeting with `but` apart."""
        return sum(
            cost * self.weights[meeting_round(slot, self.placed[rival])]
            for rival, cost in self.rivals.get(number, {}).items()
            if rival != but
        )
