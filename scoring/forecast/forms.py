"""The forms of the forecast and of the rehearsal."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forecast.selectors.day import DayForecast, DayWishes
from tournaments.models import Tournament
from tournaments.models.tournament import MAX_TABLES

MOST_MINUTES = 600
MOST_ENTRIES = 2000
MOST_PAUSE = 240
MOST_ROUNDS = 60


class TimeInput(forms.TimeInput):
    """An input for a time of day; a phone shows its own time picker."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


def _time_field(label: Any, **options: Any) -> forms.TimeField:
    return forms.TimeField(label=label, required=False, widget=TimeInput(), **options)


def _whole_number_field(
    label: Any, lowest: int, highest: int, **options: Any
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, required=False, min_value=lowest, max_value=highest, **options
    )


class ForecastForm(forms.Form):
    """The form of the forecast, sent with GET. All fields are optional."""

    deadline = _time_field(
        _("Hay que acabar a las"), help_text=_("Para saber qué posibilidades hay de llegar.")
    )
    tables = _whole_number_field(_("Mesas"), 1, MAX_TABLES)
    minutes = _whole_number_field(_("Minutos por encuentro"), 2, MOST_MINUTES)
    pause = _whole_number_field(_("Minutos entre rondas"), 0, MOST_PAUSE)
    entries = _whole_number_field(_("Inscripciones que se esperan"), 2, MOST_ENTRIES)
    rounds = _whole_number_field(
        _("Rondas por jugar hoy"), 1, MOST_ROUNDS, help_text=_("En blanco, todas las que quedan.")
    )
    bell = _time_field(_("Última tanda"))
    start = _time_field(_("No se empieza antes de las"))
    break_from = _time_field(_("Descanso desde las"))
    break_until = _time_field(_("hasta las"))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if bool(values.get("break_from")) != bool(values.get("break_until")) and not self.errors:
            missing_field = "break_until" if values.get("break_from") else "break_from"
            self.add_error(missing_field, _("El descanso necesita las dos horas."))
        return values

    def wishes(self) -> DayWishes:
        """Return the wishes. The form must be valid."""
        return DayWishes(**self.cleaned_data)

    def suit(self, day: DayForecast) -> None:
        """Remove fields that do not apply to `day`, and show its values in the empty fields."""
        if day.state not in ("ahead", "few"):
            del self.fields["entries"]
        del self.fields["rounds" if self.tournament.stage.by_calls else "bell"]
        placeholders = {
            "tables": day.venue.tables,
            "minutes": round(day.length.median),
            "pause": round(day.venue.pause),
            "entries": day.entries,
        }
        for name, value in placeholders.items():
            if name in self.fields:
                self.fields[name].widget.attrs["placeholder"] = value


class RehearsalForm(forms.Form):
    """The form that starts a rehearsal, with the number of entries that play."""

    entries = forms.IntegerField(
        label=_("Inscripciones"),
        required=False,
        min_value=2,
        max_value=500,
        help_text=_("Si son más que las anotadas, se inventan las que faltan."),
    )
