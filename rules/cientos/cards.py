"""The thirty-two cards of cientos, and which hands of twelve two players can hold at once.

A card is a place from 0 (as) to 7 (siete) in a suit; what somebody holds of a suit is a mask of
eight bits, the place of each card. `together` answers whether two hands can be dealt that show
what both players announced.
"""

from dataclasses import dataclass, field
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


# What some suits give a hand is one number made of small ones, so that it adds up: cards (6 bits),
# suits with the total of the punto (3), figures (6); then three bits each: suits with cards only
# for the punto (one is enough), suits without the card of each trío (there is one), suits with
# each kind of secansa of which the suit was not written.
_HIT, _FIGURES, _COUNTERS = 6, 9, 15
_OVER = [sum(0b110 << _COUNTERS + 3 * place for place in range(1 + threes)) for threes in range(5)]
Seen = tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Holding:
    """What is known of a hand from what it announced.

    punto: the total of its best suit; 0 when it is not known.
    named, free: secansas by suit, and those of which the suit was not written (as masks).
    four, three: places held in the four suits, and in exactly three.
    figures: the most figures, and blank: the most cards that are none, among those announced.

    From these follow: kinds, the secansas without a suit, each kind once; suits, the cards that it
    can be seen to hold of each suit, with what they give it; over, the bits of which one is enough
    to say that something is there twice that may be once.
    """

    size: int = HAND
    punto: int = 0
    named: tuple[frozenset[int], ...] = (frozenset(),) * 4
    free: tuple[int, ...] = ()
    four: tuple[int, ...] = ()
    three: tuple[int, ...] = ()
    figures: int = HAND
    blank: int = HAND

    kinds: tuple[int, ...] = field(init=False)
    suits: tuple[Seen, ...] = field(init=False)
    over: int = field(init=False)

    def __post_init__(self) -> None:
        kinds = tuple(sorted(set(self.free)))
        known = self.punto if self.size == HAND else -self.punto, kinds, self.four, self.three
        seen = {named: _masks(named, *known) for named in set(self.named)}
        object.__setattr__(self, "kinds", kinds)
        object.__setattr__(self, "suits", tuple([seen[named] for named in self.named]))
        object.__setattr__(self, "over", _OVER[len(self.three)])

    def is_met(self, given: int) -> bool:
        """Whether what the four suits gave is what the hand announced."""
        cards, figures = given & 63, given >> _FIGURES & 63
        if figures > self.figures or cards - figures > self.blank:
            return False
        if self.punto and not given >> _HIT & 7:
            return False
        counters = given >> _COUNTERS + 3
        for _ in self.three:
            if counters & 7 != 1:
                return False
            counters >>= 3
        for kind in self.kinds:
            if counters & 7 < self.free.count(kind):
                return False
            counters >>= 3
        return True


@lru_cache(maxsize=32768)
def together(a: Holding, b: Holding) -> bool:
    """Whether there are two hands, without a card in common, that hold this.

    >>> four_kings, royal = Holding(four=(1,)), Holding(free=(run(3, 1),))
    >>> together(four_kings, royal), together(royal, Holding(three=(1,)))
    (False, True)
    """
    # First the suits where there is least to choose.
    suits = sorted(zip(a.suits, b.suits, strict=True), key=lambda both: len(both[0]) * len(both[1]))
    dead: set[tuple[int, int, int]] = set()
    over, over_b, size, size_b = a.over, b.over, a.size, b.size

    def found(suit: int, given: int, given_b: int) -> bool:
        """Whether the suits from this one on can complete what the first ones gave the two."""
        if suit == 4:
            return a.is_met(given) and b.is_met(given_b)
        mine, theirs = suits[suit]
        for mask, gives in mine:
            after = given + gives
            if after & over or after & 63 > size:
                continue
            for other, gives_b in theirs:
                after_b = given_b + gives_b
                if mask & other or after_b & over_b or after_b & 63 > size_b:
                    continue
                state = suit, after, after_b
                if state in dead:
                    continue
                if found(suit + 1, after, after_b):
                    return True
                dead.add(state)
        return False

    return found(0, 0, 0)


@lru_cache(maxsize=8192)
def _masks(
    named: frozenset[int],
    punto: int,
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
        gives = CARDS[mask] | CARDS[mask & FIGURES] << _FIGURES
        gives |= (TOTAL[mask] == abs(punto)) << _HIT
        gives |= (punto > MOST_OF_THREE and mask not in announced) << _COUNTERS
        place = _COUNTERS
        for one in three:
            place += 3
            gives |= (not mask >> one & 1) << place
        for kind in kinds:
            place += 3
            gives |= (kind in held and kind not in named) << place
        masks.append((mask, gives))
    # Those of the punto first, for some suit must have it; then those with the fewest cards.
    return tuple(sorted(masks, key=lambda seen: (not seen[1] >> _HIT & 7, CARDS[seen[0]])))


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
