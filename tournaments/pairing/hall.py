"""Tables of the hall: which match gets which table, even if some entries have a fixed table.

The matches are drawn already. The input is numbers only, so that anybody can repeat the assignment
from the published data.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class FreeTables:
    """The free `tables`, lowest first, and the match numbers of the `queue`, in order.

    `reserved_tables` has the table of each match of the queue that waits for one table only.
    `fixed_tables` has the fixed tables in service: other matches get them last.
    """

    tables: Sequence[int]
    queue: Sequence[int]
    reserved_tables: Mapping[int, int] = field(default_factory=dict)
    fixed_tables: Collection[int] = frozenset()


class Seating(NamedTuple):
    """A match of the queue, or at a table: its number, its `tie` and its entries.

    The boards of a tie between teams share their `tie` and are played at the same time.
    """

    number: int
    tie: Hashable
    entries: Collection[int]


def matches_able_to_start(queue: Iterable[Seating], playing: Iterable[Seating]) -> list[int]:
    """Return the numbers of the matches that can be called, in the order of the `queue`.

    A match waits while one of its entries plays, or is in an earlier match that can be called.
    Matches of the same tie do not wait for each other.

    >>> queue = [Seating(4, "round 2", [2, 5]), Seating(5, "round 2 b", [3, 6])]
    >>> matches_able_to_start(queue, [Seating(2, "round 1", [2, 3])])
    []
    >>> matches_able_to_start([*queue, Seating(7, "round 3", [6, 5])], [])
    [4, 5]
    """
    ties: dict[int, set[Hashable]] = {}
    for match in playing:
        _sit(ties, match)
    matches_able: list[int] = []
    for match in queue:
        if all(ties.get(entry, {match.tie}) == {match.tie} for entry in match.entries):
            _sit(ties, match)
            matches_able.append(match.number)
    return matches_able


def _sit(ties: dict[int, set[Hashable]], match: Seating) -> None:
    for entry in match.entries:
        ties.setdefault(entry, set()).add(match.tie)


def fixed_table(tables: Iterable[int], in_service: Collection[int]) -> int:
    """Return the lowest of the fixed `tables` of a match's entries that is in service, or 0.

    >>> fixed_table([8, 3], range(1, 10)), fixed_table([8, 3], [8]), fixed_table([0], [1])
    (3, 8, 0)
    """
    return min((table for table in tables if table and table in in_service), default=0)


def give_tables(hall: FreeTables) -> dict[int, int]:
    """Return the table of each match that is called now, by its number.

    A free table goes to the first match of the queue that waits for it. The remaining free tables,
    lowest first, go to the remaining matches in order; fixed tables come last. A match waits if its
    reserved table is not free.

    >>> give_tables(FreeTables([1, 2, 3], queue=[11, 12, 13, 14], reserved_tables={13: 1, 14: 1}))
    {13: 1, 11: 2, 12: 3}
    """
    table_of_match: dict[int, int] = {}
    for number in hall.queue:
        reserved_table = hall.reserved_tables.get(number, 0)
        if reserved_table in hall.tables and reserved_table not in table_of_match.values():
            table_of_match[number] = reserved_table
    tables_used = set(table_of_match.values())
    tables_left = sorted(
        (table in hall.fixed_tables, table) for table in hall.tables if table not in tables_used
    )
    other_matches = [number for number in hall.queue if number not in hall.reserved_tables]
    return table_of_match | {
        number: table
        for number, (_is_fixed, table) in zip(other_matches, tables_left, strict=False)
    }
