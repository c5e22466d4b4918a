"""The fates of the five pay cards (the four ases and the caballo de copas), and renuncios."""

from dataclasses import dataclass, replace
from typing import Annotated

from rules.codec import record, variants
from rules.core import Side
from rules.kinds import word_kind
from rules.reading import Tally, add_to_side, side_name
from rules.revesino.cards import BAZAS, SEATS, ASide
from rules.revesino.codes import CARDS, refuse

FATES = ("sold", "drawn", "led", "asleep")


@dataclass(frozen=True, slots=True)
class Fate:
    """The fate of a pay card.

    sold: `gains` discarded it in a fallo on a baza that `pays` wins. drawn: `gains` led the suit
    and `pays` had to play it. led: `pays` played it first, freely or forced; the winner of the
    partida collects. asleep: it stayed in the baceta.

    >>> print(Fate("ao", "sold", 0, 1), Fate("cc", "drawn", 0, 1), Fate("ab", "led", None, 3))
    ao=AvB cc=AsB ab=Dj
    """

    card: Annotated[str, word_kind(CARDS)]
    fate: Annotated[str, word_kind(FATES)]
    gains: ASide | None = None
    pays: ASide | None = None

    def __post_init__(self) -> None:
        if self.gains is not None and self.gains == self.pays:
            side = side_name(self.gains)
            raise refuse("revesino.card_to_himself", "fates", card=self.card, side=side)

    def __str__(self) -> str:
        if self.fate == "asleep":
            return f"{self.card}=d"
        pays = side_name(self.pays or 0)
        if self.fate == "led":
            return f"{self.card}={pays}j"
        return f"{self.card}={side_name(self.gains or 0)}{self.fate[0].translate(_SIGN)}{pays}"


FATE = record(
    variants(
        Fate,
        "fate",
        "fate",
        {("sold", "drawn"): ("gains", "pays"), ("led",): ("pays",), ("asleep",): ()},
    )
)

_SIGN = str.maketrans("sd", "vs")  # sold is «vende», drawn is «saca»


# --- Renuncios ------------------------------------------------------------------------------------
# Renuncios: their authors, the number that fit in a hand, and repeated renuncios, which are charged
# after the hand.
MOST_AUTHORS = 2  # the most players with a renuncio in a hand, who share the payment
CHARGEABLE_HANDS = 2  # the number of last hands whose repeated renuncios can still be charged


def check_renuncios(
    renuncios: tuple[Side, ...], goer: Side | None = None, holder: Side | None = None
) -> None:
    """Refuse more than two renuncios, two renuncios by one player, and impossible authors.

    An author is never the goer of a revesino, who leads or wins every baza, nor the player with the
    four ases, who has the right to renounce.
    """
    if not renuncios:
        return
    if len(renuncios) > MOST_AUTHORS:
        value, allowed = len(renuncios), MOST_AUTHORS
        raise refuse("revesino.renuncio_third", "renuncios", value=value, allowed=allowed)
    if len(set(renuncios)) < len(renuncios):
        raise refuse("revesino.renuncio_twice", "renuncios", side=side_name(renuncios[0]))
    for code, side in (("renuncio_of_goer", goer), ("renuncio_of_napolitana", holder)):
        if side is not None and side in renuncios:
            raise refuse(f"revesino.{code}", "renuncios", side=side_name(side))


def most_renuncios(bazas: int, *, mano: bool) -> int:
    """Return the most bazas of a hand in which a player with `bazas` bazas can renounce.

    A player cannot renounce in a baza that he leads or wins, nor in the last baza, when he has one
    card left. The winner of a baza leads the next baza; the mano leads the first baza.

    >>> most_renuncios(0, mano=False), most_renuncios(10, mano=False), most_renuncios(10, mano=True)
    (10, 1, 0)
    """
    return min(BAZAS - 1, BAZAS - bazas) - mano


@dataclass(frozen=True, slots=True)
class Repeats:
    """The renuncios of a hand that may still be charged.

    times_left: the number of times that each player can have repeated a renuncio. factor: the
        multiple by which the hand was paid.
    """

    times_left: Tally
    factor: int


def repeats_of(
    renuncios: tuple[Side, ...], bazas: Tally, mano: Side | None, factor: int
) -> Repeats:
    """Return the renuncios that can still be charged after a hand with these renuncios.

    `bazas` has the bazas of each player. Raises `renuncio_unmade` if an author led or won every
    baza.
    """
    times_left = [0] * SEATS
    for side in renuncios:
        most_bazas = most_renuncios(bazas[side], mano=side == mano)
        if not most_bazas:
            name, value = side_name(side), bazas[side]
            raise refuse("revesino.renuncio_unmade", "renuncios", side=name, value=value)
        times_left[side] = most_bazas - 1
    return Repeats(tuple(times_left), factor)


def unknown_repeats(hands: int, factor: int) -> Repeats:
    """Return the renuncios that can be charged after `hands` hands with unrecorded renuncios."""
    return Repeats((hands * (most_renuncios(0, mano=False) - 1),) * SEATS, factor)


def repeat_multiplier(repeats: tuple[Repeats, ...], side: Side) -> tuple[int, tuple[Repeats, ...]]:
    """Return the multiple at which a repeated renuncio of `side` is paid, and the remaining
    repeats.

    The renuncio is charged to the last hand in which the player can have repeated a renuncio.
    Raises `repeat_unmade` if there is no such hand.
    """
    for index in reversed(range(len(repeats))):
        hand = repeats[index]
        if hand.times_left[side]:
            charged_repeats = replace(hand, times_left=add_to_side(hand.times_left, side, -1))
            return hand.factor, (*repeats[:index], charged_repeats, *repeats[index + 1 :])
    raise refuse("revesino.repeat_unmade", "side", side=side_name(side))
