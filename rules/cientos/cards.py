"""The thirty-two cards of cientos.

In a suit, a card is a number from 0 (as) to 7 (siete): its index in RANKS. The cards that a hand
has in a suit are a mask of eight bits, one bit for each card.
"""

RANKS = "ARCSD987"  # as, rey, caballo, sota, diez (played with the doses), nueve, ocho, siete
WORTH = (11, 10, 10, 10, 10, 9, 8, 7)
HAND_SIZE = 12
FIGURES = 0b1110  # rey, caballo, sota
BLANKS = 20  # cards that are not figures
MASKS = range(256)
CARDS = tuple(mask.bit_count() for mask in MASKS)
TOTAL = tuple(sum(WORTH[place] for place in range(8) if mask >> place & 1) for mask in MASKS)


def secansa_mask(length: int, top: int) -> int:
    """Return the mask of a secansa of `length` cards whose highest card is `top`, from 0 to 7.

    >>> bin(secansa_mask(3, 0)), TOTAL[secansa_mask(5, 0)]
    ('0b111', 51)
    """
    return ((1 << length) - 1) << top


def secansas_in(mask: int) -> frozenset[int]:
    """Return the masks of the secansas in the mask of a suit: each run of three or more cards, at
    full length.
    """
    runs, length = set(), 0
    for place in range(9):
        if mask >> place & 1:
            length += 1
        else:
            if length >= 3:
                runs.add(secansa_mask(length, place - length))
            length = 0
    return frozenset(runs)


RUNS = tuple(secansas_in(mask) for mask in MASKS)

# The values that a punto can have: the best suit of a hand has three or more cards.
PUNTOS = frozenset(TOTAL[mask] for mask in MASKS if CARDS[mask] >= 3)


def ranges(numbers: frozenset[int]) -> str:
    """Return the numbers as text, with ranges for consecutive numbers.

    >>> ranges(PUNTOS)
    '24-31, 34-41, 44-51, 54-60, 64-68, 75'
    """
    words: list[str] = []
    sorted_numbers = sorted(numbers)
    range_start = range_end = sorted_numbers[0]
    for number in [*sorted_numbers[1:], -1]:
        if number != range_end + 1:
            words.append(
                f"{range_start}" if range_start == range_end else f"{range_start}-{range_end}"
            )
            range_start = number
        range_end = number
    return ", ".join(words)
