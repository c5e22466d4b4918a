"""Kinds of values in a JSON object: how a value of each kind is read, written, described and
mirrored.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from rules.errors import CODES, Code, RuleError, refusal
from rules.reading import REASON_LENGTH, SIDE_NAMES, Side, boolean, integer, read_side, side_name
from rules.reading import read_choice as read_choice

Schema = dict[str, Any]
Reader = Callable[[Any, str], Any]
Writer = Callable[[Any], Any]


def identity(value: Any, field: str = "") -> Any:
    """Return the value unchanged."""
    return value


@dataclass(frozen=True, slots=True, eq=False)
class Bounds:
    """The values that a field may have, and the code that refuses any other value.

    Without a code, the dataclass checks the values itself.
    """

    values: Sequence[str | int]
    code: str
    codes: Mapping[str, Code]

    @property
    def limits(self) -> dict[str, Any]:
        """Return the lowest and the highest number as params of a check that a device runs without
        the server; a lowest number of 0 is omitted.
        """
        low, high = self.values[0], self.values[-1]
        return {"low": low, "high": high} if low else {"high": high}

    def refusal(self, value: Any, field: str, side: Side | None = None) -> RuleError:
        """Return the refusal of a value outside the bounds, with the params of its code."""
        params = {
            "value": value,
            "low": self.values[0],
            "high": self.values[-1],
            "allowed": self.values,
            "side": None if side is None else side_name(side),
        }
        used = {name: params[name] for name in self.codes[self.code].params}
        return refusal(self.code, field, self.codes, **used)


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """How a value is read from JSON, written to JSON and described in a schema.

    `read` gets the value and the field that an error names. `mirror` returns the value with sides A
    and B exchanged. If the kind allows null, `non_null_kind` is the same kind without null.
    `bounds` are the bounds of the value, or of each value of a list.
    """

    schema: Schema
    read: Reader = identity
    write: Writer = identity
    mirror: Callable[[Any], Any] = identity
    non_null_kind: "Kind | None" = None
    bounds: Bounds | None = None


def enumeration_schema(values: Iterable[str | int]) -> Schema:
    """Return the schema of an enumeration: all words or all whole numbers."""
    values = list(values)
    return {"type": "string" if isinstance(values[0], str) else "integer", "enum": values}


def a_side(sides: int = 2) -> Kind:
    """Return the kind of a side, which JSON writes as a letter."""
    return Kind(
        enumeration_schema(SIDE_NAMES[:sides]),
        partial(read_side, sides=sides),
        SIDE_NAMES.__getitem__,
        lambda value: 1 - value if value < 2 else value,
    )


def whole_number(low: int, high: int, code: str = "", codes: Mapping[str, Code] = CODES) -> Kind:
    """Return the kind of a whole number; `code` is the refusal of a number outside the bounds."""
    schema = {"type": "integer", "minimum": low, "maximum": high}
    return Kind(schema, integer, bounds=Bounds(range(low, high + 1), code, codes))


def one_of(numbers: Iterable[int], code: str = "", codes: Mapping[str, Code] = CODES) -> Kind:
    """Return the kind of a number of an enumeration; `code` is the refusal of any other number."""
    schema = enumeration_schema(numbers)
    return Kind(schema, integer, bounds=Bounds(schema["enum"], code, codes))


def half_number(low: int, high: int, read: Reader) -> Kind:
    """Return the kind of a number, whole or with a half, stored as a count of halves."""
    return Kind(
        {"type": "number", "multipleOf": 0.5, "minimum": low, "maximum": high},
        read,
        lambda halves: halves / 2 if halves % 2 else halves // 2,
    )


def word_kind(words: Iterable[str]) -> Kind:
    """Return the kind of a word from an enumeration; its reader refuses any other word."""
    words = tuple(words)
    return Kind(enumeration_schema(words), lambda value, field: read_choice(value, field, words))


def code_kind(words: Mapping[str, str]) -> Kind:
    """Return the kind of a code that JSON writes as a word; `words` has the word of each code."""
    code = {word: code for code, word in words.items()}
    reader = word_kind(words.values())
    return Kind(
        reader.schema, lambda value, field: code[reader.read(value, field)], words.__getitem__
    )


def bounded_word(words: Iterable[str], code: str = "", codes: Mapping[str, Code] = CODES) -> Kind:
    """Return the kind of a word from an enumeration; `code` is the refusal of any other word."""
    schema = enumeration_schema(words)
    return Kind(schema, _read_text, bounds=Bounds(schema["enum"], code, codes))


def _read_text(value: Any, field: str) -> str:
    if not isinstance(value, str):
        raise refusal("json_type", field, value=value, allowed="str")
    return value


YES_OR_NO = Kind({"type": "boolean"}, boolean)
REASON = Kind({"type": "string", "minLength": 1, "maxLength": REASON_LENGTH})
Reason = Annotated[str, REASON]
EitherSide = Annotated[Side, a_side()]


def or_null(kind: Kind, *, null_value: Any = None) -> Kind:
    """Return the kind of a value that may be null; null is read as `null_value`."""
    schema = kind.schema
    read = kind.read
    write = kind.write
    mirror = kind.mirror
    if "type" in schema:
        schema = {**schema, "type": [schema["type"], "null"]}
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
    else:
        schema = {"anyOf": [schema, {"type": "null"}]}
    return Kind(
        schema,
        lambda value, field: null_value if value is None else read(value, field),
        lambda value: None if value is None else write(value),
        lambda value: None if value is None else mirror(value),
        non_null_kind=kind,
        bounds=kind.bounds,
    )


def list_kind(kind: Kind, max_length: int, *, sides: bool = False, **bounds: Any) -> Kind:
    """Return the kind of a list, stored as a tuple, with at most `max_length` values of `kind`.

    With `sides`, the list has one value for each side. The reader cuts a longer list to
    `max_length` + 1 values, so that the dataclass still refuses it. `bounds` are more bounds of the
    schema; None removes a bound.
    """
    read = kind.read
    write = kind.write
    mirror = kind.mirror

    def read_list(value: Any, field: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise refusal("json_type", field, value=value, allowed="list")
        return tuple(read(item, field) for item in value[: max_length + 1])

    schema = {"type": "array", "items": kind.schema, "maxItems": max_length, **bounds}
    return Kind(
        {name: bound for name, bound in schema.items() if bound is not None},
        read_list,
        list if write is identity else lambda values: [write(value) for value in values],
        _with_sides_exchanged if sides else lambda values: tuple(mirror(value) for value in values),
        bounds=kind.bounds,
    )


def one_per_side(kind: Kind, min_sides: int = 2, max_sides: int = 0) -> Kind:
    """Return the kind of a list with one value for each side, A first.

    The list has `min_sides` to `max_sides` values; with `max_sides` 0, exactly `min_sides`.
    """
    max_sides = max_sides or min_sides
    allowed = "[A, B]" if max_sides == 2 else "[A, B, …]"
    read, write = kind.read, kind.write

    def read_sides(value: Any, field: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or not min_sides <= len(value) <= max_sides:
            raise refusal("json_type", field, value=value, allowed=allowed)
        return tuple(read(item, field) for item in value)

    return Kind(
        {"type": "array", "items": kind.schema, "minItems": min_sides, "maxItems": max_sides},
        read_sides,
        list if write is identity else lambda values: [write(value) for value in values],
        _with_sides_exchanged,
        bounds=kind.bounds,
    )


def _with_sides_exchanged(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return values[::-1] if len(values) == 2 else values
