"""The beginning of a search: everybody in a chair, the odd tables for those who had them least."""

from collections.abc import Mapping, Sequence

from tournaments.pairing.seating.prices import Tables


def as_they_come(
    order: Sequence[int], sizes: Sequence[int], usual: int, odd: Mapping[int, int]
) -> Tables:
    """The usual tables are filled with the people of `order` as they come, table after table;
    before that the seats of the odd tables go to who would pay least for them (`odd`), the first
    of the order among equals.

    >>> as_they_come([5, 3, 4, 1, 2], [3, 2], 3, {5: 1})
    [[5, 1, 2], [3, 4]]
    """
    seats = sum(size for size in sizes if size != usual)
    apart = set(sorted(order, key=lambda person: odd.get(person, 0))[:seats] if seats else ())
    common = iter([person for person in order if person not in apart])
    oddly = iter([person for person in order if person in apart])
    return [[next(common if size == usual else oddly) for _chair in range(size)] for size in sizes]


def by_rank(
    ranked: Sequence[int], sizes: Sequence[int], usual: int, odd: Mapping[int, int]
) -> Tables:
    """Tables filled down the ranking; each odd one where it costs least, the lowest among equals.

    >>> by_rank([5, 3, 4, 1, 2], [3, 2], 3, {1: 1})
    [[5, 3], [4, 1, 2]]
    """
    until = [0]
    for person in ranked:
        until.append(until[-1] + odd.get(person, 0))

    def oddity(places: Sequence[int]) -> int:
        total, start = 0, 0
        for size in places:
            if size != usual:
                total += until[start + size] - until[start]
            start += size
        return total

    placed = [size for size in sizes if size == usual]
    for size in sizes:
        if size != usual:
            # The last table first, so that it stays among equals.
            ways = [[*placed[:at], size, *placed[at:]] for at in range(len(placed), -1, -1)]
            placed = min(ways, key=oddity)
    tables, start = [], 0
    for size in placed:
        tables.append(list(ranked[start : start + size]))
        start += size
    return tables
