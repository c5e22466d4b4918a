"""When each round is played: every so many days, or one by one."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.refusals import put_on
from tournaments.refusal import Refused
from tournaments.services.setup.checks import sensible_moment

MOMENT = "%Y-%m-%dT%H:%M"


def moment_field(label: Any, *, required: bool) -> forms.DateTimeField:
    widget = forms.DateTimeInput(format=MOMENT, attrs={"type": "datetime-local"})
    formats = [MOMENT, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"]
    return forms.DateTimeField(label=label, required=required, input_formats=formats, widget=widget)


class EveryForm(forms.Form):
    """The first date, and how many days from each to the next."""

    first = moment_field(_("La primera ronda"), required=True)
    days = forms.IntegerField(
        label=_("Días de una a la siguiente"), min_value=1, max_value=366, initial=7
    )

    def clean_first(self) -> datetime:
        """A year that can be: those that follow are then not beyond any calendar."""
        try:
            return sensible_moment(self.cleaned_data["first"])
        except Refused as error:
            raise forms.ValidationError(str(error)) from error

    def dates(self, count: int) -> list[datetime]:
        """So many dates at the same hour of the hall, whatever summer time does."""
        first = timezone.localtime(self.cleaned_data["first"]).replace(tzinfo=None)
        step = timedelta(days=self.cleaned_data["days"])
        return [timezone.make_aware(first + step * place) for place in range(count)]

    def refuse(self, error: Exception) -> int:
        return put_on(self, error, starts_at="first", dates="days")


class DatesForm(forms.Form):
    """The date of each round; one left empty is not known."""

    def __init__(self, *args: Any, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number, label in names.items():
            self.fields[f"date_{number}"] = moment_field(label, required=False)

    def dates(self) -> list[datetime | None]:
        return list(self.cleaned_data.values())

    def refuse(self, error: Exception) -> int:
        return put_on(self, error, starts_at="", dates="")
