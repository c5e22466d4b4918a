"""Find two hands of cientos that hold some announcements.

The module imports nothing from `rules/`: `table.py` finds the punto, secansas and iguales of a
hand. The search is slow and plain. It tries suit by suit: each of its eight cards in one hand, in
the other or in none.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from tests.rules.cientos.table import LETRA, NAIPES, PALOS, iguales, punto, secansas

FIGURAS = ("rey", "caballo", "sota")


@dataclass(frozen=True)
class Announcements:
    """The announcements of one player.

    `secansas` has (length, letter of the highest card, suit or None). `iguales` has the tríos and
    catorces as (3 or 4, letter of the rank). `cards` is the number of cards in his hand.
    """

    cards: int = 12
    punto: int | None = None
    secansas: tuple = ()
    iguales: tuple = ()
    blancas: bool = False


def two_hands(first: Announcements, second: Announcements, mano: int | None):
    """Return two hands that hold the announcements of both players, or None.

    `mano` is the side that is mano; it matters only to cartas blancas.
    """
    blancas = first.blancas or second.blancas
    sums_by_suit = [_suit_sums(first, second, PALOS[palo], blancas) for palo in PALOS]
    order = sorted(range(4), key=lambda number: len(sums_by_suit[number]))
    limit = _highest_bits(first) | _highest_bits(second) << HAND_BITS
    dead_ends = set()

    def search(place, total):
        if place == 4:
            return [] if _is_solution(first, second, total, mano) else None
        for gain, cards in sums_by_suit[order[place]].items():
            new_total = total + gain
            if new_total & limit or (place, new_total) in dead_ends:
                continue
            cards_of_other_suits = search(place + 1, new_total)
            if cards_of_other_suits is not None:
                return [cards, *cards_of_other_suits]
            dead_ends.add((place, new_total))
        return None

    solution = search(0, _start_of_sum(first) | _start_of_sum(second) << HAND_BITS)
    if solution is None:
        return None
    hands = ([], [])
    for number, cards in zip(order, solution, strict=True):
        for side in (0, 1):
            hands[side].extend((naipe, list(PALOS)[number]) for naipe in cards[side])
    return hands


# The search adds up six-bit counts (fields) of a hand, all in one number: its cards, its figures,
# the suits with the punto, for each trío or catorce the suits without its card, and for each
# secansa the suits with it. The fields of cards and iguales start so high that a count above the
# limit sets the highest bit of the field. HAND_BITS separates the fields of both hands.
WIDTH, HAND_BITS = 6, 80


def _bits_below(field: int) -> int:
    """Return the number of bits below a field."""
    return WIDTH * field


def _start_of_sum(announcements: Announcements) -> int:
    """Return the sum of a hand without cards: its fields of cards and iguales start high."""
    start = 31 - announcements.cards
    for field, (cards, _) in enumerate(announcements.iguales, 3):
        start |= (31 - (4 - cards)) << _bits_below(field)
    return start


def _highest_bits(announcements: Announcements) -> int:
    """Return the bits that are set if the cards or iguales of a hand are above their limits."""
    return sum(32 << _bits_below(field) for field in (0, *range(3, 3 + len(announcements.iguales))))


def _fields(announcements: Announcements, total: int) -> list[int]:
    """Return the fields of one hand.

    They are its cards, its figures, its suits with the punto, the suits without the card of each
    trío or catorce, and the suits with each secansa.
    """
    total -= _start_of_sum(announcements)
    fields = range(3 + len(announcements.iguales) + len(announcements.secansas))
    return [total >> _bits_below(field) & 63 for field in fields]


@lru_cache(maxsize=4096)
def _one_hand_sums(announcements: Announcements, palo: str, with_figures: bool):
    """Return, for each choice of cards of a suit, its fields as one number.

    Choices that contradict the announcements are left out.
    """
    announced_runs = {(length, top) for length, top, suit in announcements.secansas if suit == palo}
    sums = {}
    for choice in product((False, True), repeat=8):
        naipes = tuple(naipe for naipe, is_chosen in zip(NAIPES, choice, strict=True) if is_chosen)
        hand = [(naipe, "oros") for naipe in naipes]
        runs = {(length, LETRA[NAIPES[8 - top]]) for length, top, _ in secansas(hand)}
        if not announced_runs <= runs or (
            announcements.punto is not None and punto(hand) > announcements.punto
        ):
            continue
        fields = [
            len(naipes),
            with_figures * sum(naipe in FIGURAS for naipe in naipes),
            int(punto(hand) == announcements.punto),
            *(
                int(rank not in [LETRA[naipe] for naipe in naipes])
                for _, rank in announcements.iguales
            ),
            *(
                int(suit == palo or (suit is None and (length, top) in runs - announced_runs))
                for length, top, suit in announcements.secansas
            ),
        ]
        sums[naipes] = sum(count << _bits_below(field) for field, count in enumerate(fields))
    return sums


@lru_cache(maxsize=64)
def _suit_sums(first: Announcements, second: Announcements, palo: str, with_figures: bool):
    """Return each sum of fields that a suit can give to both hands, with cards that give it."""
    cards_of_sum = {}
    first_sums = _one_hand_sums(first, palo, with_figures)
    second_sums = _one_hand_sums(second, palo, with_figures)
    for cards, first_sum in first_sums.items():
        for second_cards, second_sum in second_sums.items():
            if not set(cards) & set(second_cards):
                cards_of_sum.setdefault(first_sum | second_sum << HAND_BITS, (cards, second_cards))
    return cards_of_sum


def _is_solution(first, second, total, mano) -> bool:
    """Return whether these fields are of two complete hands that hold all announcements."""
    fields = _fields(first, total & (1 << HAND_BITS) - 1), _fields(second, total >> HAND_BITS)
    for announcements, (cards, _, punto_suits, *counts) in zip(
        (first, second), fields, strict=True
    ):
        if cards != announcements.cards or (announcements.punto is not None and not punto_suits):
            return False
        missing_counts = counts[: len(announcements.iguales)]
        runs = counts[len(announcements.iguales) :]
        if any(
            missing + cards_of_rank != 4
            for missing, (cards_of_rank, _) in zip(
                missing_counts, announcements.iguales, strict=True
            )
        ):
            return False
        if not _has_secansas(announcements, runs):
            return False
    a, b = fields
    if first.blancas:
        return _can_have_blancas(first, second, a[1], b[0] - b[1], mano == 0)
    return not second.blancas or _can_have_blancas(second, first, b[1], a[0] - a[1], mano == 1)


def _has_secansas(announcements, runs) -> bool:
    """Return whether the hand has each announced secansa, in as many suits as announced.

    `runs` has, for each announced secansa, the number of suits with it.
    """
    return all(
        runs[place] >= announcements.secansas.count(secansa)
        if secansa[2] is None
        else runs[place] == 1
        for place, secansa in enumerate(announcements.secansas)
    ) and len({secansa for secansa in announcements.secansas if secansa[2]}) == sum(
        secansa[2] is not None for secansa in announcements.secansas
    )


def _can_have_blancas(announcements, rival, figures, blanks, is_mano) -> bool:
    """Return whether a player with cartas blancas may hold these figures.

    He was dealt no figure, so he drew his figures after discarding as many cards. The deck has
    twenty cards without a figure; the rival has `blanks` of them.
    """
    for cards_drawn in range(1, 6) if is_mano else range(9):
        cards_seen = announcements.cards + cards_drawn
        rival_cards = rival.cards + (0 if is_mano else 1)  # the mano discards at least one card
        blank_cards = announcements.cards + cards_drawn - figures + blanks
        if figures <= cards_drawn and cards_seen + rival_cards <= 32 and blank_cards <= 20:
            return True
    return False


def holds(announcements: Announcements, hand) -> bool:
    """Return whether this hand holds the announcements."""
    runs = [(length, LETRA[NAIPES[8 - top]], PALOS[palo]) for length, top, palo in secansas(hand)]
    for length, top, palo in sorted(announcements.secansas, key=lambda run: run[2] is None):
        matching_runs = [run for run in runs if run[:2] == (length, top) and palo in (None, run[2])]
        if not matching_runs:
            return False
        runs.remove(matching_runs[0])
    iguales_de = {(length, LETRA[NAIPES[8 - top]]) for length, top in iguales(hand)}
    return (
        len(set(hand)) == announcements.cards
        and announcements.punto in (None, punto(hand))
        and set(announcements.iguales) <= iguales_de
    )
