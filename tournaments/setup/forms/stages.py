"""The form of a later stage: its qualifiers, its format and the length of its matches."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, log2
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats import FORMATS
from tournaments.formats.knockout.options import usual_seeding
from tournaments.formats.quotas import ALL, GROUP, MOST, REST
from tournaments.games import GAMES
from tournaments.games.refusals import preset_of
from tournaments.models import Stage, Tournament
from tournaments.setup.forms.setup import preset_with_changes
from tournaments.setup.forms.systems import SystemForm, system_initial
from tournaments.setup.recipes import BRACKETS, LIVES, QUALIFIERS_PER_GROUP, SESSION_ROUNDS
from tournaments.setup.selectors.stages import has_several_groups
from tournaments.setup.services.checks import people_per_entry, playable_presets
from tournaments.setup.services.stages import MOST_PLACES, MOST_STAGES, STAGE_NAME
from tournaments.setup.words.stages import stage_title
from tournaments.site.forms import add_refusal

SAME_LENGTH = "same"  # the choice of matches as long as in the first stage
EVERY_ENTRY_STAGE = 0  # as the only source of a quota, this number means every entry stage
ROWS, ADDED_ROWS, MAX_ROWS = 3, 3, 99  # rows of quotas: at first, added by a button, at most
QUOTA = ("per", "first", "last", "best", "fill", "never_zero")


class QuotaForm(forms.Form):
    """A quota: the entries that come from an earlier stage. A row without a stage is ignored."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    source = forms.TypedChoiceField(
        label=_("De qué fase se pasa"), coerce=int, empty_value=None, required=False
    )
    per = forms.ChoiceField(
        label=_("Quién pasa"),
        choices=[
            (GROUP, _("Los primeros de cada grupo")),
            (ALL, _("Los primeros de la clasificación")),
            (REST, _("Los demás: los que no pasan a ninguna otra fase")),
        ],
        initial=GROUP,
        required=False,
    )
    first = forms.IntegerField(label=_("Desde el puesto"), min_value=1, initial=1, required=False)
    last = forms.IntegerField(
        label=_("Hasta el puesto"),
        min_value=1,
        max_value=MOST,
        initial=2,
        required=False,
        help_text=_("En blanco, hasta el último."),
    )
    best = forms.IntegerField(
        label=_("Solo los mejores"),
        min_value=0,
        max_value=MOST,
        required=False,
        help_text=_("Cuántos: para «los cuatro mejores terceros», del 3 al 3 y aquí 4."),
    )
    fill = forms.IntegerField(
        label=_("Solo hasta completar"),
        min_value=0,
        max_value=MOST,
        required=False,
        help_text=_("Los que falten hasta este número en la fase."),
    )
    never_zero = forms.BooleanField(label=_("Nunca alguien con cero puntos"), required=False)

    def __init__(self, *args: Any, stages: Sequence[Stage], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entry_stage_numbers = [stage.number for stage in unfed_entry_stages(stages)]
        every_entry_stage = [
            (EVERY_ENTRY_STAGE, _("Cada una de las fases en que se inscribe gente"))
        ]
        self.fields["source"].choices = [
            ("", _("Ninguna")),
            *(every_entry_stage if len(self.entry_stage_numbers) > 1 else []),
            *((stage.number, stage_title(stage)) for stage in stages),
        ]

    def quotas(self) -> list[dict[str, Any]]:
        """Return the typed quotas as arguments of `formats.quotas.Quota`."""
        data = self.cleaned_data
        if data.get("source") is None:
            return []
        places = {"first": 1, "last": 0}
        if data["per"] != REST:
            places = {"first": data["first"] or 1, "last": data["last"] or 0}
        sources = (
            self.entry_stage_numbers if data["source"] == EVERY_ENTRY_STAGE else [data["source"]]
        )
        values = {
            **places,
            "per": data["per"] or GROUP,
            "best": data["best"] or 0,
            "fill": data["fill"] or 0,
            "never_zero": data["never_zero"],
        }
        return [{"stage": source, **values} for source in sources]


class StageNameForm(forms.Form):
    """The values of a stage that can change even after a draw: its name and its places."""

    name = forms.CharField(
        label=_("Nombre de la fase"),
        max_length=STAGE_NAME,
        help_text=_("Como la llama la gente: «Cuadro final», «Consolación», «Fase de Petra»."),
    )
    capacity = forms.IntegerField(
        label=_("Plazas de la fase"),
        min_value=0,
        max_value=MOST_PLACES,
        required=False,
        help_text=_("En blanco, sin límite."),
    )

    def plan(self) -> dict[str, Any]:
        """Return the typed values as arguments of `setup.services.stages.edit_stage`."""
        return {"name": self.cleaned_data["name"], "capacity": self.cleaned_data["capacity"] or 0}

    def refuse(self, error: Exception) -> int:
        """Attach a refusal of the service to its field; return the HTTP status."""
        return add_refusal(self, error)


class StageForm(SystemForm, StageNameForm):
    """A stage fed by earlier stages, with one row per quota, or entered by people directly."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    takes_entries = forms.BooleanField(
        label=_("También se inscribe gente en esta fase"),
        required=False,
        help_text=_(
            "Cada uno entra en el torneo por una sola fase. Los que llegan de otras fases van "
            "antes."
        ),
    )
    copies = forms.IntegerField(
        label=_("Cuántas fases iguales"),
        min_value=1,
        max_value=MOST_STAGES,
        initial=1,
        required=False,
        help_text=_("Con más de una, cada una lleva detrás su número: «Fase local 2», …"),
    )
    length = forms.ChoiceField(label=_("Cuánto dura cada encuentro"))
    carries = forms.BooleanField(
        label=_("Se arrastran los puntos de la fase anterior"), required=False
    )

    def __init__(
        self, data: QueryDict | None = None, *, stages: Sequence[Stage], **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.first_stage, self.stages = stages[0], stages
        names = GAMES[self.first_stage.tournament.game].presets
        self.fields["length"].choices = [
            (SAME_LENGTH, _("Como en la primera fase")),
            *((key, names[key]) for key in _lengths(self.first_stage.tournament)),
        ]
        self.rows = self._rows(data)

    def _rows(self, data: QueryDict | None) -> list[QuotaForm]:
        initial_rows = self.initial.get("rows", [])
        count = max(ROWS, len(initial_rows) + 1)
        if data is not None:
            typed_count = data.get("rows", "")
            count = (
                min(int(typed_count), MAX_ROWS)
                if typed_count.isascii() and typed_count.isdigit()
                else ROWS
            )
            count += ADDED_ROWS if "more" in data else 0
        return [
            QuotaForm(
                data,
                prefix=f"q{place}",
                stages=self.stages,
                initial=initial_rows[place] if place < len(initial_rows) else None,
                use_required_attribute=False,
            )
            for place in range(count)
        ]

    def is_valid(self) -> bool:
        rows = [row.is_valid() for row in self.rows]
        return super().is_valid() and all(rows)

    def plan(self) -> dict[str, Any]:
        """Return the typed values as arguments of `setup.services.stages.add_stage`."""
        data = self.cleaned_data
        return {
            **super().plan(),
            "format": data["format"],
            "format_options": data["format_options"],
            "game_options": self._length(data["length"]),
            "intake": [quota for row in self.rows for quota in row.quotas()],
            "carries": data["carries"],
            "takes_entries": data["takes_entries"],
        }

    @property
    def count(self) -> int:
        """Return the number of stages to create."""
        return self.cleaned_data["copies"] or 1

    def refuse(self, error: Exception) -> int:
        boards = f"{self.cleaned_data.get('format')}_boards"
        names = {
            "intake": "takes_entries",
            "game_options": "length",
            "boards": boards,
            "squad": "format",
        }
        return add_refusal(self, error, **names)

    def _length(self, preset: str) -> dict[str, Any]:
        game = self.first_stage.tournament.game
        return (
            self.first_stage.game_options
            if preset == SAME_LENGTH
            else preset_with_changes(game, preset, {})
        )


def _lengths(tournament: Tournament) -> list[str]:
    """Return the presets that the existing entries can play in some format."""
    presets = tournament.rules.presets
    return [
        key
        for key in playable_presets(tournament.game)
        if any(
            people_per_entry(tournament.game, presets[key], format) == tournament.entry_size
            for format in FORMATS
        )
    ]


def declined_numbers(data: QueryDict, stage: Stage) -> list[int] | None:
    """Return the numbers of the entries that decline a stage; None if the page listed no entry.

    They are the entries of the page without a tick, and the entries that declined earlier and are
    not on the page.
    """
    listed_numbers, ticked_numbers = (
        {int(text) for text in data.getlist(name) if text.isascii() and text.isdigit()}
        for name in ("shown", "goes")
    )
    return (
        sorted((listed_numbers - ticked_numbers) | (set(stage.declined) - listed_numbers))
        if listed_numbers
        else None
    )


def unfed_entry_stages(stages: Iterable[Stage]) -> list[Stage]:
    """Return the stages that people enter directly and that no other stage feeds."""
    return [stage for stage in stages if stage.takes_entries and not stage.intake]


def new_stage_initial(stages: Sequence[Stage]) -> dict[str, Any]:
    """Return the initial values of a new stage: fed by the last stage, and seeded in a bracket."""
    has_groups = has_several_groups(stages[-1])
    per = GROUP if has_groups else ALL
    return {
        "rows": [{"source": stages[-1].number, "per": per, "first": 1, "last": 2}],
        "knockout_seeding": usual_seeding(has_groups),
    }


def name_initial(stage: Stage) -> dict[str, Any]:
    """Return the initial values of `StageNameForm` for an existing stage."""
    return {"name": stage.name, "capacity": stage.capacity or None}


def stage_initial(stage: Stage, earlier: Sequence[Stage]) -> dict[str, Any]:
    """Return the initial values for an existing stage: the inverse of `StageForm.plan`."""
    return {
        **system_initial(stage.format, stage.format_options),
        **name_initial(stage),
        "rows": _quota_rows(stage.intake, [stage.number for stage in unfed_entry_stages(earlier)]),
        "takes_entries": stage.takes_entries,
        "length": preset_of(stage.tournament.game, stage.game_options) or SAME_LENGTH,
        "carries": stage.carries,
    }


def _quota_rows(
    intake: Sequence[Mapping[str, Any]], entry_stage_numbers: Sequence[int]
) -> list[dict[str, Any]]:
    """Return a row for each quota; equal quotas from all the entry stages share a row."""
    sources_by_quota: dict[tuple[Any, ...], list[int]] = {}
    for quota in intake:
        sources_by_quota.setdefault(tuple(quota[name] for name in QUOTA), []).append(quota["stage"])
    rows = []
    for values, sources in sources_by_quota.items():
        initial = dict(zip(QUOTA, values, strict=True))
        initial = {**initial, **{name: initial[name] or None for name in ("last", "best", "fill")}}
        is_one_row = len(entry_stage_numbers) > 1 and sorted(sources) == sorted(entry_stage_numbers)
        rows += [
            {"source": source, **initial}
            for source in ([EVERY_ENTRY_STAGE] if is_one_row else sources)
        ]
    return rows


# --- Stage sentence -------------------------------------------------------------------------------
# A stage in one sentence: «Pasan los [8] primeros a un [cuadro]».
MIN_QUALIFIERS = 2
SYSTEMS = {
    "knockout": _("cuadro"),
    "swiss": _("suizo"),
    "league": _("todos contra todos"),
    "lives": _("sistema a tres ceros"),
}
# the systems for more than two sides in a match
SYSTEMS_OF_MANY_SIDES = {"totals": _("sistema de totales")}


class StageSentenceForm(forms.Form):
    """How many entries qualify from the last stage, and for which system.

    Other options take their defaults.
    """

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    use_required_attribute = False
    passing = forms.IntegerField(
        label=_("Cuántos pasan"),
        min_value=1,
        max_value=MOST,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 3, "autocomplete": "off"}),
    )
    per = forms.ChoiceField(
        label=_("De dónde"), choices=[(GROUP, _("de cada grupo")), (ALL, _("de todos"))]
    )
    system = forms.ChoiceField(label=_("A qué"))

    def __init__(self, *args: Any, stages: Sequence[Stage], entries: int, **kwargs: Any) -> None:
        """Set the defaults; the number of `entries` decides the usual number of qualifiers."""
        super().__init__(*args, **{"auto_id": "frase-%s", **kwargs})
        self.stages = stages
        self.first_stage = stages[0]
        self.last_stage = stages[-1]
        systems = SYSTEMS if self.first_stage.sides() == 2 else SYSTEMS_OF_MANY_SIDES
        self.fields["system"].choices = list(systems.items())
        has_groups = has_several_groups(self.last_stage)
        if not has_groups:
            del self.fields["per"]
        bracket = next((size for min_entries, size in BRACKETS if entries >= min_entries), 4)
        self.initial = {
            "passing": QUALIFIERS_PER_GROUP if has_groups else bracket,
            "per": GROUP,
            "system": next(iter(systems)),
            **(self.initial or {}),
        }

    def plan(self) -> dict[str, Any]:
        """Return the typed values as arguments of `setup.services.stages.add_stage`."""
        data = self.cleaned_data
        passing, per = data["passing"], data.get("per", ALL)
        quota = {"stage": self.last_stage.number, "per": per, "first": 1, "last": passing}
        return {
            "name": self._name(data["system"], passing, per),
            "format": data["system"],
            "format_options": self._options(data["system"], passing),
            "game_options": self.first_stage.game_options,
            "intake": [{**quota, "best": 0, "fill": 0, "never_zero": False}],
            "carries": False,
            "takes_entries": False,
            "capacity": 0,
        }

    def refuse(self, error: Exception) -> int:
        """Attach a refusal of the service to its field; return the HTTP status."""
        return add_refusal(self, error, intake="passing", format="system", squad="system")

    def _options(self, system: str, passing: int) -> Mapping[str, Any]:
        if system == "knockout":
            return {
                "third_place": True,
                "seeding": usual_seeding(has_several_groups(self.last_stage)),
            }
        if system == "swiss":
            return {"rounds": max(ceil(log2(max(passing, MIN_QUALIFIERS))), 1)}
        if system == "lives":
            return {"lives": LIVES}
        return {"rounds": SESSION_ROUNDS} if system == "totals" else {}

    def _name(self, system: str, passing: int, per: str) -> str:
        if system == "knockout" and per == ALL:
            return gettext("Cuadro de %(n)s") % {"n": passing}
        return gettext("Cuadro final") if system == "knockout" else gettext("Fase final")
