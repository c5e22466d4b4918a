"""Partners for people who entered alone, drawn once from a published seed."""

from collections.abc import Callable, Iterable, Mapping

from tournaments.pairing.draw import ball_order
from tournaments.pairing.kings import Deal, PartnerDraw, high_cards, in_pairs, kings

LOT, KINGS, HIGH_CARDS = "lot", "kings", "high_cards"


def by_lot(numbers: Iterable[int], seed: str) -> PartnerDraw:
    """Return partners by lot: the balls of `ball_order` (label «singles»), two by two.

    With an odd number, the last person has no partner.

    >>> by_lot((1, 2, 3, 4, 5), "Regumiel 2024").pairs
    ((3, 2), (5, 4))
    """
    order = ball_order(numbers, seed, "singles")
    odd = order[-1] if len(order) % 2 else None
    return PartnerDraw(order, (Deal((), in_pairs(order)),), odd)


# Ways to draw partners, by name.
METHODS: Mapping[str, Callable[[Iterable[int], str], PartnerDraw]] = {
    LOT: by_lot,
    KINGS: kings,
    HIGH_CARDS: high_cards,
}
