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
from tournaments.refusal import Refused, refusal_from
from tournaments.site.wall_clock import local_moment


class MomentField(forms.DateTimeField):
    """Date and time, read as `wall_clock.local_moment` does; with an offset, as written."""

    def to_python(self, value: Any) -> datetime | None:
        if isinstance(value, str) and (moment := _aware_moment(value)) is not None:
            return moment
        with timezone.override(UTC):  # otherwise Django refuses an hour that the clock shows twice
            clock_time = super().to_python(value)
        if clock_time is None or isinstance(value, datetime):
            return clock_time
        try:
            return local_moment(clock_time.replace(tzinfo=None))
        except Refused as error:
            raise forms.ValidationError(str(error), code=error.code) from error


def _aware_moment(text: str) -> datetime | None:
    try:
        moment = parse_datetime(text.strip())
    except ValueError:
        return None
    return moment if moment is not None and timezone.is_aware(moment) else None


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


class TwoEntriesForm(NumberedEntryForm):
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
    refusal = refusal_from(error)
    assert refusal is not None, error
    field = names.get(refusal.field, refusal.field)
    form.add_error(field if field in form.fields else None, str(refusal))
    return refusal.status
