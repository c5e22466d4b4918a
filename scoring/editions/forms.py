"""The form of the next edition."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.editions.services import PeopleToCopy
from tournaments.models import Tournament
from tournaments.setup.forms.setup import DayForm


class EditionForm(DayForm):
    """The name, the day, and the parts to copy; from a template, only the name and the day."""

    venue = None  # type: ignore[assignment]  # Django removes the inherited field
    staff = forms.BooleanField(
        label=_("Llevar a los colaboradores, cada uno con su cargo"), required=False, initial=True
    )
    people = forms.ChoiceField(
        label=_("Inscripciones que se llevan"),
        choices=PeopleToCopy.choices,
        initial=PeopleToCopy.NONE,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Con su número, sin pagar y sin marcar como presentes ni cabezas de serie."),
    )
    as_template = forms.BooleanField(required=False)  # the second button

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = ""
        if tournament.is_template:
            self.fields["time"].widget = forms.HiddenInput()
            for name in ("staff", "people", "as_template"):
                del self.fields[name]

    def plan(self) -> dict[str, Any]:
        """Return the arguments of `copy_tournament`."""
        values = self.cleaned_data
        return {
            "name": values["name"],
            "starts_at": values["starts_at"],
            "staff": values.get("staff", True),
            "people": values.get("people", PeopleToCopy.ALL) or PeopleToCopy.NONE,
            "as_template": values.get("as_template", False),
        }
