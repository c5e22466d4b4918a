"""A generator of every possible pairing, to test that none is better than the drawn one."""

from collections.abc import Iterator, Sequence


def every_pairing(numbers: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield every way to pair the numbers. With an odd count, one number rests: a tuple of one."""
    if not numbers:
        yield ()
        return
    if len(numbers) % 2:
        for resting in numbers:
            for pairs in every_pairing([number for number in numbers if number != resting]):
                yield ((resting,), *pairs)
        return
    first_number, *other_numbers = numbers
    for partner in other_numbers:
        for pairs in every_pairing([number for number in other_numbers if number != partner]):
            yield ((first_number, partner), *pairs)
