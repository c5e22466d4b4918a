"""Decide exactly which announcements two hands can hold together.

The search tries no deal of the whole pack. In one suit a player holds one of 256 masks, and only
two things about a mask matter: the announcements that it meets, and its number of cards. So each
suit reduces to a table. A key of the table is the requirements of both hands that the suit meets;
its value is the possible numbers of cards that the suit gives to both hands, as bits of one number.
The tables of the first two suits are added, and so are the tables of the last two. The answer is
whether the two sums make two whole hands that meet all announcements.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.cientos.cards import BLANKS, CARDS, FIGURES, HAND_SIZE, MASKS, RUNS, TOTAL

ALL_CARDS = MASKS[-1]
MOST_CARDS = HAND_SIZE + 1  # the most cards in a hand, with a card too many


@dataclass(frozen=True, slots=True)
class Holding:
    """The cards that a hand may hold, as known from its announcements.

    size: the number of cards. punto: the total of the hand's best suit; 0 if unknown.
    secansas_by_suit: the secansas with a written suit. unsuited_secansas: the secansas without a
        written suit, sorted. Secansas are masks.
    four, three: the ranks, from 0 to 7, that the hand holds in all four suits, and in exactly three
    suits.
    draws: after cartas blancas, the fewest and the most cards that the player drew; None without
        cartas blancas.
    """

    size: int = HAND_SIZE
    punto: int = 0
    secansas_by_suit: tuple[frozenset[int], ...] = (frozenset(),) * 4
    unsuited_secansas: tuple[int, ...] = ()
    four: tuple[int, ...] = ()
    three: tuple[int, ...] = ()
    draws: tuple[int, int] | None = None


@lru_cache(maxsize=32768)
def can_hold_together(a: Holding, b: Holding) -> bool:
    """Return whether two hands without a common card can hold what `a` and `b` require.

    >>> four_kings, royal = Holding(four=(1,)), Holding(unsuited_secansas=(0b1110,))
    >>> can_hold_together(four_kings, royal), can_hold_together(royal, Holding(three=(1,)))
    (False, True)
    """
    if b.draws is not None:
        a, b = b, a
    places = _BLANCAS if a.draws else _PLAIN
    # Suits with few written secansas come first: their tables recur, so the cache often holds the
    # sum.
    suits_with_secansas = sorted(
        zip(a.secansas_by_suit, b.secansas_by_suit, strict=True),
        key=lambda secansas_of_both: sum(map(len, secansas_of_both)),
    )
    suits = [
        (_suit_announcements(a, secansas_a), _suit_announcements(b, secansas_b))
        for secansas_a, secansas_b in suits_with_secansas
    ]
    first_half = _table_of_two_suits(*suits[:2], places)
    second_half = _table_of_two_suits(*suits[2:], places)
    targets = _positions_of_whole_hands(a, b, places)
    for (second_a, second_b), other_numbers in second_half.items():
        fitting_numbers = [
            numbers
            for (first_a, first_b), numbers in first_half.items()
            if _is_whole(first_a, second_a, a) and _is_whole(first_b, second_b, b)
        ]
        if fitting_numbers and _any_sum_is_a_target(fitting_numbers, other_numbers, targets):
            return True
    return False


# --- The requirements of a hand that a suit meets ------------------------------------------------
# The requirements are the bits of one number. The lowest bit is set if the suit has the punto. Each
# trío has a bit, set if the suit lacks the card of its rank. Each kind of secansa without a written
# suit has three bits, which count the suits that have such a secansa, up to four.
_PUNTO, _LACKING, _SECANSAS = 1, 0b11110, 5


class _SuitAnnouncements(NamedTuple):
    """The cards of a hand in one suit, as its announcements describe them.

    `punto`: the total of the hand's best suit; 0 if unknown. `secansas`: the secansas with this
    suit written. `four`: the mask of the ranks held in all suits. `three`: the ranks that exactly
    one suit lacks. `kinds`: the different secansas without a written suit. Secansas are masks.
    """

    punto: int
    secansas: frozenset[int]
    four: int
    three: tuple[int, ...]
    kinds: tuple[int, ...]

    def requirements_met(self, mask: int) -> int:
        """Return, as bits, the requirements that these cards of the suit meet."""
        requirements = _PUNTO if self.punto and TOTAL[mask] == self.punto else 0
        for bit, rank in enumerate(self.three, 1):
            requirements |= (not mask >> rank & 1) << bit
        for number, kind in enumerate(self.kinds):
            requirements |= (
                kind in RUNS[mask] and kind not in self.secansas
            ) << _SECANSAS + 3 * number
        return requirements


@lru_cache(maxsize=2048)
def _masks_by_requirements(announcements: _SuitAnnouncements) -> dict[int, list[int]]:
    """Return the masks that the hand may have in a suit, keyed by the requirements they meet."""
    secansas = announcements.secansas
    four = announcements.four
    most_points = announcements.punto or TOTAL[ALL_CARDS]
    masks: dict[int, list[int]] = {}
    for mask in MASKS:
        if mask & four == four and TOTAL[mask] <= most_points and secansas <= RUNS[mask]:
            masks.setdefault(announcements.requirements_met(mask), []).append(mask)
    return masks


def _suit_announcements(holding: Holding, secansas: frozenset[int]) -> _SuitAnnouncements:
    """Return the announcements about one suit; `secansas` are its announced secansas."""
    four = sum(1 << place for place in holding.four)
    return _SuitAnnouncements(
        holding.punto,
        secansas,
        four,
        holding.three,
        tuple(dict.fromkeys(holding.unsuited_secansas)),
    )


def _joined_requirements(requirements: int, other_requirements: int) -> int | None:
    """Return the requirements that two parts of the pack meet together.

    The parts alone meet `requirements` and `other_requirements`. Return None if both parts lack a
    card of the same trío.
    """
    if requirements & other_requirements & _LACKING:
        return None
    secansas = (requirements >> _SECANSAS) + (other_requirements >> _SECANSAS)
    return (requirements | other_requirements) & (_PUNTO | _LACKING) | secansas << _SECANSAS


def _is_whole(requirements: int, other_requirements: int, hand: Holding) -> bool:
    """Return whether two parts of the pack together meet all the announcements of the hand."""
    joined_requirements = _joined_requirements(requirements, other_requirements)
    if joined_requirements is None or (hand.punto and not joined_requirements & _PUNTO):
        return False
    if joined_requirements & _LACKING != (1 << len(hand.three)) - 1 << 1:
        return False
    kinds = dict.fromkeys(hand.unsuited_secansas)
    return all(
        joined_requirements >> _SECANSAS + 3 * number & 7 >= hand.unsuited_secansas.count(kind)
        for number, kind in enumerate(kinds)
    )


# --- The numbers of cards that a suit gives to two hands ------------------------------------------
class _Places(NamedTuple):
    """The weights that turn the cards of two hands into the position of a bit.

    In the other hand, every card adds `other_card`, and a card that is not a figure also adds
    `other_blank`. In the first hand, every card adds `card`, and a figure also adds `figure`.
    """

    other_card: int
    other_blank: int
    card: int
    figure: int

    def position(self, mask: int) -> int:
        """Return the position of a bit for these cards of the first hand."""
        return self.card * CARDS[mask] + self.figure * CARDS[mask & FIGURES]

    def other_position(self, mask: int) -> int:
        """Return the position of a bit for these cards of the other hand."""
        return self.other_card * CARDS[mask] + self.other_blank * CARDS[mask & ~FIGURES]


# A number has room for two hands of thirteen cards. Figures matter only to cartas blancas: the
# first hand was dealt at least eleven of the twenty blanks, so the other hand has at most nine.
_BLANKS = BLANKS - (HAND_SIZE - 1)
_CARDS, _OTHER_COUNTS, _FIGURES = 2 * MOST_CARDS + 1, 2 * _BLANKS + 1, 3 * 4 + 1
_PLAIN = _Places(other_card=1, other_blank=0, card=_CARDS, figure=0)
_BLANCAS = _Places(
    other_blank=1,
    other_card=_OTHER_COUNTS,
    figure=_OTHER_COUNTS * _CARDS,
    card=_OTHER_COUNTS * _CARDS * _FIGURES,
)


def _repeated_bits(bits: int, step: int, times: int) -> int:
    """Return `bits` repeated `times` times, `step` bits apart."""
    return sum(bits << step * time for time in range(times))


_OTHER_HAND = _repeated_bits(_repeated_bits(1, 1, _BLANKS + 1), _OTHER_COUNTS, MOST_CARDS + 1)
_ROOM = {
    _PLAIN: _repeated_bits(_repeated_bits(1, 1, MOST_CARDS + 1), _PLAIN.card, MOST_CARDS + 1),
    _BLANCAS: _repeated_bits(
        _repeated_bits(_OTHER_HAND, _BLANCAS.figure, _FIGURES), _BLANCAS.card, MOST_CARDS + 1
    ),
}
Table = dict[tuple[int, int], int]


@lru_cache(maxsize=4096)
def _table(
    announcements: _SuitAnnouncements, other_announcements: _SuitAnnouncements, places: _Places
) -> Table:
    """Return the numbers of cards that the suit can give to both hands, keyed by the requirements
    that it meets for each hand.
    """
    table: Table = {}
    numbers_by_requirements = _numbers_within(other_announcements, places)
    for requirements, masks in _masks_by_requirements(announcements).items():
        positions = [(ALL_CARDS ^ mask, places.position(mask)) for mask in masks]
        for other_requirements, numbers in numbers_by_requirements.items():
            total = 0
            for free_cards, position in positions:
                total |= numbers[free_cards] << position
            if total:
                table[requirements, other_requirements] = total
    return table


@lru_cache(maxsize=2048)
def _numbers_within(announcements: _SuitAnnouncements, places: _Places) -> dict[int, list[int]]:
    """Return the numbers of cards of a suit that the other hand, described by `announcements`, can
    have.

    A key has the requirements that the cards of this hand meet. Its list has one item for each
    mask: the possible numbers if the hand has only cards of the mask.
    """
    # The numbers of all masks form one integer, with a lane of this width for each mask.
    lane = places.other_position(ALL_CARDS) + 1
    numbers_by_requirements: dict[int, list[int]] = {}
    for requirements, masks in _masks_by_requirements(announcements).items():
        numbers = sum(1 << lane * mask + places.other_position(mask) for mask in masks)
        for card in range(8):
            # A number that is possible for a mask without this card is also possible for the mask
            # with it.
            numbers |= (numbers & _lanes_without_card(card, lane)) << (lane << card)
        numbers_by_requirements[requirements] = [
            numbers >> lane * mask & (1 << lane) - 1 for mask in MASKS
        ]
    return numbers_by_requirements


@lru_cache(maxsize=16)
def _lanes_without_card(place: int, lane: int) -> int:
    """Return a number with all bits set in the lanes of the masks that lack the card at `place`.

    `lane` is the width of a lane in bits.
    """
    full_lane = (1 << lane) - 1
    return sum(full_lane << lane * mask for mask in MASKS if not mask >> place & 1)


@lru_cache(maxsize=2048)
def _table_of_two_suits(
    first: tuple[_SuitAnnouncements, _SuitAnnouncements],
    second: tuple[_SuitAnnouncements, _SuitAnnouncements],
    places: _Places,
) -> Table:
    """Return the numbers of cards that two suits can give to both hands, keyed by the requirements
    that they meet for each hand.
    """
    numbers_by_requirements: Table = {}
    for (first_a, first_b), numbers in _table(*first, places).items():
        for (second_a, second_b), other_numbers in _table(*second, places).items():
            requirements_a = _joined_requirements(first_a, second_a)
            requirements_b = _joined_requirements(first_b, second_b)
            if requirements_a is not None and requirements_b is not None:
                total = _sums_of_positions(numbers, other_numbers) & _ROOM[places]
                numbers_by_requirements[requirements_a, requirements_b] = (
                    numbers_by_requirements.get((requirements_a, requirements_b), 0) | total
                )
    return numbers_by_requirements


def _sums_of_positions(numbers: int, other_numbers: int) -> int:
    """Return the integer whose set bits are every i + j, for a set bit i of `numbers` and a set bit
    j of `other_numbers`.
    """
    fewer_bits, more_bits = (
        (numbers, other_numbers)
        if numbers.bit_count() < other_numbers.bit_count()
        else (other_numbers, numbers)
    )
    sums = 0
    while fewer_bits:
        bit = fewer_bits & -fewer_bits
        sums |= more_bits << bit.bit_length() - 1
        fewer_bits ^= bit
    return sums


def _any_sum_is_a_target(numbers: list[int], other_numbers: int, targets: list[int]) -> bool:
    """Return whether the positions of a set bit of one of `numbers` and of a set bit of
    `other_numbers` add up to a target.
    """
    high = max(targets)
    mirror = int(f"{other_numbers:0{high + 1}b}"[::-1][: high + 1], 2)
    return any(number & mirror >> high - target for target in targets for number in numbers)


def _positions_of_whole_hands(a: Holding, b: Holding, places: _Places) -> list[int]:
    """Return the bit positions that stand for two whole hands.

    If the first hand announced cartas blancas, it drew all its figures. The cards that are not
    figures are limited: the other hand has none that the first hand was dealt or drew.
    """
    whole_hands = places.card * a.size + places.other_card * b.size
    if a.draws is None:
        return [whole_hands]
    fewest_drawn, most_drawn = a.draws
    return [
        whole_hands + places.figure * figures + places.other_blank * blanks
        for figures in range(most_drawn + 1)
        for blanks in range(BLANKS - a.size - max(fewest_drawn - figures, 0) + 1)
    ]
