"""Forms that ask for entries by their number."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Tournament


class EntryField(forms.IntegerField):
    """An entry by its number."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=32_767, **kwargs)


class EntryForm(forms.Form):
    """A form that asks for entries by their number in this tournament."""

    entries: tuple[str, ...] = ()

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean(self) -> dict[str, Any]:
        """The numbers become entries; a number nobody has is the field's error."""
        values = super().clean() or {}
        for name in self.entries:
            if (number := values.get(name)) is None:
                continue
            entry = Entry.objects.filter(tournament=self.tournament, number=number).first()
            values[name] = entry
            if entry is None:
                self.add_error(name, _("Nadie tiene el número %(n)s.") % {"n": number})
        return values


class TwoForm(EntryForm):
    """Two entries."""

    entries = ("first", "second")
    first = EntryField(label=_("Número de uno"))
    second = EntryField(label=_("Número del otro"))
