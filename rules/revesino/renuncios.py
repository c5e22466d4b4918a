"""Renuncios: by whom, how many fit in a hand, and the repeated ones, which are charged after it."""

from dataclasses import dataclass, replace

from rules.core import Side
from rules.reading import side_name
from rules.revesino.cards import BAZAS, SEATS
from rules.revesino.codes import refuse
from rules.tallies import Tally, plus

MOST_AUTHORS = 2  # who share the payment
ANSWERING = 2  # hands of which a repeated renuncio can still be charged: by lot in the next one


def check_renuncios(
    renuncios: tuple[Side, ...], goer: Side | None = None, privileged: Side | None = None
) -> None:
    """Refuse more than two, two of one player, and those of who cannot make one.

    Who goes to revesino leads or lifts every baza; who plays the four ases may renounce.
    """
    if not renuncios:
        return
    if len(renuncios) > MOST_AUTHORS:
        value, allowed = len(renuncios), MOST_AUTHORS
        raise refuse("revesino.renuncio_third", "renuncios", value=value, allowed=allowed)
    if len(set(renuncios)) < len(renuncios):
        raise refuse("revesino.renuncio_twice", "renuncios", side=side_name(renuncios[0]))
    for code, side in (("renuncio_of_goer", goer), ("renuncio_of_napolitana", privileged)):
        if side is not None and side in renuncios:
            raise refuse(f"revesino.{code}", "renuncios", side=side_name(side))


def most_renuncios(lifted: int, *, mano: bool) -> int:
    """Return in how many bazas of a hand a player can renounce who lifts so many of them.

    In none that he leads or lifts, nor in the last, with one card left. Who lifts a baza leads
    the next; the mano leads the first.

    >>> most_renuncios(0, mano=False), most_renuncios(10, mano=False), most_renuncios(10, mano=True)
    (10, 1, 0)
    """
    return min(BAZAS - 1, BAZAS - lifted) - mano


@dataclass(frozen=True, slots=True)
class Repeats:
    """The renuncios of a hand that may still be charged: how many times each can have repeated one,
    and how many times the hand was paid."""

    left: Tally
    factor: int


def repeats_of(
    renuncios: tuple[Side, ...], lifted: Tally, mano: Side | None, factor: int
) -> Repeats:
    """Return the repeats of a hand with these renuncios.

    Raises `renuncio_unmade` when one of their authors led or lifted every baza.
    """
    left = [0] * SEATS
    for side in renuncios:
        most = most_renuncios(lifted[side], mano=side == mano)
        if not most:
            name, value = side_name(side), lifted[side]
            raise refuse("revesino.renuncio_unmade", "renuncios", side=name, value=value)
        left[side] = most - 1
    return Repeats(tuple(left), factor)


def repeats_unknown(hands: int, factor: int) -> Repeats:
    """Return the repeats of so many hands of which the renuncios were not kept."""
    return Repeats((hands * (most_renuncios(0, mano=False) - 1),) * SEATS, factor)


def charged(repeats: tuple[Repeats, ...], side: Side) -> tuple[int, tuple[Repeats, ...]]:
    """Return how many times a repeated renuncio of `side` is paid, and the repeats still left.

    It is of the last hand in which he renounced. Raises `repeat_unmade`.
    """
    for place in reversed(range(len(repeats))):
        hand = repeats[place]
        if hand.left[side]:
            rest = replace(hand, left=plus(hand.left, side, -1))
            return hand.factor, (*repeats[:place], rest, *repeats[place + 1 :])
    raise refuse("revesino.repeat_unmade", "side", side=side_name(side))
