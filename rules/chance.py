"""A random generator that anybody can repeat: every draw comes from a seed through SHA-256."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """A stream of draws from a seed: the same seed gives the same draws on any machine.

    >>> chance = Chance("Calamocha")
    >>> chance.below(6), chance.below(6), chance.one_in(1)
    (1, 5, True)
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._draws = 0

    def below(self, number: int) -> int:
        """Return a whole number from 0 to `number` - 1."""
        self._draws += 1
        digest = sha256(f"{self._seed}|{self._draws}".encode("utf-8", "replace")).digest()
        return int.from_bytes(digest[:8]) % number

    def one_in(self, number: int) -> bool:
        """Return True with probability 1 / `number`."""
        return self.below(number) == 0

    def pick(self, items: Sequence[Item]) -> Item:
        """Return an item at random."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in random order (Fisher–Yates shuffle, from the end)."""
        shuffled_items = list(items)
        for last in range(len(shuffled_items) - 1, 0, -1):
            other = self.below(last + 1)
            shuffled_items[last], shuffled_items[other] = (
                shuffled_items[other],
                shuffled_items[last],
            )
        return shuffled_items

    def split(self, total: int, parts: int) -> list[int]:
        """Split `total` at random into `parts` numbers, each 0 or more.

        >>> Chance("Calamocha").split(12, 3)
        [2, 4, 6]
        """
        cuts = sorted(self.below(total + 1) for _cut in range(parts - 1))
        return [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]
