"""The number of tables of each size for so many people."""

from collections.abc import Collection, Iterator

SMALLER, LARGER = "smaller", "larger"


def table_sizes(
    people: int, usual: int, allowed: Collection[int] = (), prefer: str = SMALLER
) -> tuple[int, ...]:
    """The sizes of the tables, those of the `usual` size first; who is left over by all rests.

    Other sizes than the usual are taken from `allowed`. First the fewest rest, then the fewest
    tables are odd (of another size than the usual), then the tables are as many (`prefer`
    SMALLER) or as few (LARGER) as can be.

    >>> table_sizes(18, 4, (3, 4, 5)), table_sizes(18, 4, (3, 4, 5), LARGER)
    ((4, 4, 4, 3, 3), (4, 4, 5, 5))
    >>> table_sizes(18, 4)
    (4, 4, 4, 4)
    """
    others = sorted(set(allowed) - {usual}, reverse=prefer == LARGER)
    sign = -1 if prefer == SMALLER else 1
    for seated in range(people, -1, -1):
        # `usual` odd tables or more always hold some that make whole ones of the usual size.
        for odd in range(usual):
            choices = [
                sizes
                for sizes in _combinations(others, odd)
                if sum(sizes) <= seated and not (seated - sum(sizes)) % usual
            ]
            if choices:
                best = min(choices, key=lambda sizes: (sign * -sum(sizes), sizes))
                return (usual,) * ((seated - sum(best)) // usual) + best
    return ()


def _combinations(sizes: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """Every choice of `count` sizes, equal ones together."""
    if not count:
        yield ()
    elif sizes:
        for first in range(count, -1, -1):
            for others in _combinations(sizes[1:], count - first):
                yield (sizes[0],) * first + others
