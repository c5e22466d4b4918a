"""The amounts that a hand can move, for lines that record only amounts."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import combinations, product

from rules.core import RuleError, Side
from rules.reading import Tally, side_name
from rules.revesino.cards import REVESINO_TANTOS, SEATS, STAKES
from rules.revesino.codes import refuse
from rules.revesino.hands import DUTIES, Revesino
from rules.revesino.options import Options
from rules.revesino.settling import settle_revesino


def divide_by_factor(tantos: Tally, factor: int) -> Tally:
    """Return the tantos divided by `factor`; refuse amounts that are not multiples of it."""
    for side, value in enumerate(tantos):
        if value % factor:
            raise refuse("revesino.amounts_doubled", "amounts", side=side_name(side), value=value)
    return tuple(value // factor for value in tantos)


def plate_of(tantos: Tally, hands: int, options: Options) -> int:
    """Return the tantos that these hands brought to the plate: the players' losses less their
    gains.

    Raises `revesino.amounts_sum` for a number that the plate cannot receive or pay.
    """
    plate_tantos = -sum(tantos)
    high = options.plate * hands
    if not -high <= plate_tantos <= high or (plate_tantos and plate_tantos % options.plate):
        allowed = f"0, ±{options.plate}" if options.plate and hands == 1 else 0
        raise refuse("revesino.amounts_sum", "amounts", value=-plate_tantos, allowed=allowed)
    return plate_tantos


def check_moved_tantos(tantos: Tally, plate: int, hands: int) -> None:
    """Check the tantos moved by `hands` hands: a hand moves at most the tantos of a revesino
    (Rulings R4, R9).
    """
    moved_tantos = sum(value for value in tantos if value > 0)
    if hands == 1 and not plate:
        if not one_hand_can_move(tantos):
            allowed = f"0–{STAKES}, {REVESINO_TANTOS}"
            raise refuse("revesino.amounts_hand", "amounts", value=moved_tantos, allowed=allowed)
        return
    high = STAKES + max(-plate, 0) if hands == 1 else REVESINO_TANTOS * hands + max(-plate, 0)
    if moved_tantos > high:
        raise refuse("revesino.amounts_hand", "amounts", value=moved_tantos, allowed=f"0–{high}")


def one_hand_can_move(tantos: Tally) -> bool:
    """Return whether one hand can move these tantos between the players (Rulings R4, R9). An
    ordinary hand or a hand of cuatro ases moves up to twelve, between any players; a revesino moves
    twenty-four, in one of a few ways.

    >>> one_hand_can_move((7, -2, -5, 0)), one_hand_can_move((13, -13, 0, 0))
    (True, False)
    >>> one_hand_can_move((24, -8, -8, -8))
    True
    """
    moved_tantos = sum(value for value in tantos if value > 0)
    return not sum(tantos) and (moved_tantos <= STAKES or tantos in _revesinos())


@lru_cache(maxsize=1)
def _revesinos() -> frozenset[Tally]:
    """Return the possible payments of a hand of revesino, each with one amount for each player."""
    return frozenset(settle_revesino(hand).tantos for hand in _all_revesinos())


def _all_revesinos() -> Iterator[Revesino]:
    """Yield every hand of revesino that the rules accept."""
    seats: list[Side | None] = [None, *range(SEATS)]
    offender_groups = [(), *((side,) for side in range(SEATS)), *combinations(range(SEATS), 2)]
    for goer in range(SEATS):
        for cutter, holder, duty, renuncios in product(seats, seats, DUTIES, offender_groups):
            with suppress(RuleError):
                yield Revesino(goer, cutter, holder, duty, renuncios)
