"""Sides, texts and tallies, as every game reads them.

Values from outside (a side, a number, a reason, the members of a JSON object) may have any type. A
function that checks such a value raises `RuleError`.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import add
from typing import Any

from rules.errors import RuleError, refusal

Side = int  # 0 = A, 1 = B, …
SIDE_NAMES = "ABCDE"
SUITS = "oceb"  # oros, copas, espadas, bastos
LINE_LENGTH = 200  # characters of one line of an acta
REASON_LENGTH = 150  # characters of the reason inside a line
DASHES = "‐‑‒–—―−⁃﹘﹣－"
_HYPHENS = str.maketrans(dict.fromkeys(DASHES, "-"))


def hyphens(text: str) -> str:
    """Return the text with every dash as a hyphen: phones and word processors write «3–1».

    >>> hyphens("31–28 30—24 −5")
    '31-28 30-24 -5'
    """
    return text if text.isascii() else text.translate(_HYPHENS)


def single_line(text: object) -> str:
    """Return the text of one line without outer spaces; raises `json_type`, `line_too_long` or
    `line_empty`.
    """
    if not isinstance(text, str):
        raise refusal("json_type", "line", value=text, allowed="str")
    if len(text) > 2 * LINE_LENGTH or len(line := text.strip()) > LINE_LENGTH:
        raise refusal("line_too_long", "line", length=len(text), allowed=LINE_LENGTH)
    if not line:
        raise refusal("line_empty", "line")
    return line


def clean_reason(text: object, field: str = "reason") -> str:
    """Return a reason without line breaks and with single spaces; the rest of the reason stays as
    written.

    Raises `json_type`, `reason_too_long`, `reason_missing` or `reason_unprintable`.
    """
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


def sign_and_side(sign: str, side: Side | None) -> list[str]:
    """Return a list with the word of a sign and a side, such as «uA»; an empty list without a
    side.
    """
    return [] if side is None else [f"{sign}{SIDE_NAMES[side]}"]


def read_side(value: object, field: str, sides: int = 2) -> Side:
    """Return the side that a capital letter names; raises `not_a_side`."""
    if isinstance(value, str) and len(value) == 1 and value.isascii():
        side = SIDE_NAMES[:sides].find(value)
        if side >= 0:
            return side
    raise refusal("not_a_side", field, value=value, allowed=list(SIDE_NAMES[:sides]))


def boolean(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise refusal("json_type", field, value=value, allowed="bool")
    return value


def check_members(
    obj: object, required_names: Iterable[str], known_names: Collection[str], field: str
) -> None:
    """Check that `obj` is an object with every required member and no unknown member."""
    if not isinstance(obj, dict):
        raise refusal("json_not_object", field, value=obj)
    for name in obj:
        if name not in known_names:
            raise refusal("json_unknown", field, value=name, allowed=known_names)
    for name in required_names:
        if name not in obj:
            raise refusal("json_missing", name, allowed=known_names)


def parse_json(text: str) -> object:
    """Return the value of a JSON text, without NaN or infinities; raises `json_unreadable`."""
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise refusal("json_unreadable", "line") from None


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def integer(value: object, field: str) -> int:
    """Return a whole number; raises `json_type` for any other value, such as 3.0, True or "3"."""
    if type(value) is not int:
        raise refusal("json_type", field, value=value, allowed="int")
    return value


def read_choice(value: object, field: str, allowed: Iterable[str]) -> str:
    """Return the value if it is an allowed word; raises `not_a_choice`."""
    words = tuple(allowed)
    if not isinstance(value, str) or value not in words:
        raise refusal("not_a_choice", field, value=value, allowed=words)
    return value


def check_option(name: str, value: object, low: int, high: int) -> None:
    """Raise `option_type` unless `value` is a whole number (True is not), and `option_range` if it
    is outside the limits.
    """
    if type(value) is not int:
        raise refusal("option_type", name, value=value, allowed="int")
    if not low <= value <= high:
        raise refusal("option_range", name, value=value, low=low, high=high)


def check_switch(name: str, value: object) -> None:
    """Raise `option_type` unless `value` is a boolean (1 is not)."""
    if not isinstance(value, bool):
        raise refusal("option_type", name, value=value, allowed="bool")


@contextmanager
def quoting(line: object) -> Iterator[None]:
    """In a `RuleError` of this block, quote the refused value letter for letter from `line`.

    If `line` is not text, because it came as JSON, the error keeps the value as the game writes it.
    """
    try:
        yield
    except RuleError as error:
        if isinstance(line, str):
            _quote_as_typed(error, line)
        raise


def _quote_as_typed(error: RuleError, line: str) -> None:
    """Replace the value of an error by the same letters as typed in the line.

    Games change capitals and hyphens of a line before reading it. An equal word of the line is
    preferred to a part of a longer word.
    """
    value = error.params.get("value")
    if not isinstance(value, str):
        return
    part = re.escape(hyphens(value))
    for form in (rf"(?<!\S){part}(?![^\s:])", part):
        match = re.search(form, hyphens(line), re.IGNORECASE)
        if match and (value not in line or form != part):
            error.params["value"] = line[match.start() : match.end()]
            return


# --- Tallies --------------------------------------------------------------------------------------
Tally = tuple[int, ...]


def sum_of_tallies(first: Sequence[int], second: Sequence[int]) -> Tally:
    """Return the sum of two tallies, added for each side."""
    return tuple(map(add, first, second))


def add_to_side(tally: Tally, side: Side, number: int) -> Tally:
    """Return the tally with `number` added to one side."""
    return (*tally[:side], tally[side] + number, *tally[side + 1 :])


def dashed_text(tally: Sequence[int]) -> str:
    """Return the tally as text, «40-32»."""
    return "-".join(map(str, tally))


def leaders(values: Sequence[Any], excluded_side: Side | None = None) -> list[Side]:
    """Return the sides with the highest value in `values`, which has a value for each side.

    The side `excluded_side` does not count.

    >>> leaders((3, 5, 5)), leaders((3, 5, 5), excluded_side=1)
    ([1, 2], [2])
    """
    best_value = max(place for side, place in enumerate(values) if side != excluded_side)
    return [
        side for side, place in enumerate(values) if side != excluded_side and place == best_value
    ]


def leader(values: Sequence[Any], excluded_side: Side | None = None) -> Side | None:
    """Return the side with the highest value in `values`; None if several sides have it.

    The side `excluded_side` does not count.
    """
    leading_sides = leaders(values, excluded_side)
    return leading_sides[0] if len(leading_sides) == 1 else None
