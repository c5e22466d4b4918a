"""Checks of an ordinary hand against the cards: bazas, leads and points that no table could
make."""

from collections import Counter
from functools import lru_cache

from rules.core import Side
from rules.reading import side_name
from rules.revesino.cards import ASLEEP, BAZAS, CABALLO, DECK_POINTS, SEATS, card_points
from rules.revesino.codes import CARDS, refuse
from rules.revesino.fates import Fate

_ORDER = {card: place for place, card in enumerate(CARDS)}
_BARE = {"R": 4, "C": 3, "S": 4}  # honours besides the pay cards
_MOST = sum(_BARE.values()) + 1  # of them in the bazas of one player, with the caballo de copas


def check_fates(fates: tuple[Fate, ...]) -> tuple[Fate, ...]:
    """The five pay cards, each once, in the order in which they are kept; four sleep at most."""
    asleep = [fate.fate for fate in fates].count("asleep")
    if tuple([fate.card for fate in fates]) != CARDS:
        fates = _in_order(fates)
    if asleep > ASLEEP:
        raise refuse("revesino.asleep_many", "fates", value=asleep, allowed=ASLEEP)
    return fates


def _in_order(fates: tuple[Fate, ...]) -> tuple[Fate, ...]:
    found = {fate.card for fate in fates}
    for card in CARDS:
        if card not in found:
            raise refuse("revesino.card_missing", "fates", card=card)
    if len(fates) > len(found):
        twice = next(
            card for card, times in Counter(fate.card for fate in fates).items() if times > 1
        )
        raise refuse("revesino.card_twice", "fates", card=twice)
    return tuple(sorted(fates, key=lambda fate: _ORDER[fate.card]))


def check_bazas(bazas: tuple[int, ...], fates: tuple[Fate, ...]) -> None:
    """Eleven in all, nobody all of them, and enough for the cards that each lifted or led."""
    for side, value in enumerate(bazas):
        if not 0 <= value <= BAZAS:
            name = side_name(side)
            raise refuse("revesino.bazas_range", "bazas", side=name, value=value, high=BAZAS)
    if sum(bazas) != BAZAS:
        raise refuse("revesino.bazas_sum", "bazas", value=sum(bazas), allowed=BAZAS)
    if BAZAS in bazas:
        raise refuse("revesino.bazas_all", "bazas", side=side_name(bazas.index(BAZAS)))
    payers = [fate.pays for fate in fates]
    for side, value in enumerate(bazas):
        low = _lifted(side, fates) if value < payers.count(side) else 0
        if value < low:
            name = side_name(side)
            raise refuse("revesino.card_needs_bazas", "bazas", side=name, value=value, low=low)


def check_leads(bazas: tuple[int, ...], fates: tuple[Fate, ...], mano: Side) -> None:
    """Reject a lead by somebody who has not lifted the baza before; the mano leads the first.

    So without a baza nobody but the mano draws a card, and he those of one suit; and who leads
    an as, which always lifts, has a baza more than those that gave him the lead.
    """
    for side, value in enumerate(bazas):
        if value >= len(CARDS):
            continue  # as many bazas as pay cards give the lead often enough
        leads, ases = _leads(side, fates)
        low = leads - (side == mano) + (0 < leads == ases)
        if value < low:
            raise refuse("revesino.leads", "bazas", side=side_name(side), value=value, low=low)


def _lifted(side: Side, fates: tuple[Fate, ...]) -> int:
    """Bazas that this player must have, from the cards in them.

    An as led or drawn lifts a baza each. Cards sold may come on any of them and together, but
    each player puts one card in a baza: those he sold and those with which he drew are apart.
    """
    ases = 0
    put = [0] * SEATS
    for fate in fates:
        if fate.pays == side and fate.fate == "sold":
            put[fate.gains or 0] += 1
        elif fate.pays == side and fate.card != CABALLO:
            ases += 1
            if fate.gains is not None:
                put[fate.gains] += 1
    return max(ases, *put)


def _leads(side: Side, fates: tuple[Fate, ...]) -> tuple[int, int]:
    """Times that this player must have led, and with an as. Of copas, two cards may come at once.

    He that leads one draws the other; or both are drawn from two players, which is a carambola.
    """
    leads = ases = 0
    copas: list[Side | None] = []
    for fate in fates:
        # A caballo put under the own rey is written as led (Rulings R19), and lifts its baza.
        led = fate.fate == "led" and fate.pays == side
        if led or (fate.fate == "drawn" and fate.gains == side):
            leads += 1
            ases += led and fate.card != CABALLO
            if fate.card in ("ac", CABALLO):
                copas.append(fate.pays)
    return leads - (len(copas) == 2 and copas[0] != copas[1]), ases


def check_points(bazas: tuple[int, ...], points: tuple[int, ...], fates: tuple[Fate, ...]) -> None:
    """The points that each counts are in some split of the honours, four of them asleep at most."""
    bare, room = _bare(bazas, points, fates)
    asleep = [card_points(fate.card) for fate in fates if fate.fate == "asleep"]
    total, most_asleep = sum(points), ASLEEP - len(asleep)
    high = DECK_POINTS - sum(asleep)
    low = high - 3 * most_asleep
    if not low <= total <= high:
        raise refuse("revesino.points_sum", "points", value=total, low=low, high=high)
    if all(cards >= value or cards >= _MOST for value, cards in zip(bare, room, strict=True)):
        return  # where there is room for them, every sum of the honours can be shared in any way
    wanted = sorted(zip(bare, (min(cards, _MOST) for cards in room), strict=True), reverse=True)
    loose = any(fate.card == CABALLO and fate.fate in ("led", "drawn") for fate in fates)
    if not splits(tuple(wanted), most_asleep, loose):
        value = " ".join(str(number) for number in points)
        raise refuse("revesino.points_cards", "points", value=value)


def _bare(
    bazas: tuple[int, ...], points: tuple[int, ...], fates: tuple[Fate, ...]
) -> tuple[list[int], list[int]]:
    """Points of each without the pay cards known to be in his bazas, and the room left there.

    The as led or drawn is in the bazas of who played it; the caballo may be in another's, who
    lifted it with the rey or the as.
    """
    held, room = [0] * SEATS, [SEATS * value for value in bazas]
    for fate in fates:
        if fate.pays is not None and (fate.fate == "sold" or fate.card != CABALLO):
            held[fate.pays] += card_points(fate.card)
            room[fate.pays] -= 1
    for side, (value, low) in enumerate(zip(points, held, strict=True)):
        if low <= value <= DECK_POINTS and (bazas[side] or not value):
            continue
        name = side_name(side)
        if not 0 <= value <= DECK_POINTS:
            raise refuse(
                "revesino.points_range", "points", side=name, value=value, high=DECK_POINTS
            )
        if value and not bazas[side]:
            raise refuse("revesino.points_without_baza", "points", side=name, value=value)
        raise refuse("revesino.points_held", "points", side=name, value=value, low=low)
    bare = [value - has for value, has in zip(points, held, strict=True)]
    return bare, room


@lru_cache(maxsize=1 << 16)
def splits(wanted: tuple[tuple[int, int], ...], asleep: int, loose: bool) -> bool:
    """Whether reyes, caballos and sotas can make these points, each in so many cards at most.

    `wanted` is points and room of each player; at most `asleep` of the honours are left over,
    none of them the caballo de copas when it is `loose`: in the bazas, one does not know whose.

    >>> splits(((12, 12), (6, 12), (4, 12), (0, 0)), 0, False)
    True
    >>> splits(((21, 12), (0, 0), (0, 0), (0, 0)), 0, False)
    False
    """
    return _split(wanted, _BARE["R"], _BARE["C"] + loose, _BARE["S"], asleep, loose)


def _split(
    wanted: tuple[tuple[int, int], ...],
    reyes: int,
    caballos: int,
    sotas: int,
    asleep: int,
    loose: bool,
) -> bool:
    if not wanted:
        return reyes + caballos + sotas <= asleep and not (loose and caballos > _BARE["C"])
    (points, room), *others = wanted
    rest = tuple(others)
    for takes in range(min(reyes, points // 3), -1, -1):
        left = points - 3 * takes
        for rides in range(min(caballos, left // 2), -1, -1):
            pages = left - 2 * rides
            if pages > sotas or takes + rides + pages > room:
                break
            if _split(rest, reyes - takes, caballos - rides, sotas - pages, asleep, loose):
                return True
    return False
