"""Form fields and forms that several packages share: moments, entries, refusals."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from rules.core import RuleError
from tournaments.formats.core import DrawError
from tournaments.models import Entry, Tournament
from tournaments.refusal import Refused, refused_from
from tournaments.site.wall_clock import local_moment


class MomentField(forms.DateTimeField):
    """Date and time, read as `wall_clock.local_moment` does; with an offset, as it stands."""

    def to_python(self, value: Any) -> datetime | None:
        if isinstance(value, str) and (moment := _with_offset(value)) is not None:
            return moment
        with timezone.override(UTC):  # Django itself would also refuse the hour that comes twice
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


# --- Numbers --------------------------------------------------------------------------------------
class EntryField(forms.IntegerField):
    """The number of an entry."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=32_767, **kwargs)


class NumberedEntryForm(forms.Form):
    """Base form with entries of this tournament by number."""

    entries: tuple[str, ...] = ()

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean(self) -> dict[str, Any]:
        """Replace numbers by entries; an unknown number is an error of its field."""
        values = super().clean() or {}
        for name in self.entries:
            if (number := values.get(name)) is None:
                continue
            entry = Entry.objects.filter(tournament=self.tournament, number=number).first()
            values[name] = entry
            if entry is None:
                self.add_error(name, _("Nadie tiene el número %(n)s.") % {"n": number})
        return values


class TwoForm(NumberedEntryForm):
    """Two entries, typed as numbers."""

    entries = ("first", "second")
    first = EntryField(label=_("Número de uno"))
    second = EntryField(label=_("Número del otro"))


# --- Refusals -------------------------------------------------------------------------------------
REFUSALS = (Refused, RuleError, DrawError)


def add_refusal(form: forms.BaseForm, error: Exception, **names: str) -> int:
    """Add the refusal's sentence to its field, or to the form; return the HTTP status.

    `names` maps a field of the refusal to a field of the form.
    """
    refused = refused_from(error)
    assert refused is not None, error
    field = names.get(refused.field, refused.field)
    form.add_error(field if field in form.fields else None, str(refused))
    return refused.status
