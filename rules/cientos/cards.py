"""The thirty-two cards of cientos, and which hands of twelve two players can hold at once.

A card is a place from 0 (as) to 7 (siete) in a suit; what somebody holds of a suit is a mask of
eight bits, the place of each card. `together` answers whether two hands can be dealt that show
what both players announced.
"""

from dataclasses import dataclass
from functools import lru_cache

RANKS = "ARCSD987"  # as, rey, caballo, sota, diez (the doses), nueve, ocho, siete
WORTH = (11, 10, 10, 10, 10, 9, 8, 7)
SUITS = "oceb"  # oros, copas, espadas, bastos
HAND = 12
FIGURES = 0b1110  # rey, caballo, sota
MASKS = range(256)
CARDS = tuple(mask.bit_count() for mask in MASKS)
TOTAL = tuple(sum(WORTH[place] for place in range(8) if mask >> place & 1) for mask in MASKS)


def run(length: int, top: int) -> int:
    """The mask of a secansa of so many cards from the place `top` down.

    >>> bin(run(3, 0)), TOTAL[run(5, 0)]
    ('0b111', 51)
    """
    return ((1 << length) - 1) << top


def runs_in(mask: int) -> frozenset[int]:
    """The secansas of a suit, each as long as it is held: three cards or more in a row."""
    found, length = set(), 0
    for place in range(9):
        if mask >> place & 1:
            length += 1
        else:
            if length >= 3:
                found.add(run(length, place - length))
            length = 0
    return frozenset(found)


RUNS = tuple(runs_in(mask) for mask in MASKS)


@dataclass(frozen=True, slots=True)
class Holding:
    """What is known of a hand from what it announced.

    punto: the total of its best suit; 0 when it is not known.
    named, free: secansas by suit, and those of which the suit was not written (as masks).
    four, three: places held in the four suits, and in exactly three.
    figures: the most figures, and blank: the most cards that are none, among those announced.
    """

    size: int = HAND
    punto: int = 0
    named: tuple[frozenset[int], ...] = (frozenset(),) * 4
    free: tuple[int, ...] = ()
    four: tuple[int, ...] = ()
    three: tuple[int, ...] = ()
    figures: int = HAND
    blank: int = HAND

    @property
    def kinds(self) -> tuple[int, ...]:
        """The secansas without a suit, each kind once."""
        return tuple(sorted(set(self.free)))


def together(a: Holding, b: Holding) -> bool:
    """Whether there are two hands, without a card in common, that hold this.

    >>> four_kings, royal = Holding(four=(1,)), Holding(free=(run(3, 1),))
    >>> together(four_kings, royal), together(royal, Holding(three=(1,)))
    (False, True)
    """
    given = [
        _given(_seen(a, named), _seen(b, against), a.size, b.size)
        for named, against in zip(a.named, b.named, strict=True)
    ]
    over = _over(a) | _over(b) << _SIDE
    return _found((a, b), sorted(given, key=len), over, 0, 0, set())


# What some suits give a hand is one number made of small ones, so that it adds up: cards (6 bits),
# suits with the total of the punto (3), figures (6); then three bits each: suits with cards only
# for the punto (one is enough), suits without the card of each trío (there is one), suits with
# each kind of secansa of which the suit was not written.
_HIT, _FIGURES, _COUNTERS, _SIDE = 6, 9, 15, 64
_LOW = (1 << _SIDE) - 1
Seen = tuple[tuple[int, int], ...]


@lru_cache(maxsize=4096)
def _given(mine: Seen, theirs: Seen, most: int, at_most: int) -> tuple[int, ...]:
    """Everything that a suit can give the two hands, the fewest cards first."""
    sums = {
        one + (other << _SIDE)
        for mask, one in mine
        for against, other in theirs
        if not mask & against and one & 63 <= most and other & 63 <= at_most
    }
    return tuple(sorted(sums, key=lambda given: (given & 63) + (given >> _SIDE & 63)))


def _over(holding: Holding) -> int:
    """The bits of which one is enough to say that something is there twice that may be once."""
    return sum(0b110 << _COUNTERS + 3 * place for place in range(1 + len(holding.three)))


def _found(
    both: tuple[Holding, Holding],
    given: list[tuple[int, ...]],
    over: int,
    total: int,
    suit: int,
    dead: set[int],
) -> bool:
    """Whether the suits from this one on can complete what the first ones gave."""
    a, b = both
    if suit == 4:
        return _met(a, total & _LOW) and _met(b, total >> _SIDE)
    for more in given[suit]:
        after = total + more
        if after & over or after & 63 > a.size or after >> _SIDE & 63 > b.size:
            continue
        if after * 4 + suit in dead:
            continue
        if _found(both, given, over, after, suit + 1, dead):
            return True
        dead.add(after * 4 + suit)
    return False


def _met(holding: Holding, total: int) -> bool:
    """Whether what the four suits gave is what the hand announced."""
    cards, figures = total & 63, total >> _FIGURES & 63
    if figures > holding.figures or cards - figures > holding.blank:
        return False
    if holding.punto and not total >> _HIT & 7:
        return False
    counters = total >> _COUNTERS + 3
    for _ in holding.three:
        if counters & 7 != 1:
            return False
        counters >>= 3
    for kind in holding.kinds:
        if counters & 7 < holding.free.count(kind):
            return False
        counters >>= 3
    return True


def _seen(holding: Holding, named: frozenset[int]) -> Seen:
    punto = holding.punto if holding.size == HAND else -holding.punto
    return _masks(punto, named, holding.kinds, holding.four, holding.three)


@lru_cache(maxsize=4096)
def _masks(
    punto: int,
    named: frozenset[int],
    kinds: tuple[int, ...],
    four: tuple[int, ...],
    three: tuple[int, ...],
) -> Seen:
    """The cards that the hand can be seen to hold of a suit, with what they give it.

    They are those announced and those of the punto. The rest of the twelve are found among the
    other cards, unless the punto is 31 or less: then every suit has three cards. (A punto of 36
    against an octava and a tercia shows that not quite always; it has not been seen at a table.)
    """
    masks = []
    four_mask = sum(1 << place for place in four)
    announced = _announced(four_mask, named, kinds, three)
    of_punto = WITH_TOTAL.get(abs(punto), set())
    for mask in THREES if 0 < punto <= MOST_OF_THREE else announced | of_punto:
        held = RUNS[mask]
        if mask & four_mask != four_mask or not named <= held:
            continue
        if punto and TOTAL[mask] > abs(punto):
            continue
        counters = [punto > MOST_OF_THREE and mask not in announced]
        counters += [not mask >> place & 1 for place in three]
        counters += [kind in held and kind not in named for kind in kinds]
        gives = CARDS[mask] | CARDS[mask & FIGURES] << _FIGURES
        gives |= (TOTAL[mask] == abs(punto)) << _HIT
        for place, one in enumerate(counters):
            gives |= one << _COUNTERS + 3 * place
        masks.append((mask, gives))
    return tuple(masks)


def _announced(
    four: int, named: frozenset[int], kinds: tuple[int, ...], three: tuple[int, ...]
) -> set[int]:
    """Every mask that announced cards make alone."""
    certain = four
    for mask in named:
        certain |= mask
    masks = {certain}
    for cards in (*kinds, *(1 << place for place in three)):
        masks |= {mask | cards for mask in masks}
    return masks


THREES = {mask for mask in MASKS if CARDS[mask] == 3}
MOST_OF_THREE = max(TOTAL[mask] for mask in THREES)
WITH_TOTAL: dict[int, set[int]] = {}  # the masks of three cards or more with each total
for _mask in MASKS:
    if CARDS[_mask] >= 3:
        WITH_TOTAL.setdefault(TOTAL[_mask], set()).add(_mask)
PUNTOS = frozenset(WITH_TOTAL)  # the best suit of twelve cards has three or more


def ranges(numbers: frozenset[int]) -> str:
    """Numbers in words, those in a row as a range.

    >>> ranges(PUNTOS)
    '24-31, 34-41, 44-51, 54-60, 64-68, 75'
    """
    words: list[str] = []
    ordered = sorted(numbers)
    first = previous = ordered[0]
    for number in [*ordered[1:], -1]:
        if number != previous + 1:
            words.append(f"{first}" if first == previous else f"{first}-{previous}")
            first = number
        previous = number
    return ", ".join(words)
