"""All the rounds there could be, for the laws that say that none is better."""

from collections.abc import Iterator, Sequence


def every_pairing(numbers: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All the ways of putting them in twos, one alone when they are odd (in a tuple)."""
    if not numbers:
        yield ()
        return
    if len(numbers) % 2:
        for resting in numbers:
            for pairs in every_pairing([number for number in numbers if number != resting]):
                yield ((resting,), *pairs)
        return
    first, *rest = numbers
    for other in rest:
        for pairs in every_pairing([number for number in rest if number != other]):
            yield ((first, other), *pairs)
