"""The cost of a seating, in whole numbers: the one measure of every way of seating a hall."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Tables = list[list[int]]


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices of a seating: two at a table, an odd table, and the spread of scores.

    `together[a][b]` both ways; `odd[a]` for a table of another size than `usual`; each table pays
    the highest less the lowest of `scores`. People are the numbers that the tables hold.
    """

    together: Mapping[int, Mapping[int, int]]
    odd: Mapping[int, int] = field(default_factory=dict)
    scores: Mapping[int, int] = field(default_factory=dict)
    usual: int = 0

    def of_table(self, table: Sequence[int]) -> int:
        """Return what one table costs."""
        return self.company(table) + self.oddity(table) + self.spread(table)

    def company(self, table: Sequence[int]) -> int:
        total = 0
        for at, person in enumerate(table):
            known = self.together.get(person)
            if known and not known.keys().isdisjoint(table):  # most tables cost nothing
                total += sum(known.get(other, 0) for other in table[at + 1 :])
        return total

    def oddity(self, table: Sequence[int]) -> int:
        if len(table) == self.usual:
            return 0
        return sum(self.odd.get(person, 0) for person in table)

    def spread(self, table: Sequence[int]) -> int:
        if not self.scores:
            return 0
        scores = [self.scores.get(person, 0) for person in table]
        return max(scores) - min(scores)

    def of(self, tables: Sequence[Sequence[int]]) -> int:
        """Return what all tables cost together."""
        return sum(map(self.of_table, tables))
