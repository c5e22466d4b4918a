"""Fields of a request body: strict JSON types, and no unknown member."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from rules.errors import quotable
from tournaments.models import Entry, Player
from tournaments.refusal import Refused
from tournaments.site.wall_clock import local_moment

MOST_UNKNOWN_NAMED = 5  # an error names no more unknown members: a body may hold thousands


class Text(serializers.CharField):
    """A JSON string: 7 is refused, and so are NUL and a lone surrogate."""

    default_error_messages = {"invalid": _("Escriba un texto.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class EntryTitle(serializers.CharField):
    """The title of an entry, as the audience of the request may read it."""

    def to_representation(self, value: Any) -> str:
        entry: Entry = value
        return entry.title_for(self.context["audience"])


class PlayerName(serializers.CharField):
    """The name of a person, as the audience of the request may read it."""

    def to_representation(self, value: Any) -> str:
        player: Player = value
        return player.name_for(self.context["audience"])


class WholeNumber(serializers.IntegerField):
    """A JSON integer: "7", 7.0 and true are refused."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class Moment(serializers.DateTimeField):
    """A date and time; without an offset, as `wall_clock.local_moment` reads it."""

    def enforce_timezone(self, value: datetime) -> datetime:
        if timezone.is_aware(value):
            aware: datetime = super().enforce_timezone(value)
            return aware
        try:
            return local_moment(value)
        except Refused as error:
            raise ValidationError(str(error), code=error.code) from error


class Uid(serializers.UUIDField):
    """A UUID as a JSON string: a number is refused."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid", value=quotable(data))
        return super().to_internal_value(data)


class YesNo(serializers.BooleanField):
    """A JSON true or false: "yes" and 1 are refused."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=quotable(data))
        return data


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "boolean"}, {"type": "string"}]})
class OptionValue(serializers.Field):
    """Value of an option of a game or a format, of one of three types."""

    default_error_messages = {"invalid": _("Escriba un número entero, true o false, o un texto.")}

    def to_internal_value(self, data: Any) -> int | bool | str:
        if type(data) not in (int, bool, str):
            self.fail("invalid")
        value: int | bool | str = data
        return value

    def to_representation(self, value: Any) -> Any:
        return value


class OptionValues(serializers.DictField):
    """Options by name. `games/` and `formats/` list them."""

    child = OptionValue()


def refuse_unknown_members(data: Mapping[str, Any], names: Collection[str]) -> None:
    """Raise ValidationError if `data` has a member or parameter that is not in `names`."""
    unknown = [name for name in data if name not in names][:MOST_UNKNOWN_NAMED]
    if unknown:
        sentence = _("Campo desconocido. Valen: %(names)s.") % {"names": ", ".join(names) or "—"}
        errors = [ErrorDetail(sentence, code="unknown")]
        raise ValidationError({str(quotable(name)): errors for name in unknown})


class Body(serializers.Serializer):
    """Body of a request. An unknown member is refused, so that a typing error is not ignored."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, Mapping):
            refuse_unknown_members(data, self.fields)
        values: dict[str, Any] = super().to_internal_value(data)
        return values
