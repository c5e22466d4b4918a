"""Checks of an ordinary hand against the cards: impossible bazas, leads and points."""

from collections import Counter
from functools import lru_cache

from rules.core import Side
from rules.reading import side_name
from rules.revesino.cards import ASLEEP, BAZAS, CABALLO, DECK_POINTS, SEATS, card_points
from rules.revesino.codes import CARDS, refuse
from rules.revesino.renuncios import Fate

_ORDER = {card: place for place, card in enumerate(CARDS)}
_HONOURS = {"R": 4, "C": 3, "S": 4}  # the number of honours of each rank that are not pay cards
# The most honours in one player's bazas: all these honours, and the caballo de copas.
_MOST_HONOURS = sum(_HONOURS.values()) + 1


def check_fates(fates: tuple[Fate, ...]) -> tuple[Fate, ...]:
    """Return the fates of the five pay cards in the order of CARDS.

    Raises `RuleError` if a card is missing or repeated, or if more than four sleep.
    """
    asleep = [fate.fate for fate in fates].count("asleep")
    if tuple([fate.card for fate in fates]) != CARDS:
        fates = _sort_fates(fates)
    if asleep > ASLEEP:
        raise refuse("revesino.asleep_many", "fates", value=asleep, allowed=ASLEEP)
    return fates


def _sort_fates(fates: tuple[Fate, ...]) -> tuple[Fate, ...]:
    cards = {fate.card for fate in fates}
    for card in CARDS:
        if card not in cards:
            raise refuse("revesino.card_missing", "fates", card=card)
    if len(fates) > len(cards):
        repeated_card = next(
            card for card, times in Counter(fate.card for fate in fates).items() if times > 1
        )
        raise refuse("revesino.card_twice", "fates", card=repeated_card)
    return tuple(sorted(fates, key=lambda fate: _ORDER[fate.card]))


def check_bazas(bazas: tuple[int, ...], fates: tuple[Fate, ...]) -> None:
    """Check the bazas: they are eleven in all, no player has all, and each player has enough for
    the cards that he took or led.
    """
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
        low = _fewest_bazas(side, fates) if value < payers.count(side) else 0
        if value < low:
            name = side_name(side)
            raise refuse("revesino.card_needs_bazas", "bazas", side=name, value=value, low=low)


def check_leads(bazas: tuple[int, ...], fates: tuple[Fate, ...], mano: Side) -> None:
    """Raise `RuleError` if a player led more bazas than his bazas allow.

    The mano leads the first baza, and the winner of a baza leads the next one. So a player without
    a baza never leads, except the mano, who leads once.

    An as wins the baza that it leads. So a player who led only ases has won one baza more than the
    bazas that gave him the lead.
    """
    for side, value in enumerate(bazas):
        if value >= len(CARDS):
            continue  # a player with as many bazas as there are pay cards has enough leads
        leads, ases = _lead_counts(side, fates)
        low = leads - (side == mano) + (0 < leads == ases)
        if value < low:
            raise refuse("revesino.leads", "bazas", side=side_name(side), value=value, low=low)


def _fewest_bazas(side: Side, fates: tuple[Fate, ...]) -> int:
    """Return the fewest bazas of this player, by the cards that lie in his bazas.

    Each as that the player leads, or that a rival draws from him, wins a baza. Cards sold to him
    may fall on any baza, also several cards on one baza. But each rival plays one card in a baza,
    so the cards that one rival sold to him, and the ases that the same rival drew from him, fall in
    different bazas.
    """
    ases = 0
    cards_from = [0] * SEATS
    for fate in fates:
        if fate.pays == side and fate.fate == "sold":
            cards_from[fate.gains or 0] += 1
        elif fate.pays == side and fate.card != CABALLO:
            ases += 1
            if fate.gains is not None:
                cards_from[fate.gains] += 1
    return max(ases, *cards_from)


def _lead_counts(side: Side, fates: tuple[Fate, ...]) -> tuple[int, int]:
    """Return the number of bazas that this player must have led, and the number that he led with an
    as.

    Two copas may fall in one baza: a player leads one copa and draws the other copa, or draws both
    copas from two players, which is a carambola.
    """
    leads = ases = 0
    copas: list[Side | None] = []
    for fate in fates:
        # A line may also record as led a caballo that a player with the rey put on a rival's lead
        # (Rulings R19). That caballo wins its baza.
        led = fate.fate == "led" and fate.pays == side
        if led or (fate.fate == "drawn" and fate.gains == side):
            leads += 1
            ases += led and fate.card != CABALLO
            if fate.card in ("ac", CABALLO):
                copas.append(fate.pays)
    return leads - (len(copas) == 2 and copas[0] != copas[1]), ases


def check_points(bazas: tuple[int, ...], points: tuple[int, ...], fates: tuple[Fate, ...]) -> None:
    """Check that the honours can be split to give these points, with at most four cards asleep."""
    unknown_points, room = _points_and_room(bazas, points, fates)
    asleep = [card_points(fate.card) for fate in fates if fate.fate == "asleep"]
    total, most_asleep = sum(points), ASLEEP - len(asleep)
    high = DECK_POINTS - sum(asleep)
    low = high - 3 * most_asleep
    if not low <= total <= high:
        raise refuse("revesino.points_sum", "points", value=total, low=low, high=high)
    if all(
        cards >= value or cards >= _MOST_HONOURS
        for value, cards in zip(unknown_points, room, strict=True)
    ):
        return  # each player has cards enough: some split of the honours gives these points
    points_and_room = sorted(
        zip(unknown_points, (min(cards, _MOST_HONOURS) for cards in room), strict=True),
        reverse=True,
    )
    caballo_in_bazas = any(fate.card == CABALLO and fate.fate in ("led", "drawn") for fate in fates)
    if not can_split(tuple(points_and_room), most_asleep, caballo_in_bazas):
        value = " ".join(str(number) for number in points)
        raise refuse("revesino.points_cards", "points", value=value)


def _points_and_room(
    bazas: tuple[int, ...], points: tuple[int, ...], fates: tuple[Fate, ...]
) -> tuple[list[int], list[int]]:
    """Return each player's points without the pay cards known to be in his bazas, and his room: the
    number of unknown cards in his bazas.

    An as led or drawn is in the bazas of the player who played it; the caballo may be in the bazas
    of another player, who took it with the rey or the as.
    """
    known_points, room = [0] * SEATS, [SEATS * value for value in bazas]
    for fate in fates:
        if fate.pays is not None and (fate.fate == "sold" or fate.card != CABALLO):
            known_points[fate.pays] += card_points(fate.card)
            room[fate.pays] -= 1
    for side, (value, low) in enumerate(zip(points, known_points, strict=True)):
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
    unknown_points = [
        value - known_number for value, known_number in zip(points, known_points, strict=True)
    ]
    return unknown_points, room


@lru_cache(maxsize=1 << 16)
def can_split(
    points_and_room: tuple[tuple[int, int], ...], asleep: int, caballo_in_bazas: bool
) -> bool:
    """Return whether reyes, caballos and sotas can make these points within each player's room.

    `points_and_room` has the points and the room of each player. At most `asleep` of the honours
    are left over. With `caballo_in_bazas`, the caballo de copas is in some player's bazas and
    cannot be left over.

    >>> can_split(((12, 12), (6, 12), (4, 12), (0, 0)), 0, False)
    True
    >>> can_split(((21, 12), (0, 0), (0, 0), (0, 0)), 0, False)
    False
    """
    return _split(
        points_and_room,
        _HONOURS["R"],
        _HONOURS["C"] + caballo_in_bazas,
        _HONOURS["S"],
        asleep,
        caballo_in_bazas,
    )


def _split(
    points_and_room: tuple[tuple[int, int], ...],
    reyes: int,
    caballos: int,
    sotas: int,
    asleep: int,
    caballo_in_bazas: bool,
) -> bool:
    if not points_and_room:
        return reyes + caballos + sotas <= asleep and not (
            caballo_in_bazas and caballos > _HONOURS["C"]
        )
    (points, room), *other_players = points_and_room
    other_needs = tuple(other_players)
    for reyes_won in range(min(reyes, points // 3), -1, -1):
        points_left = points - 3 * reyes_won
        for caballos_won in range(min(caballos, points_left // 2), -1, -1):
            sotas_won = points_left - 2 * caballos_won
            if sotas_won > sotas or reyes_won + caballos_won + sotas_won > room:
                break
            if _split(
                other_needs,
                reyes - reyes_won,
                caballos - caballos_won,
                sotas - sotas_won,
                asleep,
                caballo_in_bazas,
            ):
                return True
    return False
