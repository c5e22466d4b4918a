"""Somebody comes in place of one of an entry."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entries import LONGEST
from tournaments.imports.lines import read_person
from tournaments.models import Entry, Player
from tournaments.services.entries.substitutions import REASON


class SubstituteForm(forms.Form):
    """A substitution: who leaves, who comes (in the words of `lines.read_person`), why."""

    leaves = forms.ChoiceField(label=_("Quién sale"), widget=forms.RadioSelect)
    comes = forms.CharField(
        label=_("Quién entra"),
        max_length=LONGEST,
        help_text=_("El pueblo puede ir detrás del nombre: «Paco Gil (Calamocha)»."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    reason = forms.CharField(
        label=_("Motivo"),
        max_length=REASON,
        help_text=_("Lo verá el público, junto a los dos nombres."),
    )

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people: dict[str, Player] = {
            str(seat.player_id): seat.player for seat in entry.seats.all()
        }
        choices = [(key, str(player)) for key, player in self.people.items()]
        self.fields["leaves"].choices = choices
        if len(choices) == 1:
            self.fields["leaves"].initial = choices[0][0]

    def change(self) -> dict[str, Any]:
        """Return what `substitute_player` takes."""
        return {
            "leaves": self.people[self.cleaned_data["leaves"]],
            "comes": read_person(self.cleaned_data["comes"]),
            "reason": self.cleaned_data["reason"],
        }
