"""The form of every API error."""

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework import serializers

Fields = dict[str, list[dict[str, str]]]


class FieldErrorSerializer(serializers.Serializer):
    code = serializers.CharField()
    message = serializers.CharField()


class ErrorSerializer(serializers.Serializer):
    """`code` never changes; `message` is for people, in their language."""

    code = serializers.CharField(help_text="Stable code. `invalid` if `fields` has the errors.")
    field = serializers.CharField(
        allow_blank=True, help_text='The wrong field ("players.0.name"), or "".'
    )
    article = serializers.CharField(
        allow_blank=True, help_text='Article of the reglamento or the rulings, or "".'
    )
    message = serializers.CharField()
    params = serializers.DictField(
        child=serializers.JSONField(), help_text="Values in the message."
    )
    fields_ = serializers.DictField(
        child=FieldErrorSerializer(many=True),
        help_text="Errors by field; only with code `invalid`.",
    )

    def get_fields(self) -> dict[str, serializers.Field]:
        # `fields` is the name of a property of every serializer.
        return {name.rstrip("_"): field for name, field in super().get_fields().items()}


class ErrorBodySerializer(serializers.Serializer):
    error = ErrorSerializer()


def error_body(
    code: str,
    message: object,
    *,
    field: str = "",
    article: str = "",
    params: Mapping[str, object] | None = None,
    fields: Fields | None = None,
) -> dict[str, Any]:
    """Return the body of an error, with printable values."""
    return {
        "error": {
            "code": code,
            "field": printable(field),
            "article": article,
            "message": printable(message),
            "params": {name: _json_value(value) for name, value in (params or {}).items()},
            "fields": fields or {},
        }
    }


def errors_by_path(detail: Any, path: str = "") -> Fields:
    """Return the errors of a DRF exception by the path of their member, "" for the whole body.

    >>> from rest_framework.exceptions import ErrorDetail
    >>> errors_by_path({"players": [{}, {"name": [ErrorDetail("Falta.", code="required")]}]})
    {'players.1.name': [{'code': 'required', 'message': 'Falta.'}]}
    """
    if isinstance(detail, Mapping):
        return _errors_of_members(detail.items(), path)
    if isinstance(detail, list) and any(isinstance(item, Mapping | list) for item in detail):
        return _errors_of_members(enumerate(detail), path)
    details = detail if isinstance(detail, list) else [detail]
    errors = [{"code": str(item.code), "message": printable(item)} for item in details]
    return {path: errors} if errors else {}


def _errors_of_members(members: Iterable[tuple[Any, Any]], path: str) -> Fields:
    errors: Fields = {}
    for name, detail in members:
        member = "" if name == "non_field_errors" else printable(name)
        errors |= errors_by_path(detail, ".".join(part for part in (path, member) if part))
    return errors


def printable(value: object) -> str:
    """Return text that any encoder takes: a lone surrogate becomes a question mark."""
    return str(value).encode("utf-8", "replace").decode()


def _json_value(value: object) -> object:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, list | tuple):
        return [_json_value(item) for item in value]
    return printable(value)
