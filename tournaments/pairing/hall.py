"""Tables of the hall: which match sits at which, where some entries keep theirs.

Who meets whom is drawn already. Nothing here looks at anything but numbers, so that anybody can
give the tables again from what was published.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Hall:
    """The `free` tables, lowest first, and the numbers of the matches in the `queue`, in order.

    `kept` has the table of each match of the queue that waits for one table and no other. `fixed`
    has the tables in service that some entry keeps: they are given to others last.
    """

    free: Sequence[int]
    queue: Sequence[int]
    kept: Mapping[int, int] = field(default_factory=dict)
    fixed: Collection[int] = frozenset()


def kept_table(tables: Iterable[int], in_service: Collection[int]) -> int:
    """Return the table of a match whose entries keep these: the lowest in service; 0 for none.

    >>> kept_table([8, 3], range(1, 10)), kept_table([8, 3], [8]), kept_table([0], [1])
    (3, 8, 0)
    """
    return min((table for table in tables if table and table in in_service), default=0)


def give_tables(hall: Hall) -> dict[int, int]:
    """Return the table of each match that is called now, by its number.

    A free table goes to the first match of the queue that keeps it. The others, lowest first, go
    to the other matches in order, those that some entry keeps last. A match whose table is taken
    waits for it.

    >>> give_tables(Hall(free=[1, 2, 3], queue=[11, 12, 13, 14], kept={13: 1, 14: 1}))
    {13: 1, 11: 2, 12: 3}
    """
    given: dict[int, int] = {}
    for number in hall.queue:
        own = hall.kept.get(number, 0)
        if own in hall.free and own not in given.values():
            given[number] = own
    taken = set(given.values())
    left = sorted((table in hall.fixed, table) for table in hall.free if table not in taken)
    others = [number for number in hall.queue if number not in hall.kept]
    return given | {number: table for number, (_fixed, table) in zip(others, left, strict=False)}
