"""Seeds and sessions of the whole list."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry
from tournaments.services.entries.checks import MAX_NUMBER, SESSION


class SeedingForm(forms.Form):
    """Two boxes for each entry: `seed_12` and `session_12`."""

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        for entry in entries:
            words = {"number": entry.number}
            self.fields[f"seed_{entry.number}"] = forms.IntegerField(
                label=_("Cabeza de serie del %(number)s") % words,
                required=False,
                min_value=0,
                max_value=MAX_NUMBER,
                initial=entry.seed or None,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 4}),
            )
            self.fields[f"session_{entry.number}"] = forms.CharField(
                label=_("Turno del %(number)s") % words,
                required=False,
                max_length=SESSION,
                initial=entry.session,
                widget=forms.TextInput(attrs={"size": 10, "list": "turnos"}),
            )

    def rows(self) -> Iterator[tuple[Entry, forms.BoundField, forms.BoundField]]:
        for entry in self.entries:
            yield entry, self[f"seed_{entry.number}"], self[f"session_{entry.number}"]

    def sessions(self) -> list[str]:
        """The sessions there are, to choose from."""
        return sorted({entry.session for entry in self.entries if entry.session})

    def seeding(self) -> dict[str, Any]:
        """Return what `set_seeding` takes: only the boxes that came."""
        numbers = [entry.number for entry in self.entries]
        seeds = {
            n: self.cleaned_data[f"seed_{n}"] or 0 for n in numbers if f"seed_{n}" in self.data
        }
        sessions = {
            n: self.cleaned_data[f"session_{n}"] for n in numbers if f"session_{n}" in self.data
        }
        return {"seeds": seeds, "sessions": sessions}
