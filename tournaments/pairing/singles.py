"""Partners for those who came alone, drawn once from a published seed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from tournaments.pairing.draw import shuffled
from tournaments.pairing.kings import high_cards, kings

LOT, KINGS, HIGH_CARDS = "lot", "kings", "high_cards"


class Drawn(Protocol):
    """The pairs in the order they come out, and who is left without a partner, if anybody."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]: ...

    @property
    def odd(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Partners:
    """As `Drawn`, of a draw with nothing but balls."""

    pairs: tuple[tuple[int, int], ...]
    odd: int | None


def by_lot(numbers: Iterable[int], seed: str) -> Partners:
    """Partners by lot: the balls come out two by two, `shuffled` with the label «singles»; the
    last one, when they are odd, stays alone.

    >>> by_lot((1, 2, 3, 4, 5), "Regumiel 2024")
    Partners(pairs=((3, 2), (5, 4)), odd=1)
    """
    order = shuffled(numbers, seed, "singles")
    pairs = tuple(zip(order[::2], order[1::2], strict=False))
    return Partners(pairs, order[-1] if len(order) % 2 else None)


# How partners may be drawn, by name.
METHODS: Mapping[str, Callable[[Iterable[int], str], Drawn]] = {
    LOT: by_lot,
    KINGS: kings,
    HIGH_CARDS: high_cards,
}


def paired(numbers: Iterable[int], seed: str, method: str = LOT) -> Drawn:
    """The partners that the method gives. An unknown method is a KeyError."""
    return METHODS[method](numbers, seed)
