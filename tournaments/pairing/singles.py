"""Partners for those who came alone, drawn once from a published seed."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from tournaments.pairing.draw import shuffled

LOT = "lot"


@dataclass(frozen=True, slots=True)
class Partners:
    """The pairs in the order they come out, and who is left alone, if anybody."""

    pairs: tuple[tuple[int, int], ...]
    odd: int | None


def by_lot(numbers: Collection[int], seed: str) -> Partners:
    """Partners by lot: the balls come out two by two, `shuffled` with the label «singles»; the
    last one, when they are odd, stays alone.

    >>> by_lot((1, 2, 3, 4, 5), "Regumiel 2024")
    Partners(pairs=((3, 2), (5, 4)), odd=1)
    """
    order = shuffled(numbers, seed, "singles")
    pairs = tuple(zip(order[::2], order[1::2], strict=False))
    return Partners(pairs, order[-1] if len(order) % 2 else None)


# How partners may be drawn, by name.
METHODS: Mapping[str, Callable[[Collection[int], str], Partners]] = {LOT: by_lot}


def paired(numbers: Collection[int], seed: str, method: str = LOT) -> Partners:
    """The partners that the method gives. An unknown method is a KeyError."""
    return METHODS[method](numbers, seed)
