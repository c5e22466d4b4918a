"""Partners for those who came alone."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entries import LONGEST
from tournaments.forms.numbers import TwoForm
from tournaments.imports.lines import read_person
from tournaments.models import Entry
from tournaments.names.people import Person
from tournaments.services.entries.singles import SEED_LENGTH
from tournaments.wording.singles import METHODS


class PartnerForm(forms.Form):
    """The partner of somebody who came alone: a name, or the number of another who did."""

    partner = forms.CharField(
        label=_("Su pareja"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"pareja-{entry.number}-%s", **kwargs)
        self.entry = entry
        who = {"name": entry.title}
        self.fields["partner"].widget.attrs["aria-label"] = _("Pareja de %(name)s") % who

    def clean_partner(self) -> Person | Entry:
        """The entry of that number, where it is one; else the person."""
        text: str = self.cleaned_data["partner"].strip()
        if not text.isdecimal():
            return read_person(text)
        entry = self.entry.tournament.entries.filter(number=int(text[:9])).first()
        if entry is None:
            raise forms.ValidationError(_("Nadie tiene el número %(n)s.") % {"n": text[:9]})
        return entry


class CoupleForm(TwoForm):
    """Two who will play together."""


class PartnersForm(forms.Form):
    """All of them at once, with the seed said aloud."""

    method = forms.ChoiceField(
        label=_("Cómo"),
        choices=list(METHODS.items()),
        initial=next(iter(METHODS)),
        widget=forms.RadioSelect,
    )
    seed = forms.CharField(
        label=_("Semilla"),
        max_length=SEED_LENGTH,
        help_text=_("Lo mejor es que la diga alguien de la sala en voz alta. Quedará escrita."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
