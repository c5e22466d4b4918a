"""The fewest meetings that can be repeated at all: proofs, not searches."""

from collections.abc import Iterable, Mapping, Sequence

Round = Sequence[Sequence[int]]


def fewest_of(size: int, groups: int) -> int:
    """Of `size` people from so many groups, how many couples are at least of the same group.

    >>> fewest_of(4, 3), fewest_of(4, 2), fewest_of(3, 5)
    (1, 2, 0)
    """
    if not groups:
        return 0
    each, more = divmod(size, groups)
    return more * (each + 1) * each // 2 + (groups - more) * each * (each - 1) // 2


def repeated_in_round(
    sizes: Sequence[int], people: Sequence[int], past: Iterable[Round], met: Mapping[int, int]
) -> int:
    """The fewest couples of a round who have met already, whoever sits where.

    `past` has the rounds before as tables, `met` with how many of those `people` each has met. The
    greater of two counts:

    - each needs as many companions as the smallest table has other chairs; who has not that many
      left to meet repeats the rest (a couple counts for both);
    - the people of one table of an earlier round had all met: those of a new table come from as
      many groups at most as that round had tables (who did not play it is a group alone).
    """
    if not sizes:
        return 0
    companions = min(sizes) - 1
    short = sum(max(0, companions - (len(people) - 1 - met.get(person, 0))) for person in people)
    best = (short + 1) // 2
    here = frozenset(people)
    for tables in past:
        groups = [group for table in tables if (group := here.intersection(table))]
        alone = len(here) - sum(map(len, groups))
        best = max(best, sum(fewest_of(size, len(groups) + alone) for size in sizes))
    return best


def repeated_in_all(rounds: Sequence[Round]) -> int:
    """The fewest repeated meetings that so many rounds of these tables and people could have had.

    The greatest of three: all meetings less all couples; what each repeats with so few others; and,
    for each later round, what one table of the first makes its people repeat (`repeated_in_round`).
    """
    people = {person for tables in rounds for table in tables for person in table}
    all_met = sum(len(table) * (len(table) - 1) // 2 for tables in rounds for table in tables)
    companions = dict.fromkeys(people, 0)
    for tables in rounds:
        for table in tables:
            for person in table:
                companions[person] += len(table) - 1
    over = sum(max(0, count - (len(people) - 1)) for count in companions.values())
    first = rounds[:1]
    later = sum(
        repeated_in_round(
            [len(table) for table in tables],
            [person for table in tables for person in table],
            first,
            {},
        )
        for tables in rounds[1:]
    )
    return max(0, all_met - len(people) * (len(people) - 1) // 2, (over + 1) // 2, later)
