"""Values from outside, checked: a side, a number, a reason, the members of a JSON object.

Whatever comes, of whatever type, either is good or raises a `RuleError`.
"""

import json
from collections.abc import Iterable
from typing import Any

from rules.errors import refusal

Side = int  # 0 = A, 1 = B, …
SIDE_NAMES = "ABCDE"
LINE_LENGTH = 200  # characters of one line of an acta
REASON_LENGTH = 150  # characters of the reason inside a line


def one_line(text: object) -> str:
    """The text of one line without outer spaces; raises for what no line can be."""
    if not isinstance(text, str):
        raise refusal("json_type", "line", value=text, allowed="str")
    if len(text) > 2 * LINE_LENGTH or len(line := text.strip()) > LINE_LENGTH:
        raise refusal("line_too_long", "line", length=len(text), allowed=LINE_LENGTH)
    if not line:
        raise refusal("line_empty", "line")
    return line


def clean_reason(text: object, field: str = "reason") -> str:
    """A reason in words on one line, as people wrote it, with single spaces."""
    if not isinstance(text, str):
        raise refusal("json_type", field, value=text, allowed="str")
    if len(text) > REASON_LENGTH:
        raise refusal("reason_too_long", field, length=len(text), allowed=REASON_LENGTH)
    reason = " ".join(text.split())
    if not reason:
        raise refusal("reason_missing", field)
    if not reason.isprintable():
        raise refusal("reason_unprintable", field, value=reason)
    return reason


def side_name(side: Side) -> str:
    return SIDE_NAMES[side]


def side_of(value: object, field: str, sides: int = 2) -> Side:
    """The side a capital letter names; raises `not_a_side`."""
    if isinstance(value, str) and len(value) == 1 and value.isascii():
        side = SIDE_NAMES[:sides].find(value)
        if side >= 0:
            return side
    raise refusal("not_a_side", field, value=value, allowed=", ".join(SIDE_NAMES[:sides]))


def boolean(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise refusal("json_type", field, value=value, allowed="bool")
    return value


def members(
    obj: object, required: Iterable[str], optional: Iterable[str] = (), field: str = "hand"
) -> dict[str, Any]:
    """The members of a JSON object that has all the required ones and no strange one."""
    if not isinstance(obj, dict):
        raise refusal("json_not_object", field, value=obj)
    required = tuple(required)
    known = (*required, *optional)
    for name in obj:
        if name not in known:
            raise refusal("json_unknown", field, value=name, allowed=", ".join(known))
    for name in required:
        if name not in obj:
            raise refusal("json_missing", name, allowed=", ".join(known))
    return obj


def parse_json(text: str) -> object:
    """The value of a JSON text, without NaN or infinities; raises `json_unreadable`."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise refusal("json_unreadable", "line") from None


def _no_constant(name: str) -> None:
    raise ValueError(name)


def integer(value: object, field: str) -> int:
    """A whole number: neither 3.0 nor True nor "3" is one."""
    if type(value) is not int:
        raise refusal("json_type", field, value=value, allowed="int")
    return value


def choice(value: object, field: str, allowed: Iterable[str]) -> str:
    """One of some words."""
    words = tuple(allowed)
    if not isinstance(value, str) or value not in words:
        raise refusal("not_a_choice", field, value=value, allowed=", ".join(words))
    return value


def pair(value: object, field: str) -> tuple[int, int]:
    """A list of two whole numbers, A's and B's."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise refusal("json_type", field, value=value, allowed="[A, B]")
    return integer(value[0], field), integer(value[1], field)


def check_option(name: str, value: object, low: int, high: int) -> None:
    """A whole number within its limits; True is no number."""
    if type(value) is not int:
        raise refusal("option_type", name, value=value, allowed="int")
    if not low <= value <= high:
        raise refusal("option_range", name, value=value, low=low, high=high)


def check_switch(name: str, value: object) -> None:
    """Yes or no; 1 is no yes."""
    if not isinstance(value, bool):
        raise refusal("option_type", name, value=value, allowed="bool")
