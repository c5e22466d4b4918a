"""Points, which lines store as half points: their text, their JSON form, and checks of their
sums.
"""

from math import isfinite

from rules.core import refusal
from rules.kinds import Kind, half_number, list_kind
from rules.tarot.cards import HALVES
from rules.tarot.codes import refuse
from rules.tarot.options import SEATS

MOST_POINTS = 999_999  # points in one result


def points_text(halves: int) -> str:
    """Return half points as the notation writes them, in points.

    >>> points_text(98), points_text(91), points_text(-1)
    ('49', '45.5', '-0.5')
    """
    sign = "-" if halves < 0 else ""
    return f"{sign}{abs(halves) // 2}{'.5' if halves % 2 else ''}"


def points_in_notation(halves: tuple[int, ...]) -> str:
    """Return the points of each player, as the notation writes them."""
    return " ".join(points_text(number) for number in halves)


def half_points_of(value: object, field: str) -> int:
    """Return a number of points, whole or with .5, as half points; raises `json_type` or
    `points_half`.

    The dataclass of the line checks the range.
    """
    if type(value) is int:
        return 2 * value
    if type(value) is not float or not isfinite(value):
        raise refusal("json_type", field, value=value, allowed="number")
    if not (2 * value).is_integer():
        raise refuse("tarot.points_half", field, value=repr(value))
    return int(2 * value)


def points_kind(low: int, high: int) -> Kind:
    """Return the kind of a number of points."""
    return half_number(low, high, half_points_of)


# The kind of the points of each player.
POINTS_BY_SEAT = list_kind(points_kind(-MOST_POINTS, MOST_POINTS), SEATS, sides=True, minItems=3)


def check_both_camps(taker: int, defence: int) -> None:
    """Check that the counted cards of both camps make the whole pack (Rulings A8).

    Both numbers are in half points.
    """
    if taker + defence != HALVES:
        value = points_text(taker + defence)
        raise refuse("tarot.points_sum", "points", value=value, high=HALVES // 2)


def check_results(halves: tuple[int, ...]) -> None:
    """Check that there are three to five numbers, each within MOST_POINTS, and that they sum to
    zero.
    """
    if not 3 <= len(halves) <= 5:
        raise refuse("tarot.results_players", "points", value=len(halves), allowed="3, 4, 5")
    for number in halves:
        if abs(number) > 2 * MOST_POINTS:
            raise refuse("tarot.results_range", "points", value=number, high=MOST_POINTS)
    if sum(halves):
        raise refuse("tarot.results_sum", "points", value=points_text(sum(halves)))
