"""Partners for people who entered alone, drawn once from a published seed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from tournaments.pairing.draw import shuffled
from tournaments.pairing.kings import high_cards, kings

LOT, KINGS, HIGH_CARDS = "lot", "kings", "high_cards"


class Drawn(Protocol):
    """The pairs in the order of the draw, and the person left without a partner, if any."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]: ...

    @property
    def odd(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Partners:
    """The pairs, and the person without a partner if any, of a draw with balls only."""

    pairs: tuple[tuple[int, int], ...]
    odd: int | None


def by_lot(numbers: Iterable[int], seed: str) -> Partners:
    """Return partners by lot: the balls of `shuffled` (label «singles»), two by two.

    With an odd number, the last person has no partner.

    >>> by_lot((1, 2, 3, 4, 5), "Regumiel 2024")
    Partners(pairs=((3, 2), (5, 4)), odd=1)
    """
    order = shuffled(numbers, seed, "singles")
    pairs = tuple(zip(order[::2], order[1::2], strict=False))
    return Partners(pairs, order[-1] if len(order) % 2 else None)


# Ways to draw partners, by name.
METHODS: Mapping[str, Callable[[Iterable[int], str], Drawn]] = {
    LOT: by_lot,
    KINGS: kings,
    HIGH_CARDS: high_cards,
}


def paired(numbers: Iterable[int], seed: str, method: str = LOT) -> Drawn:
    """Return the partners that `method` gives. Raises KeyError for an unknown method."""
    return METHODS[method](numbers, seed)
