"""The JSON form of a line, from the fields of its dataclass: reader, writer, JSON Schema, mirror.

A field says with `Annotated` how it is written, by a `Kind` (`whole(0, 120)`, `choice(WAYS)`);
`bool`, a dataclass and `… | None` say it by themselves, and `Member` gives another name. A field
with a default may be left out; a reason is the last member of its object.

>>> from dataclasses import dataclass
>>> from rules.kinds import EitherSide, a_side_each, whole
>>> @dataclass(frozen=True)
... class Coto:
...     partidas: Annotated[tuple[int, int], a_side_each(whole(0, 99))]
...     dealer: EitherSide | None = None
>>> codec = Codec("Guiñote", {"coto": Coto})
>>> codec.from_json({"kind": "coto", "partidas": [3, 1]})
Coto(partidas=(3, 1), dealer=None)
>>> codec.to_json(mirrored(Coto((3, 1), dealer=0)))
{'kind': 'coto', 'partidas': [1, 3], 'dealer': 'B'}
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from rules.errors import refusal
from rules.kinds import REASON, YES_OR_NO, Kind, Reader, Schema, Writer, enumerated, or_null, same
from rules.reading import check_members, choice

NULL: Schema = {"type": "null"}


class Member(NamedTuple):
    """How the member of a field differs from the field.

    name: its own, where it is another one.
    field: the one that its errors name, or what says it from the members of the object.
    default: its value where it is left out, for a field without a default.
    brief: whether a value that equals the default is left out.
    """

    name: str = ""
    field: str | Callable[[Mapping[str, Any]], str] = ""
    default: Any = MISSING
    brief: bool = False


class Row(NamedTuple):
    """A field of a dataclass as a member of a JSON object."""

    attribute: str
    kind: Kind
    member: Member
    name: str
    default: Any = MISSING

    @property
    def required(self) -> bool:
        return self.default is MISSING


@cache
def rows_of(cls: Any) -> tuple[Row, ...]:
    """Return the fields of a dataclass in the order of its JSON form."""
    rows = []
    for field in fields(cls):
        kind, member = _declared(field.type)
        default = field.default if member.default is MISSING else member.default
        rows.append(Row(field.name, kind, member, member.name or field.name, default))
    return tuple(sorted(rows, key=lambda row: row.kind is REASON))


def _declared(annotation: Any) -> tuple[Kind, Member]:
    """Return what the annotation of a field says of its kind and its member."""
    if get_origin(annotation) is Annotated:
        base, *marks = get_args(annotation)
        kinds = [mark for mark in marks if isinstance(mark, Kind)]
        named = [mark for mark in marks if isinstance(mark, Member)]
        return kinds[0] if kinds else _declared(base)[0], named[0] if named else Member()
    if type(None) in get_args(annotation):
        (filled,) = set(get_args(annotation)) - {type(None)}
        kind, member = _declared(filled)
        return or_null(kind), member
    return YES_OR_NO if annotation is bool else record(annotation), Member()


def mirrored(hand: Any) -> Any:
    """Return a line, or a part of one, with sides A and B exchanged.

    Raises `RuleError` where it cannot be written so.
    """
    cls: Any = type(hand)
    rows = [row for row in rows_of(cls) if row.kind.mirror is not same]
    return replace(
        hand, **{row.attribute: row.kind.mirror(getattr(hand, row.attribute)) for row in rows}
    )


# --- Objects --------------------------------------------------------------------------------
class Form(NamedTuple):
    """How a dataclass, or one of several, is read and written as a JSON object.

    `read` gets the object and the field that all its errors name, or "" where each member has its
    own. `schemas` has one for each shape of the object.
    """

    read: Reader
    writers: dict[type, Writer]
    schemas: list[Schema]

    def write(self, value: Any) -> Any:
        return self.writers[type(value)](value)


Node = Callable[[Mapping[str, str]], Form]  # from the tags that come first in the object


def _form(node: Any, tags: Mapping[str, str]) -> Form:
    form: Form = plain(node)(tags) if is_dataclass(node) else node(tags)
    return form


def record(node: Any) -> Kind:
    """Return the kind of an object within a line: a dataclass, or what `tagged` or `variants`
    return. Its errors name the field of the line."""
    form = _form(node, {})
    one, *others = form.schemas
    return Kind({"oneOf": form.schemas} if others else one, form.read, form.write, mirrored)


def plain(cls: Any, **kinds: Kind) -> Node:
    """Return the form of a dataclass with all its fields, some of them of another kind."""
    rows = [row._replace(kind=kinds.get(row.attribute, row.kind)) for row in rows_of(cls)]

    def form(tags: Mapping[str, str]) -> Form:
        return Form(_reader(cls, rows, tags), {cls: _writer(rows, tags)}, [_schema(rows, tags)])

    return form


def tagged(tag: str, nodes: Mapping[Any, Any]) -> Node:
    """Return the form of one of several dataclasses, by the word of the member `tag`.

    One that stands under several words has that member among its own.
    """

    def form(tags: Mapping[str, str]) -> Form:
        forms = {
            words: _form(node, {**tags, tag: words} if isinstance(words, str) else tags)
            for words, node in nodes.items()
        }
        by_word = {word: one for words, one in forms.items() for word in _each(words)}
        return Form(
            _read_by(tag, {word: one.read for word, one in by_word.items()}),
            {cls: write for one in forms.values() for cls, write in one.writers.items()},
            [schema for one in forms.values() for schema in one.schemas],
        )

    return form


def variants(
    cls: Any,
    tag: str,
    attribute: str,
    used: Mapping[Any, Collection[str]],
    null: Schema | None = NULL,
) -> Node:
    """Return the form of a dataclass that uses other fields for each word of its `attribute`.

    The member `tag` has the word. `used` are the fields of each, beside those that all have. The
    members of the other fields are null, as the schema `null` says, or left out; without that
    schema they are unknown members.
    """
    own = [row for row in rows_of(cls) if row.attribute == attribute]
    rows = [*([] if own else [Row(attribute, Kind({}), Member(), tag)]), *rows_of(cls)]
    shapes = {words: list(_of_variant(rows, attribute, words, used, null)) for words in used}
    by_word = {word: shape for words, shape in shapes.items() for word in _each(words)}
    if own:
        by_word = {word: by_word[word] for word in own[0].kind.schema["enum"]}
    varying = {name for names in used.values() for name in names}
    common = [row.name for row in rows if row.attribute not in varying]
    others = [row.name for row in rows if row.attribute in varying]

    def form(tags: Mapping[str, str]) -> Form:
        writers = {word: _writer(shape, tags) for word, shape in by_word.items()}
        return Form(
            _read_any(cls, tag, by_word, (*tags, *common), others),
            {cls: lambda hand: writers[getattr(hand, attribute)](hand)},
            [_schema(shape, tags) for shape in shapes.values()],
        )

    return form


def _of_variant(
    rows: list[Row],
    attribute: str,
    words: str | tuple[str, ...],
    used: Mapping[Any, Collection[str]],
    null: Schema | None,
) -> Iterator[Row]:
    """Yield the rows of the variant of these words."""
    varying = {name for names in used.values() for name in names}
    for row in rows:
        if row.attribute == attribute:
            schema = _constant(words) if isinstance(words, str) else enumerated(words)
            yield row._replace(kind=Kind(schema))
        elif row.attribute not in varying:
            yield row
        elif row.attribute in used[words]:
            filled = row.kind.filled or row.kind
            yield row._replace(kind=filled, default=row.member.default)
        elif null is not None:
            default = None if row.default is MISSING else row.default
            yield Row(row.attribute, _nothing(default, null), Member(), row.name, default)


def _nothing(default: Any, schema: Schema) -> Kind:
    """Return the kind of a member that is null, whose field keeps its default."""

    def read(value: Any, field: str) -> Any:
        if value is not None:
            raise refusal("not_a_choice", field, value=value, allowed="null")
        return default

    return Kind(schema, read, lambda value: None)


def _each(words: str | tuple[str, ...]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else words


# --- Readers, writers, schemas --------------------------------------------------------------
def _read_by(tag: str, readers: Mapping[str, Reader]) -> Reader:
    """Read with the reader that the member `tag` names."""

    def read(obj: Any, field: str) -> Any:
        if not isinstance(obj, dict):
            raise refusal("json_not_object", field, value=obj)
        if tag not in obj:
            raise refusal("json_missing", tag, allowed=readers)
        return readers[choice(obj[tag], tag, readers)](obj, "")

    return read


def _read_any(
    cls: Any, tag: str, shapes: Mapping[str, list[Row]], common: Sequence[str], others: list[str]
) -> Reader:
    """Read the variant that the member `tag` names, from the members `common` to all and its own
    among the `others`."""
    values = {word: _values(cls, shape) for word, shape in shapes.items()}
    every = (*common, *others)
    own = {
        word: _names([row for row in shape if row.name in others], common)
        for word, shape in shapes.items()
    }

    def read(obj: Any, field: str) -> Any:
        check_members(obj, common, every, field or "hand")
        word = choice(obj[tag], field or tag, values)
        required, known = own[word]
        if len(known) < len(every):
            check_members(obj, required, known, field or "hand")
        return cls(**values[word](obj, field))

    return read


def _reader(cls: Any, rows: list[Row], tags: Mapping[str, str]) -> Reader:
    required, known = _names(rows, tags)
    values = _values(cls, rows)

    def read(obj: Any, field: str) -> Any:
        check_members(obj, required, known, field or "hand")
        return cls(**values(obj, field))

    return read


def _names(rows: list[Row], before: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the required members, those `before` first, and all that are known."""
    required = (*before, *(row.name for row in rows if row.required))
    return required, (*required, *(row.name for row in rows if not row.required))


def _values(cls: Any, rows: list[Row]) -> Callable[[Mapping[str, Any], str], dict[str, Any]]:
    """Return what reads the arguments of a dataclass from the members of an object."""
    names = {field.name for field in fields(cls)}
    given = [
        (row.attribute, row.name, row.kind.read, row.member.field or row.name, row.default)
        for row in rows
        if row.attribute in names
    ]

    def values(obj: Mapping[str, Any], field: str) -> dict[str, Any]:
        arguments = {}
        for attribute, name, read, own, default in given:
            if name in obj or default is MISSING:
                named = field or (own if isinstance(own, str) else own(obj))
                arguments[attribute] = read(obj.get(name), named)
            else:
                arguments[attribute] = default
        return arguments

    return values


def _writer(rows: list[Row], tags: Mapping[str, str]) -> Writer:
    parts = [
        (
            row.attribute,
            row.name,
            (row.kind.filled or row.kind).write,
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
                plain = value is None or write_value is same
                obj[name] = value if plain else write_value(value)
        return obj

    return write


def _constant(word: str) -> Schema:
    return {"type": "string", "const": word}


def _schema(rows: list[Row], tags: Mapping[str, str]) -> Schema:
    constants = {name: _constant(word) for name, word in tags.items()}
    return {
        "type": "object",
        "required": list(_names(rows, tags)[0]),
        "additionalProperties": False,
        "properties": {**constants, **{row.name: row.kind.schema for row in rows}},
    }


class Codec:
    """The JSON forms of the lines of a game, by their member `kind`.

    `kinds` has for each word a dataclass, or what `plain`, `tagged` or `variants` return.
    """

    def __init__(self, title: str, kinds: Mapping[str, Any]) -> None:
        self._form = tagged("kind", kinds)({})
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
        """Return the line of a JSON object; members that may be null may be left out.

        Raises `RuleError` for anything else, of whatever type.
        """
        return self._form.read(obj, "hand")
