"""Forms of a season and of its tournaments."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.seasons.ranking import MAX_POINTS, write_table
from scoring.seasons.selectors import rules_of
from scoring.seasons.services import MAX_BEST, NAME_LENGTH
from tournaments.models import Season, SeasonTournament, Tournament
from tournaments.models.season import MOST_GOING_ON, MOST_WEIGHT

DEFAULT_TABLE = "4: 10 6 4 3\n16: 25 18 15 12 10 8 6 4\n64: 40 30 24 20 16 14 12 10 8 8 8 8 6 6 6 6"


class SeasonForm(forms.Form):
    """The rules of a season."""

    name = forms.CharField(label=_("Nombre de la temporada"), max_length=NAME_LENGTH)
    counts = forms.ChoiceField(
        label=_("Qué se clasifica"), choices=Season.Counts.choices, widget=forms.RadioSelect
    )
    table = forms.CharField(
        label=_("Puntos por puesto"),
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 4, "class": "mono"}),
        help_text=_(
            "Una línea para cada tamaño de torneo: desde cuántas inscripciones vale, dos puntos, y "
            "los puntos del 1.º, del 2.º… Por ejemplo «16: 25 18 15 12». Si varias inscripciones "
            "comparten un puesto, cada una recibe los puntos de ese puesto."
        ),
    )
    taking_part = forms.IntegerField(
        label=_("Puntos por jugar cada torneo"),
        min_value=0,
        max_value=MAX_POINTS,
        initial=0,
        help_text=_("Se suman a los del puesto. No los recibe una inscripción que no se presenta."),
    )
    best = forms.IntegerField(
        label=_("Cuántos resultados cuentan"),
        min_value=0,
        max_value=MAX_BEST,
        initial=0,
        help_text=_("Los mejores de cada participante. Con 0 cuentan todos."),
    )
    public = forms.BooleanField(
        label=_("La clasificación es pública"),
        required=False,
        help_text=_(
            "En público solo cuentan los torneos públicos que muestran los nombres, cuando han "
            "terminado."
        ),
    )


def season_initial(season: Season) -> dict[str, Any]:
    """Return the initial values of `SeasonForm` for an existing season."""
    names = ("name", "counts", "taking_part", "best", "public")
    values = {name: getattr(season, name) for name in names}
    return {**values, "table": write_table(rules_of(season).table)}


class DeleteSeasonForm(forms.Form):
    """The name of the season, typed again."""

    name = forms.CharField(label=_("Nombre de la temporada"), max_length=NAME_LENGTH)


class SeasonTournamentForm(forms.Form):
    """The weight of a tournament in a season, and the phase for which its best entries qualify."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    tournament = forms.ModelChoiceField(
        Tournament.objects.none(),
        label=_("Torneo"),
        empty_label=None,
        help_text=_("Solo salen los torneos que usted organiza."),
    )
    weight = forms.IntegerField(
        label=_("Por cuánto se multiplican sus puntos por puesto"),
        min_value=1,
        max_value=MOST_WEIGHT,
        initial=1,
        help_text=_("Lo normal es 1. Con 2, una final vale el doble."),
    )
    feeds = forms.ModelChoiceField(
        SeasonTournament.objects.none(),
        label=_("Da plazas para"),
        required=False,
        empty_label=_("Ningún otro torneo"),
    )
    places = forms.IntegerField(label=_("Plazas"), min_value=0, max_value=MOST_GOING_ON, initial=0)
    one_in = forms.IntegerField(
        label=_("Una plaza por cada tantas inscripciones"),
        min_value=0,
        max_value=MOST_GOING_ON,
        initial=0,
        help_text=_("Se usa si da más plazas que el número de arriba. Con 0, no cuenta."),
    )

    def __init__(
        self,
        *args: Any,
        season: Season,
        tournaments: Any,
        event: SeasonTournament | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tournament"].queryset = tournaments
        phases = season.events.select_related("tournament")
        if event is not None:
            phases = phases.exclude(pk=event.pk)
        self.fields["feeds"].queryset = phases
        self.fields["feeds"].label_from_instance = lambda phase: phase.tournament.name
        if event is not None:
            del self.fields["tournament"]


def event_initial(event: SeasonTournament) -> dict[str, Any]:
    """Return the initial values of `SeasonTournamentForm` for a tournament of the season."""
    return {
        "weight": event.weight,
        "feeds": event.feeds_id,
        "places": event.going_on,
        "one_in": event.one_in,
    }


class QualifiersForm(forms.Form):
    """The entries to register in the next phase."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    numbers = forms.TypedMultipleChoiceField(
        label=_("Inscripciones que pasan"), coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["numbers"].choices = choices
