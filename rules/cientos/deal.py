"""A hand of cientos, and its checks against the cards, whatever the score.

An announcement means that the player holds its cards; a false announcement is a fault. A player may
hold more cards than he announces. So the cards refuse announcements only if no two hands can hold
them all, and never because a player could have announced more.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from rules.cientos.cards import HAND_SIZE, RANKS, TOTAL
from rules.cientos.codes import CODES, refuse
from rules.cientos.holdings import Holding, can_hold_together
from rules.cientos.items import RUNS_FROM, Catorce, Fault, Punto, Secansa
from rules.codec import check_bounds, record
from rules.core import Side
from rules.kinds import EitherSide, list_kind, one_per_side, or_null, whole_number
from rules.reading import SUITS, Tally, dashed_text, side_name, sign_and_side

BAZAS = HAND_SIZE  # each card of a hand makes a baza
MOST_ITEMS = 4  # items of one kind: four tercias or four tríos are all twelve cards
PACK = 32
MOST_DRAWN_BY_MANO = 5  # cards; the mano draws at least one
SIZES = {"mas": HAND_SIZE + 1, "menos": HAND_SIZE - 1}

_BAZAS = one_per_side(whole_number(0, BAZAS, "cientos.bazas_range", CODES))
_CAPTURES = or_null(one_per_side(whole_number(0, BAZAS)))


@dataclass(frozen=True, slots=True)
class Deal:
    """One hand: the good announcements, the bazas of A and B, and the winner of the last baza.

    low: whether the last baza was won with a nueve, an ocho or a siete. pique: whether the mano
        made a pique.
    stopped: the side that reached a hundred, if play ended before the last baza; `bazas` then holds
    the bazas until that moment. captures: the bazas that each side won on the rival's lead, without
    the last baza, if the options count only these bazas (Rulings C1). dealer: the side that dealt,
    recorded only if another side should have dealt, or if the record does not show the dealer.

    >>> print(Deal((8, 4), last=0, punto=Punto(0, 51), secansas=(Secansa(0, 5, "A", "o"),)))
    8-4 uA pA51 sA5Ao
    """

    bazas: Annotated[Tally, _BAZAS]
    last: EitherSide | None = None
    low: bool = False
    blancas: EitherSide | None = None
    punto: Punto | None = None
    secansas: Annotated[tuple[Secansa, ...], list_kind(record(Secansa), MOST_ITEMS)] = ()
    catorces: Annotated[tuple[Catorce, ...], list_kind(record(Catorce), MOST_ITEMS)] = ()
    pique: bool = False
    stopped: EitherSide | None = None
    captures: Annotated[Tally | None, _CAPTURES] = None
    faults: Annotated[tuple[Fault, ...], list_kind(record(Fault), MOST_ITEMS)] = ()
    dealer: EitherSide | None = None

    def __post_init__(self) -> None:
        check_bounds(self)
        _check_deal(self)

    def __str__(self) -> str:
        words = [dashed_text(self.bazas)]
        if self.last is not None:
            words.append(f"u{side_name(self.last)}{'m' if self.low else ''}")
        words += sign_and_side("b", self.blancas)
        if self.punto is not None:
            words.append(str(self.punto))
        words += [str(item) for item in (*self.secansas, *self.catorces)]
        if self.pique:
            words.append("pique")
        words += sign_and_side("!", self.stopped)
        if self.captures is not None:
            words.append(f"r{dashed_text(self.captures)}")
        words += [str(fault) for fault in self.faults]
        words += sign_and_side("d", self.dealer)
        return " ".join(words)


def _check_deal(deal: Deal) -> None:
    """Raise `RuleError` for a hand whose words contradict each other, or that no cards make."""
    _check_bazas(deal)
    if deal.faults:
        _check_faults(deal)
    if deal.secansas:
        _check_secansas(deal)
    if deal.catorces:
        _check_catorces(deal)
    if not hands_can_hold(deal):
        raise refuse("cientos.cards_impossible", "hand")


def _check_bazas(deal: Deal) -> None:
    total = sum(deal.bazas)
    if deal.stopped is not None:
        if deal.last is not None:
            raise refuse("cientos.last_and_stopped", "stopped")
        if total >= HAND_SIZE:
            raise refuse("cientos.stopped_full", "bazas", value=total)
    elif total != HAND_SIZE:
        raise refuse("cientos.bazas_sum", "bazas", value=total, allowed=HAND_SIZE)
    elif deal.last is None:
        raise refuse("cientos.last_missing", "last")
    elif not deal.bazas[deal.last]:
        raise refuse("cientos.last_without_baza", "last", side=side_name(deal.last))
    if deal.low and deal.last is None:
        raise refuse("cientos.last_missing", "last")
    if deal.captures is not None:
        _check_captures(deal, deal.captures)


def _check_captures(deal: Deal, captures: Tally) -> None:
    for side, side_captures in enumerate(captures):
        most = deal.bazas[side] - (deal.last == side)
        if not 0 <= side_captures <= most:
            name = side_name(side)
            raise refuse(
                "cientos.captures_range", "captures", side=name, value=side_captures, high=most
            )


def _check_faults(deal: Deal) -> None:
    sides_and_causes = [(fault.side, fault.cause) for fault in deal.faults]
    for side in (0, 1):
        causes = [cause for fault_side, cause in sides_and_causes if fault_side == side]
        if len(set(causes)) != len(causes):
            raise refuse("cientos.fault_twice", "faults", side=side_name(side))
        if {"mas", "menos"} <= set(causes):
            raise refuse("cientos.fault_opposite", "faults", side=side_name(side))
    for cause in ("mas", "menos"):
        if {(0, cause), (1, cause)} <= set(sides_and_causes):
            raise refuse("cientos.fault_both", "faults")
    for side, cause in sides_and_causes:
        if cause == "menos" and deal.last == side:
            short_name, full_name = side_name(side), side_name(1 - side)
            raise refuse("cientos.short_last", "last", side=short_name, rival=full_name)
    for fault in deal.faults:
        if fault.voids:
            _check_void(deal, fault.side)


def _check_void(deal: Deal, side: Side) -> None:
    """Check that a side whose announcements are void has no announcement that counts or ties."""
    counting: list[tuple[Side | None, str]] = [(deal.blancas, "blancas")]
    counting += [(item.side, "catorces") for item in deal.catorces]
    may_tie: list[tuple[Side | None, str]] = [(item.side, "secansas") for item in deal.secansas]
    may_tie += [(deal.punto.side, "punto")] if deal.punto else []
    for item_side, field in counting + may_tie:
        if item_side == side:
            raise refuse("cientos.void_counts", field, side=side_name(side))
    for item_side, field in may_tie:
        if item_side is None:
            raise refuse("cientos.void_tie", field, side=side_name(side))


def _check_secansas(deal: Deal) -> None:
    secansas = deal.secansas
    if len(secansas) > MOST_ITEMS:
        many = len(secansas)
        raise refuse("cientos.too_many_items", "secansas", value=many, high=MOST_ITEMS)
    if len({item.side for item in secansas}) > 1:
        tied = any(item.side is None for item in secansas)
        raise refuse("cientos.secansa_tied" if tied else "cientos.secansas_both", "secansas")
    if secansas[0].side is None and len(secansas) > 1:
        raise refuse("cientos.secansa_tied", "secansas")
    for place, item in enumerate(secansas):
        for other in secansas[:place]:
            if item.suit and item.suit == other.suit and _touch_or_overlap(item.mask, other.mask):
                raise refuse("cientos.secansas_overlap", "secansas", suit=item.suit)
        _check_punto(deal, item)


def _touch_or_overlap(mask: int, other_mask: int) -> bool:
    """Return whether two secansas of a suit share a card or together form a longer secansa."""
    return bool((mask | mask << 1 | mask >> 1) & other_mask)


def _check_punto(deal: Deal, item: Secansa) -> None:
    """Reject a punto below the total of a secansa that the same side holds."""
    punto, low = deal.punto, TOTAL[item.mask]
    if punto is None or punto.value >= low:
        return
    if punto.side is None or item.side is None or punto.side == item.side:
        name = side_name((item.side if punto.side is None else punto.side) or 0)
        value = punto.value
        raise refuse("cientos.punto_below_secansa", "punto", side=name, value=value, low=low)


def _check_catorces(deal: Deal) -> None:
    catorces = deal.catorces
    if len(catorces) > MOST_ITEMS:
        many = len(catorces)
        raise refuse("cientos.too_many_items", "catorces", value=many, high=MOST_ITEMS)
    side = catorces[0].side
    ranks: set[str] = set()
    for item in catorces:
        if item.rank in ranks:
            raise refuse("cientos.catorce_twice", "catorces", rank=item.rank)
        if item.side != side:
            raise refuse("cientos.catorces_both", "catorces")
        ranks.add(item.rank)
    for item in catorces:
        if item.cards == 4:
            _check_rival_lacks_rank(deal, item)


def _check_rival_lacks_rank(deal: Deal, catorce: Catorce) -> None:
    """Reject a secansa of the rival that contains one of the four cards of the catorce."""
    bit = 1 << RANKS.index(catorce.rank)
    for secansa in deal.secansas:
        if secansa.side != catorce.side and secansa.mask & bit:
            name, rank = side_name(catorce.side), catorce.rank
            raise refuse("cientos.catorce_in_secansa", "catorces", side=name, rank=rank)


def check_blancas(deal: Deal, mano: Side) -> None:
    """Raise `blancas_figures` if the mano had cartas blancas and no draw of one to five cards makes
    his hand.
    """
    if deal.blancas == mano and not hands_can_hold(deal, mano):
        raise refuse("cientos.blancas_figures", "blancas", side=side_name(mano))


def hands_can_hold(deal: Deal, mano: Side | None = None) -> bool:
    """Return whether two hands can hold the cards of all the announcements of the deal.

    `mano` is None if unknown; the mano matters only to cartas blancas.
    """
    a, b = _size(deal, 0), _size(deal, 1)
    return can_hold_together(_holding_of(deal, 0, a, b, mano), _holding_of(deal, 1, b, a, mano))


def _size(deal: Deal, side: Side) -> int:
    """Return the number of cards that a side plays with: HAND unless a fault changes it."""
    sizes = [
        SIZES[fault.cause] for fault in deal.faults if fault.side == side and fault.cause in SIZES
    ]
    return sizes[0] if sizes else HAND_SIZE


Run = tuple[int, str, int | None]  # length, highest card, suit


def _holding_of(deal: Deal, side: Side, size: int, rival_size: int, mano: Side | None) -> Holding:
    """Return the known cards of a side's hand. Equal announcements return the same cached
    `Holding`.

    `size` is the number of cards in the hand, and `rival_size` the number in the rival's hand.
    """
    punto = deal.punto
    return _holding(
        size,
        punto.value if punto is not None and punto.side in (side, None) else 0,
        _runs(deal, side) if deal.secansas else (),
        tuple([(item.rank, item.cards) for item in deal.catorces if item.side == side]),
        _draws(size, rival_size, mano == side) if deal.blancas == side else None,
    )


def _draws(size: int, rival_size: int, is_mano: bool) -> tuple[int, int]:
    """Return the fewest and the most cards that the holder of `size` cards can have drawn.

    `rival_size` is the size of the rival's hand. The mano draws at least one card of the monte. The
    pie draws any number of the cards that are left, or none.
    """
    return (1, MOST_DRAWN_BY_MANO) if is_mano else (0, PACK - size - rival_size - 1)


def _runs(deal: Deal, side: Side) -> tuple[Run, ...]:
    """Return the secansas that a side holds, sorted, with suits numbered in order of appearance.

    The numbers need not match between the sides, because only one side has secansas with a written
    suit.
    """
    secansas_held = [
        (item.length, item.top, item.suit or "")
        for item in deal.secansas
        if item.side in (side, None)
    ]
    numbers: dict[str, int] = {}
    return tuple(
        [
            (length, top, numbers.setdefault(suit, len(numbers)) if suit else None)
            for length, top, suit in sorted(secansas_held)
        ]
    )


@lru_cache(maxsize=8192)
def _holding(
    size: int,
    punto: int,
    runs: tuple[Run, ...],
    catorces: tuple[tuple[str, int], ...],
    draws: tuple[int, int] | None,
) -> Holding:
    secansas_by_suit: list[frozenset[int]] = [frozenset()] * len(SUITS)
    for length, top, suit in runs:
        if suit is not None:
            secansas_by_suit[suit] |= {RUNS_FROM[length, top]}
    ranks = sorted([(RANKS.index(rank), cards) for rank, cards in catorces])
    return Holding(
        size,
        punto,
        tuple(secansas_by_suit),
        unsuited_secansas=tuple(
            sorted([RUNS_FROM[length, top] for length, top, suit in runs if suit is None])
        ),
        four=tuple([place for place, cards in ranks if cards == 4]),
        three=tuple([place for place, cards in ranks if cards == 3]),
        draws=draws,
    )
