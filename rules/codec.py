"""The JSON form of a line, from the fields of its dataclass: reader, writer, JSON Schema, mirror.

`Annotated` gives a field its `Kind` (`whole_number(0, 120)`, `word_kind(WAYS)`), which reads and
writes its value; with a code it also refuses a value outside its bounds. The annotations `bool`,
a dataclass and `… | None` need no kind, and `Member` changes the name or the default of the member.
A line may omit a field with a default. A reason is the last member of its object.

>>> from dataclasses import dataclass
>>> from rules.kinds import EitherSide, one_per_side, whole_number
>>> @dataclass(frozen=True)
... class Coto(BoundedFields):
...     partidas: Annotated[tuple[int, int], one_per_side(whole_number(0, 99, "option_range"))]
...     dealer: EitherSide | None = None
>>> codec = Codec("Guiñote", {"coto": Coto})
>>> codec.from_json({"kind": "coto", "partidas": [3, 1]})
Coto(partidas=(3, 1), dealer=None)
>>> codec.to_json(mirrored_line(Coto((3, 1), dealer=0)))
{'kind': 'coto', 'partidas': [1, 3], 'dealer': 'B'}
>>> Coto((3, 100))
Traceback (most recent call last):
rules.errors.RuleError: partidas: option_range (value 100, low 0, high 99)
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from rules.errors import refusal
from rules.kinds import (
    REASON,
    YES_OR_NO,
    Bounds,
    Kind,
    Reader,
    Schema,
    Writer,
    enumeration_schema,
    identity,
    or_null,
)
from rules.reading import check_members, read_choice

NULL: Schema = {"type": "null"}


class Member(NamedTuple):
    """How a field appears as a member of the JSON object.

    name: the member's name, where it differs from the name of the field.
    field: the name that errors cite, or a function that returns this name from the object's
        members.
    default: the value of a missing member, for a field without a default of its own.
    brief: whether the writer omits the member if its value equals the default.
    """

    name: str = ""
    field: str | Callable[[Mapping[str, Any]], str] = ""
    default: Any = MISSING
    brief: bool = False


class JsonField(NamedTuple):
    """A field of a dataclass as a member of a JSON object.

    `attribute` is the name of the field, and `name` the name of the member.
    """

    attribute: str
    kind: Kind
    member: Member
    name: str
    default: Any = MISSING

    @property
    def required(self) -> bool:
        return self.default is MISSING


@cache
def json_fields(cls: Any) -> tuple[JsonField, ...]:
    """Return the fields of a dataclass in the order of its JSON form."""
    rows = []
    for field in fields(cls):
        kind, member = _kind_and_member(field.type)
        default = field.default if member.default is MISSING else member.default
        rows.append(JsonField(field.name, kind, member, member.name or field.name, default))
    return tuple(sorted(rows, key=lambda row: row.kind is REASON))


def _kind_and_member(annotation: Any) -> tuple[Kind, Member]:
    """Return the kind and the member that the annotation of a field declares."""
    if get_origin(annotation) is Annotated:
        base, *marks = get_args(annotation)
        kinds = [mark for mark in marks if isinstance(mark, Kind)]
        members = [mark for mark in marks if isinstance(mark, Member)]
        return kinds[0] if kinds else _kind_and_member(base)[0], members[0] if members else Member()
    if type(None) in get_args(annotation):
        (non_null_type,) = set(get_args(annotation)) - {type(None)}
        kind, member = _kind_and_member(non_null_type)
        return or_null(kind), member
    return YES_OR_NO if annotation is bool else record(annotation), Member()


@cache
def _bounded_rows(cls: Any, attributes: tuple[str, ...]) -> tuple[tuple[str, str, Bounds], ...]:
    """Return the attribute, the name that errors cite and the bounds of each field whose bounds
    have a code.

    `attributes` limits the fields; () means all fields.
    """
    return tuple(
        (row.attribute, str(row.member.field or row.name), row.kind.bounds)
        for row in json_fields(cls)
        if row.kind.bounds and row.kind.bounds.code
        if not attributes or row.attribute in attributes
    )


def check_bounds(hand: Any, *attributes: str, field: str = "") -> None:
    """Raise `RuleError` for a value of a line, or of a part of a line, outside the bounds of its
    kind.

    `attributes` are the fields to check, by default every field. `field` is the name that errors
    cite, for a part of a line.
    """
    cls: Any = type(hand)
    for attribute, own_field, bounds in _bounded_rows(cls, attributes):
        value, values = getattr(hand, attribute), bounds.values
        if isinstance(value, tuple):
            for side, number in enumerate(value):
                if number not in values:
                    raise bounds.refusal(number, field or own_field, side)
        elif value is not None and value not in values:
            raise bounds.refusal(value, field or own_field)


class BoundedFields:
    """A line, or a part of a line, that checks only the bounds of its fields."""

    __slots__ = ()

    def __post_init__(self) -> None:
        check_bounds(self)


def mirrored_line(hand: Any) -> Any:
    """Return a line, or a part of a line, with sides A and B exchanged.

    Raises `RuleError` for a line that cannot be written with the sides exchanged.
    """
    cls: Any = type(hand)
    rows = [row for row in json_fields(cls) if row.kind.mirror is not identity]
    return replace(
        hand, **{row.attribute: row.kind.mirror(getattr(hand, row.attribute)) for row in rows}
    )


# --- Objects --------------------------------------------------------------------------------
class Form(NamedTuple):
    """How a dataclass, or one of several dataclasses, is read and written as a JSON object.

    `read` gets the object and the field that all its errors name. If this field is "", the error of
    a member names the member's own field. `schemas` has one schema for each shape of the object.
    """

    read: Reader
    writers: dict[type, Writer]
    schemas: list[Schema]

    def write(self, value: Any) -> Any:
        return self.writers[type(value)](value)


# A node makes a form; its argument holds the members, such as `kind`, that begin the object.
Node = Callable[[Mapping[str, str]], Form]


def _form(node: Any, tags: Mapping[str, str]) -> Form:
    form: Form = plain_form(node)(tags) if is_dataclass(node) else node(tags)
    return form


def record(node: Any) -> Kind:
    """Return the kind of an object inside a line; its errors name the field of the line.

    `node` is a dataclass, or a result of `tagged_form` or `variants`.
    """
    form = _form(node, {})
    schema, *more_schemas = form.schemas
    return Kind(
        {"oneOf": form.schemas} if more_schemas else schema, form.read, form.write, mirrored_line
    )


def plain_form(cls: Any, **kinds: Kind) -> Node:
    """Return the node of a dataclass with all its fields; `kinds` replaces the kinds of some
    fields.
    """
    rows = [row._replace(kind=kinds.get(row.attribute, row.kind)) for row in json_fields(cls)]

    def form(tags: Mapping[str, str]) -> Form:
        return Form(_reader(cls, rows, tags), {cls: _writer(rows, tags)}, [_schema(rows, tags)])

    return form


def tagged_form(tag: str, nodes: Mapping[Any, Any]) -> Node:
    """Return the node of several dataclasses, chosen by the word of the member `tag`.

    A dataclass that belongs to several words has the member `tag` among its own fields.
    """

    def form(tags: Mapping[str, str]) -> Form:
        forms = {
            words: _form(node, {**tags, tag: words} if isinstance(words, str) else tags)
            for words, node in nodes.items()
        }
        form_by_word = {
            word: form_of_words
            for words, form_of_words in forms.items()
            for word in _each_word(words)
        }
        return Form(
            _tagged_reader(
                tag, {word: form_of_words.read for word, form_of_words in form_by_word.items()}
            ),
            {
                cls: write
                for form_of_words in forms.values()
                for cls, write in form_of_words.writers.items()
            },
            [schema for form_of_words in forms.values() for schema in form_of_words.schemas],
        )

    return form


def variants(
    cls: Any,
    tag: str,
    attribute: str,
    own_fields: Mapping[Any, Collection[str]],
    null: Schema | None = NULL,
) -> Node:
    """Return the node of a dataclass whose fields depend on the word of its `attribute`.

    The member `tag` holds the word. `own_fields` maps each word, or tuple of words, to its own
    fields; all words share the other fields. The members of unused fields are null, as the schema
    `null` describes, or omitted. If `null` is None, a member of an unused field is refused as
    unknown.
    """
    own_rows = [row for row in json_fields(cls) if row.attribute == attribute]
    rows = [
        *([] if own_rows else [JsonField(attribute, Kind({}), Member(), tag)]),
        *json_fields(cls),
    ]
    shapes = {
        words: list(_fields_of_variant(rows, attribute, words, own_fields, null))
        for words in own_fields
    }
    shape_by_word = {word: shape for words, shape in shapes.items() for word in _each_word(words)}
    if own_rows:
        shape_by_word = {word: shape_by_word[word] for word in own_rows[0].kind.schema["enum"]}
    varying_attributes = {name for names in own_fields.values() for name in names}
    common_names = [row.name for row in rows if row.attribute not in varying_attributes]
    varying_names = [row.name for row in rows if row.attribute in varying_attributes]

    def form(tags: Mapping[str, str]) -> Form:
        writers = {word: _writer(shape, tags) for word, shape in shape_by_word.items()}
        return Form(
            _variant_reader(cls, tag, shape_by_word, (*tags, *common_names), varying_names),
            {cls: lambda hand: writers[getattr(hand, attribute)](hand)},
            [_schema(shape, tags) for shape in shapes.values()],
        )

    return form


def _fields_of_variant(
    rows: list[JsonField],
    attribute: str,
    words: str | tuple[str, ...],
    own_fields: Mapping[Any, Collection[str]],
    null: Schema | None,
) -> Iterator[JsonField]:
    """Yield the JSON fields of the variant with these words.

    `rows` are the fields of the dataclass; `attribute`, `own_fields` and `null` are as in
    `variants`.
    """
    varying_attributes = {name for names in own_fields.values() for name in names}
    for row in rows:
        if row.attribute == attribute:
            schema = (
                _constant_schema(words) if isinstance(words, str) else enumeration_schema(words)
            )
            yield row._replace(kind=Kind(schema))
        elif row.attribute not in varying_attributes:
            yield row
        elif row.attribute in own_fields[words]:
            used_kind = row.kind.non_null_kind or row.kind
            yield row._replace(kind=used_kind, default=row.member.default)
        elif null is not None:
            default = None if row.default is MISSING else row.default
            yield JsonField(
                row.attribute, _kind_of_null(default, null), Member(), row.name, default
            )


def _kind_of_null(default: Any, schema: Schema) -> Kind:
    """Return the kind of a member that must be null and leaves its field at the default."""

    def read(value: Any, field: str) -> Any:
        if value is not None:
            raise refusal("not_a_choice", field, value=value, allowed="null")
        return default

    return Kind(schema, read, lambda value: None)


def _each_word(words: str | tuple[str, ...]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else words


# --- Readers, writers, schemas --------------------------------------------------------------
def _tagged_reader(tag: str, readers: Mapping[str, Reader]) -> Reader:
    """Return a function that reads an object with the reader that the member `tag` names."""

    def read(obj: Any, field: str) -> Any:
        if not isinstance(obj, dict):
            raise refusal("json_not_object", field, value=obj)
        if tag not in obj:
            raise refusal("json_missing", tag, allowed=readers)
        return readers[read_choice(obj[tag], tag, readers)](obj, "")

    return read


def _variant_reader(
    cls: Any,
    tag: str,
    shapes: Mapping[str, list[JsonField]],
    common_names: Sequence[str],
    varying_names: list[str],
) -> Reader:
    """Return a function that reads the variant that the member `tag` names.

    The members `common_names` belong to all variants; each variant uses some of the members
    `varying_names`.
    """
    values = {word: _values(cls, shape) for word, shape in shapes.items()}
    all_names = (*common_names, *varying_names)
    members_by_word = {
        word: _member_names([row for row in shape if row.name in varying_names], common_names)
        for word, shape in shapes.items()
    }

    def read(obj: Any, field: str) -> Any:
        check_members(obj, common_names, all_names, field or "hand")
        word = read_choice(obj[tag], field or tag, values)
        required_names, known_names = members_by_word[word]
        if len(known_names) < len(all_names):
            check_members(obj, required_names, known_names, field or "hand")
        return cls(**values[word](obj, field))

    return read


def _reader(cls: Any, rows: list[JsonField], tags: Mapping[str, str]) -> Reader:
    required_names, known_names = _member_names(rows, tags)
    values = _values(cls, rows)

    def read(obj: Any, field: str) -> Any:
        check_members(obj, required_names, known_names, field or "hand")
        return cls(**values(obj, field))

    return read


def _member_names(
    rows: list[JsonField], first_names: Iterable[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the required members, starting with `first_names`, and all known members."""
    required_names = (*first_names, *(row.name for row in rows if row.required))
    return required_names, (*required_names, *(row.name for row in rows if not row.required))


def _values(cls: Any, rows: list[JsonField]) -> Callable[[Mapping[str, Any], str], dict[str, Any]]:
    """Return a function that reads the arguments of a dataclass from the members of an object."""
    names = {field.name for field in fields(cls)}
    readers = [
        (row.attribute, row.name, row.kind.read, row.member.field or row.name, row.default)
        for row in rows
        if row.attribute in names
    ]

    def values(obj: Mapping[str, Any], field: str) -> dict[str, Any]:
        arguments = {}
        for attribute, name, read, own_field, default in readers:
            if name in obj or default is MISSING:
                error_field = field or (own_field if isinstance(own_field, str) else own_field(obj))
                arguments[attribute] = read(obj.get(name), error_field)
            else:
                arguments[attribute] = default
        return arguments

    return values


def _writer(rows: list[JsonField], tags: Mapping[str, str]) -> Writer:
    parts = [
        (
            row.attribute,
            row.name,
            (row.kind.non_null_kind or row.kind).write,
            row.member.brief,
            row.default,
        )
        for row in rows
    ]

    def write(hand: Any) -> dict[str, Any]:
        obj: dict[str, Any] = dict(tags)
        for attribute, name, write_value, brief, default in parts:
            value = getattr(hand, attribute)
            if not brief or value != default:
                plain = value is None or write_value is identity
                obj[name] = value if plain else write_value(value)
        return obj

    return write


def _constant_schema(word: str) -> Schema:
    return {"type": "string", "const": word}


def _schema(rows: list[JsonField], tags: Mapping[str, str]) -> Schema:
    constants = {name: _constant_schema(word) for name, word in tags.items()}
    return {
        "type": "object",
        "required": list(_member_names(rows, tags)[0]),
        "additionalProperties": False,
        "properties": {**constants, **{row.name: row.kind.schema for row in rows}},
    }


class Codec:
    """The JSON forms of the lines of a game, by their member `kind`.

    `kinds` maps each word to a dataclass, or to a result of `plain_form`, `tagged_form` or
    `variants`.
    """

    def __init__(self, title: str, kinds: Mapping[str, Any]) -> None:
        self._form = tagged_form("kind", kinds)({})
        self.schema: Schema = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"{title}: a line of an acta",
            "oneOf": self._form.schemas,
        }

    def to_json(self, hand: Any) -> dict[str, object]:
        """Return the JSON object of a line."""
        obj: dict[str, object] = self._form.write(hand)
        return obj

    def from_json(self, obj: object) -> Any:
        """Return the line of a JSON object; the object may omit members with a default.

        Raises `RuleError` for any value that is not a valid line.
        """
        return self._form.read(obj, "hand")
