"""Tantos gained and lost, one amount for each side: `+20-20`, `+10-4-6`. With closed cards there
are half tantos: `+6.5-6.5`.

In memory, the amounts of a line are whole numbers of half tantos. The tallies count tantos or half
tantos, as the form needs (`Options.unit`).
"""

import re
from collections.abc import Sequence
from math import isfinite

from rules.core import refusal
from rules.kinds import half_number, one_per_side
from rules.malilla.codes import refuse
from rules.malilla.forms import MOST_SIDES
from rules.malilla.options import Options
from rules.reading import side_name

MOST_TANTOS = 99_999
_AMOUNT = re.compile(r"([+-])([0-9]{1,6})(?:([.,]5|½)|[.,]0)?")
_AMOUNTS = re.compile(rf"(?:{_AMOUNT.pattern})+")


def parse_amounts(word: str, field: str) -> tuple[int, ...]:
    """Return the amounts in half tantos that a word of the notation states; raises
    `line_unreadable`.

    >>> parse_amounts("+6.5-6.5", "tantos")
    (13, -13)
    """
    if _AMOUNTS.fullmatch(word) is None:
        raise refusal("line_unreadable", field, value=word, allowed="+20-20")
    amounts = (_signed_halves(*parts) for parts in _AMOUNT.findall(word))
    return tuple(amounts)


def _signed_halves(sign: str, whole_tantos: str, half_sign: str) -> int:
    size = 2 * int(whole_tantos) + bool(half_sign)
    return -size if sign == "-" else size


def amounts_text(halves: Sequence[int]) -> str:
    """Return the text that `parse_amounts` reads.

    >>> amounts_text((20, -13, -7))
    '+10-6.5-3.5'
    """
    return "".join(_amount_text(amount) for amount in halves)


def _amount_text(amount: int) -> str:
    whole_tantos, half = divmod(abs(amount), 2)
    return f"{'-' if amount < 0 else '+'}{whole_tantos}{'.5' if half else ''}"


def _read_halves(value: object, field: str) -> int:
    if type(value) is int:
        return 2 * value
    if type(value) is float and isfinite(value) and (2 * value).is_integer():
        return int(2 * value)
    raise refusal("json_type", field, value=value, allowed="int")


# The `Kind` of a list of amounts, one for each side: tantos in JSON, half tantos in memory.
AMOUNTS = one_per_side(half_number(-MOST_TANTOS, MOST_TANTOS, _read_halves), 2, MOST_SIDES)


def check_amounts(halves: tuple[int, ...], field: str) -> None:
    """Check that there are two to four amounts, each within the bounds."""
    if not 2 <= len(halves) <= MOST_SIDES:
        raise refuse("malilla.tantos_count", field, value=len(halves), allowed=f"2–{MOST_SIDES}")
    for amount in halves:
        if abs(amount) > 2 * MOST_TANTOS:
            raise refuse("malilla.tantos_range", field, value=amount // 2, high=MOST_TANTOS)


def check_zero(halves: tuple[int, ...], field: str) -> None:
    """Reject amounts that do not add up to zero."""
    if sum(halves) != 0:
        raise refuse("malilla.tantos_sum", field, value=_amount_text(sum(halves)))


def amounts_in_units(halves: tuple[int, ...], options: Options, field: str) -> tuple[int, ...]:
    """Return the amounts of a line converted from half tantos to the units of this form's tallies.

    `halves` has one amount for each side. Raises `RuleError` if the form has another number of
    sides, or if an amount has a half tanto and the form counts only whole tantos.
    """
    if len(halves) != options.sides:
        raise refuse("malilla.tantos_count", field, value=len(halves), allowed=options.sides)
    if options.unit == 2:
        return halves
    for amount in halves:
        if amount % 2:
            raise refuse("malilla.tantos_half", field, value=_amount_text(amount))
    return tuple(amount // 2 for amount in halves)


def result_in_units(halves: tuple[int, ...], options: Options) -> tuple[int, ...]:
    """Return the result of a vuelta or a match, one number for each side, in units of the tallies.

    Raises `RuleError` for a loss in a match with a target, and in any other match if gains and
    losses do not cancel out. Also raises the errors of `amounts_in_units`.
    """
    units = amounts_in_units(halves, options, "tantos")
    if not options.target:
        check_zero(halves, "tantos")
    elif min(halves) < 0:
        raise refuse("malilla.tantos_gains", "tantos", value=_amount_text(min(halves)))
    return units


def amounts_in_halves(units: Sequence[int], options: Options) -> tuple[int, ...]:
    """Return the numbers of a tally as the amounts of a line, in half tantos."""
    return tuple(number * 2 // options.unit for number in units)


def tantos_text(units: Sequence[int], options: Options) -> str:
    """Return the numbers of a tally as players say them, in tantos.

    >>> tantos_text((13, -13), Options(form="cubiertas")), tantos_text((13, -13), Options())
    ('+6.5-6.5', '+13-13')
    """
    return amounts_text(amounts_in_halves(units, options))


def check_range_and_multiple(
    units: tuple[int, ...], low: int, high: int, times: int, options: Options, field: str
) -> None:
    """Check that every number of `units` is between `low` and `high`, and a multiple of `times`."""
    for side, number in enumerate(units):
        number_text, low_text, high_text = (
            tantos_text((units_number,), options) for units_number in (number, low, high)
        )
        if not low <= number <= high:
            name = side_name(side)
            raise refuse(
                "malilla.tantos_most",
                field,
                side=name,
                value=number_text,
                low=low_text,
                high=high_text,
            )
        if number % times:
            raise refuse("malilla.tantos_doubled", field, value=number_text, times=times)
