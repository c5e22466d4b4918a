"""Forms of a hall, and of a tournament's tables in it."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.halls.services import NAME_LENGTH
from tournaments.models import MAX_TABLES, Hall


class HallForm(forms.Form):
    """The name and the tables of a hall."""

    name = forms.CharField(label=_("Nombre de la sala"), max_length=NAME_LENGTH)
    tables = forms.IntegerField(
        label=_("Número de mesas de la sala"), min_value=1, max_value=MAX_TABLES
    )


class PlaceForm(forms.Form):
    """The hall of a tournament, and its tables there."""

    hall = forms.ModelChoiceField(
        label=_("Sala"),
        queryset=Hall.objects.none(),
        required=False,
        empty_label=_("Ninguna: juega solo, con sus mesas desde la 1"),
    )
    first_table = forms.IntegerField(
        label=_("Primera mesa"), required=False, min_value=1, max_value=MAX_TABLES
    )
    tables = forms.IntegerField(label=_("Número de mesas"), min_value=1, max_value=MAX_TABLES)

    def __init__(self, *args: Any, halls: QuerySet[Hall], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["hall"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = halls

    def plan(self) -> dict[str, Any]:
        """Return the arguments of `place_tournament`."""
        return {**self.cleaned_data, "first_table": self.cleaned_data["first_table"] or 1}
