"""The rows of a tournament file as model objects; each value is checked against its field."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection, models

from scoring.transfer.contents import Field, Model, fields_in_file, models_in_file
from scoring.transfer.words import file_refusal
from tournaments.refusal import Refused

Keys = Mapping[Model, Sequence[Any]]
BATCH = 500  # rows in one statement
# Fields whose values are texts in the file.
FIELDS_AS_TEXT = (
    models.DateTimeField,
    models.DateField,
    models.TimeField,
    models.DurationField,
    models.DecimalField,
    models.UUIDField,
)


def tables_in_file(document: Mapping[str, Any]) -> dict[Model, dict[str, Any]]:
    """Return the table of each model, empty if the file has none.

    Raises Refused `later_version` for a model or a field that this version does not know.
    """
    models_by_label = {model._meta.label: model for model in models_in_file()}
    version = str(document.get("tapete", ""))[:20]
    for label, table in document["models"].items():
        model = models_by_label.get(label)
        known_names = {field.name for field in fields_in_file(model)} if model else set()
        if model is None or not set(table["fields"]) <= known_names:
            raise file_refusal("later_version", made=version)
    empty_table: dict[str, Any] = {"fields": [], "rows": []}
    return {
        model: document["models"].get(label, empty_table)
        for label, model in models_by_label.items()
    }


def objects_of(model: Model, table: Mapping[str, Any], keys: Keys) -> list[models.Model]:
    """Return the unsaved objects of a table; a field that the file lacks takes its default.

    `keys` has the new keys of the rows already stored from this file. The caller sets the fields
    that refer to rows of the same model, and stores the files. Raises Refused 400 `file_wrong`.
    """
    fields = {field.name: field for field in fields_in_file(model)}
    columns = [fields[name] for name in table["fields"]]
    objects = []
    for number, row in enumerate(table["rows"], 1):
        values = {}
        for field, value in zip(columns, row, strict=True):
            if isinstance(field, models.ForeignKey) and field.related_model is model:
                continue
            try:
                values[field.attname] = _value(field, value, keys)
            except (ValidationError, TypeError, ValueError, OverflowError) as error:
                raise wrong_value_refusal(model, field, number) from error
        objects.append(model(**values))
    return objects


def wrong_value_refusal(model: Model, field: Field, number: int) -> Refused:
    """Return the refusal of a value in row `number`, from 1."""
    return file_refusal("file_wrong", where=f"{model._meta.label}.{field.name}, {number}")


def _value(field: Field, value: Any, keys: Keys) -> Any:
    """Return the value of the file as its field stores it.

    Raises ValidationError, TypeError or ValueError for any other value.
    """
    if value is None:
        if not field.null:
            raise ValueError
        return None
    if isinstance(field, models.ForeignKey):
        return _key(keys[field.related_model], value)
    if isinstance(field, models.JSONField):
        default = field.get_default()
        if isinstance(default, list | dict) and type(value) is not type(default):
            raise TypeError
        return value
    if type(value) is not _json_type(field):
        raise TypeError
    if isinstance(field, FIELDS_AS_TEXT):
        value = field.to_python(value)
        if isinstance(field, models.DateTimeField) and value.tzinfo is None:
            raise ValueError
    if isinstance(value, str) and field.max_length and len(value) > field.max_length:
        raise ValueError  # a TextField checks its length only in forms
    if value not in field.empty_values:
        if field.choices and value not in dict(field.flatchoices):
            raise ValueError
        field.run_validators(value)
    return value


def _json_type(field: Field) -> type:
    """Return the type that the JSON of the file has for a field."""
    if isinstance(field, models.BooleanField):
        return bool
    return int if isinstance(field, models.IntegerField) else str


def _key(keys: Sequence[Any], value: Any) -> Any:
    """Return the key in `keys` of row `value` of the file, from 1. Raises ValueError for no row."""
    if type(value) is not int or not 1 <= value <= len(keys):
        raise ValueError
    return keys[value - 1]


def insert(model: Model, objects: Sequence[models.Model]) -> list[Any]:
    """Insert new rows with exactly these values; return their keys in order.

    `bulk_create` would replace the times of `auto_now_add`.
    """
    meta = model._meta
    fields = [field for field in meta.concrete_fields if not field.primary_key or field.is_relation]
    size = max(1, min(BATCH, connection.ops.bulk_batch_size(fields, objects)))
    keys: list[Any] = []
    for start in range(0, len(objects), size):
        rows = model._base_manager.all()._insert(  # type: ignore[attr-defined]
            objects[start : start + size],
            fields=fields,
            using=connection.alias,
            returning_fields=[meta.pk],
            raw=True,
        )
        keys += [row[0] for row in rows]
    return keys
