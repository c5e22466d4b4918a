"""A date with its hour in a form."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tournaments.refusal import Refused
from tournaments.wall_clock import local_moment


class MomentField(forms.DateTimeField):
    """A date with its hour, as `wall_clock.local_moment` reads it; with an offset, as it stands."""

    def to_python(self, value: Any) -> datetime | None:
        if isinstance(value, str) and (whole := _with_offset(value)) is not None:
            return whole
        with timezone.override(UTC):  # Django itself would refuse the hour that comes twice, too
            read = super().to_python(value)
        if read is None or isinstance(value, datetime):
            return read
        try:
            return local_moment(read.replace(tzinfo=None))
        except Refused as error:
            raise forms.ValidationError(str(error), code=error.code) from error


def _with_offset(text: str) -> datetime | None:
    try:
        read = parse_datetime(text.strip())
    except ValueError:
        return None
    return read if read is not None and timezone.is_aware(read) else None
