"""The numbers of a score, one against the other."""

from collections.abc import Iterable, Sequence

from scoring.wording.numbers import count


def against(numbers: Iterable[int], unit: int = 1) -> str:
    """Return what the sides counted, one against the other: «7–5», and «+20 / −20» below nothing.

    >>> against([7, 5]), against([-20, 20])
    ('7–5', '−20 / +20')
    """
    counted = list(numbers)
    signed = min(counted, default=0) < 0
    told = (count(number, unit, signed=signed) for number in counted)
    return (" / " if signed else "–").join(told)


def minus(number: int | str) -> str:
    """A number with a minus that is as wide as the plus.

    >>> minus(-104), minus(7)
    ('−104', '7')
    """
    return str(number).replace("-", "−")


def winner_first(numbers: Sequence[int], winner: int | None) -> list[int]:
    """The counts as a sentence says them, the winner's before the others.

    >>> winner_first([1, 4, 2], 1), winner_first([1, 4], None)
    ([4, 1, 2], [1, 4])
    """
    first = winner or 0
    return [numbers[first], *numbers[:first], *numbers[first + 1 :]]
