"""Partners for people who entered alone, drawn once from a published seed: by lot or with the pack.

Source of "a reyes" and "a la carta más alta": reglamento de guiñote of the Casino de Calamocha
(SORTEO DE PAREJAS, 1 and 2). The cards are shuffled from the seed. Every card is recorded, so that
people can repeat the deal on a table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.draw import ball_order

SUITS = ("oros", "copas", "espadas", "bastos")
RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)  # 10 sota, 11 caballo, 12 rey
KING = 12
# Highest first, by points of guiñote (Rulings G5).
RANKS_BY_VALUE = (1, 3, 12, 10, 11, 7, 6, 5, 4, 2)


@dataclass(frozen=True, slots=True)
class PlayingCard:
    rank: int
    suit: str


@dataclass(frozen=True, slots=True)
class Deal:
    """One pass with a pack: the card of each person, in order, and the pairs that result.

    A deal by lot has no cards. The first person of the first pair deals when the two pairs meet. If
    `void`, the cards decided nothing.
    """

    cards: tuple[tuple[int, PlayingCard], ...]
    pairs: tuple[tuple[int, int], ...]
    void: bool = False


@dataclass(frozen=True, slots=True)
class PartnerDraw:
    """Drawn partners; `circle` has all people in ball order, `odd` the person without a partner."""

    circle: tuple[int, ...]
    deals: tuple[Deal, ...]
    odd: int | None

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple(pair for deal in self.deals for pair in deal.pairs)


def forty_cards(seed: str, label: str) -> tuple[PlayingCard, ...]:
    """Return the cards 0 (as de oros) to 39 (rey de bastos), shuffled by `ball_order`."""
    order = ball_order(range(len(SUITS) * len(RANKS)), seed, label)
    return tuple(PlayingCard(RANKS[card % len(RANKS)], SUITS[card // len(RANKS)]) for card in order)


def partners_by_kings(numbers: Iterable[int], seed: str) -> PartnerDraw:
    """Return partners "a reyes".

    All stand in a circle, in the order of their balls, and are dealt cards one by one. While more
    than four stand, cards are dealt until the four kings are out: the people with the first two
    kings are a pair, the people with the last two kings are another pair, and all four leave. Then
    cards are dealt until two kings are out: the people with these kings are a pair, and so are the
    two people left. Each deal uses a new pack, and begins after the person with the last card.
    """
    circle = ball_order(numbers, seed, "kings")
    people_standing = list(circle)
    deals: list[Deal] = []
    while len(people_standing) > 1:
        kings_out = 4 if len(people_standing) > 4 else 2
        cards = _deal_until_kings(
            people_standing, forty_cards(seed, f"kings {len(deals) + 1}"), kings_out
        )
        people_with_king = [person for person, card in cards if card.rank == KING]
        people_standing = _circle_after(people_standing, cards[-1][0])
        people_standing = [person for person in people_standing if person not in people_with_king]
        if kings_out == 2 and len(people_standing) == 2:
            people_with_king += people_standing
            people_standing = []
        deals.append(Deal(tuple(cards), pairs_of(people_with_king)))
    return PartnerDraw(circle, tuple(deals), people_standing[0] if people_standing else None)


def partners_by_high_cards(numbers: Iterable[int], seed: str) -> PartnerDraw:
    """Return partners "a la carta más alta": of every four, the two highest and the two lowest.

    Groups follow the order of the balls. If the second and third cards have equal value, all
    people of the group get another card from a new pack. Two people left over are a pair; of three,
    the two with the highest cards are a pair. The third, or one left over, has no partner.
    """
    circle = ball_order(numbers, seed, "high cards")
    deals: list[Deal] = []
    odd = None
    for start in range(0, len(circle), 4):
        people = circle[start : start + 4]
        if len(people) == 1:
            odd = people[0]
            continue
        while True:
            cards = tuple(
                zip(people, forty_cards(seed, f"high cards {len(deals) + 1}"), strict=False)
            )
            sorted_cards = sorted(cards, key=_value_place)
            void = len(people) > 2 and _value_place(sorted_cards[1]) == _value_place(
                sorted_cards[2]
            )
            sorted_people = [person for person, _card in sorted_cards]
            deals.append(Deal(cards, () if void else pairs_of(sorted_people), void))
            if not void:
                break
        if len(people) == 3:
            odd = sorted_people[-1]
    return PartnerDraw(circle, tuple(deals), odd)


def _deal_until_kings(
    circle: Sequence[int], cards: Iterable[PlayingCard], kings: int
) -> list[tuple[int, PlayingCard]]:
    """Return each person and card, as dealt until `kings` kings are out.

    A person with a king gets no more cards.
    """
    dealt_cards: list[tuple[int, PlayingCard]] = []
    people_with_king: set[int] = set()
    place = 0
    for card in cards:
        while circle[place % len(circle)] in people_with_king:
            place += 1
        person = circle[place % len(circle)]
        dealt_cards.append((person, card))
        place += 1
        if card.rank == KING:
            people_with_king.add(person)
            if len(people_with_king) == kings:
                break
    return dealt_cards


def _circle_after(circle: Sequence[int], person: int) -> list[int]:
    """Return the circle from the person after `person`."""
    start = circle.index(person) + 1
    return [*circle[start:], *circle[:start]]


def _value_place(person_and_card: tuple[int, PlayingCard]) -> int:
    return RANKS_BY_VALUE.index(person_and_card[1].rank)


def pairs_of(people: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple(zip(people[::2], people[1::2], strict=False))


LOT, KINGS, HIGH_CARDS = "lot", "kings", "high_cards"


def partners_by_lot(numbers: Iterable[int], seed: str) -> PartnerDraw:
    """Return partners by lot: people two by two in the `ball_order` of the label «singles».

    With an odd number, the last person has no partner.

    >>> partners_by_lot((1, 2, 3, 4, 5), "Regumiel 2024").pairs
    ((3, 2), (5, 4))
    """
    order = ball_order(numbers, seed, "singles")
    odd = order[-1] if len(order) % 2 else None
    return PartnerDraw(order, (Deal((), pairs_of(order)),), odd)


# Ways to draw partners, by name.
METHODS: Mapping[str, Callable[[Iterable[int], str], PartnerDraw]] = {
    LOT: partners_by_lot,
    KINGS: partners_by_kings,
    HIGH_CARDS: partners_by_high_cards,
}
