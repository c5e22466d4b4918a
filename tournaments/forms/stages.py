"""One more stage: who goes on to it, how it is played and how long its matches are."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.quotas import ALL, GROUP, REST
from tournaments.forms.lengths import personalised
from tournaments.forms.refusals import put_on
from tournaments.forms.systems import SystemForm, system_initial
from tournaments.models import Stage
from tournaments.services.setup import playable_presets
from tournaments.services.stages import STAGE_NAME
from tournaments.wording.games import preset_name, preset_of
from tournaments.wording.stages import stage_title

SAME = "same"  # the matches as long as those of the first stage


class StageForm(SystemForm):
    """A stage fed from one earlier stage; what is more intricate goes by the API."""

    name = forms.CharField(
        label=_("Nombre de la fase"),
        max_length=STAGE_NAME,
        help_text=_("Como la llama la gente: «Cuadro final», «Consolación»."),
    )
    source = forms.TypedChoiceField(label=_("De qué fase se pasa"), coerce=int)
    per = forms.ChoiceField(
        label=_("Quién pasa"),
        choices=[
            (GROUP, _("Los primeros de cada grupo")),
            (ALL, _("Los primeros de la clasificación")),
            (REST, _("Los demás: quien no pasa a ninguna otra fase")),
        ],
        initial=GROUP,
        widget=forms.RadioSelect,
    )
    first = forms.IntegerField(label=_("Desde el puesto"), min_value=1, initial=1, required=False)
    last = forms.IntegerField(label=_("Hasta el puesto"), min_value=1, initial=2, required=False)
    best = forms.IntegerField(
        label=_("Y, además, los mejores del puesto siguiente"),
        min_value=0,
        initial=0,
        required=False,
        help_text=_("Cuántos: por ejemplo, 4 para «y los cuatro mejores terceros»."),
    )
    never_zero = forms.BooleanField(label=_("Nunca alguien con cero puntos"), required=False)
    length = forms.ChoiceField(label=_("Cuánto dura cada enfrentamiento"))
    carries = forms.BooleanField(
        label=_("Se arrastran los puntos de la fase anterior"), required=False
    )

    def __init__(self, *args: Any, stages: Sequence[Stage], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.first_stage = stages[0]
        game = self.first_stage.tournament.game
        self.fields["source"].choices = [(one.number, stage_title(one)) for one in stages]
        self.fields["length"].choices = [
            (SAME, _("Como en la primera fase")),
            *((key, preset_name(game, key)) for key in playable_presets(game)),
        ]

    def plan(self) -> dict[str, Any]:
        """What was typed, by the names of `services.stages.add_stage`."""
        typed = self.cleaned_data
        return {
            "name": typed["name"],
            "format": typed["format"],
            "format_options": typed["format_options"],
            "game_options": self._length(typed["length"]),
            "intake": _intake(typed),
            "carries": typed["carries"],
        }

    def refuse(self, error: Exception) -> int:
        """Put a refusal of the service on the field it speaks of; the HTTP status."""
        boards = f"{self.cleaned_data.get('format')}_boards"
        names = {"intake": "per", "game_options": "length", "boards": boards, "squad": "format"}
        return put_on(self, error, **names)

    def _length(self, chosen: str) -> dict[str, Any]:
        game = self.first_stage.tournament.game
        return self.first_stage.game_options if chosen == SAME else personalised(game, chosen, {})


def stage_initial(stage: Stage) -> dict[str, Any]:
    """What the form shows of a stage that exists: `StageForm.plan` undone."""
    first, *more = stage.intake
    return {
        **system_initial(stage.format, stage.format_options),
        "name": stage.name,
        "source": first["stage"],
        "per": first["per"],
        "first": first["first"],
        "last": first["last"] or None,
        "best": more[0]["best"] if more else 0,
        "never_zero": first["never_zero"],
        "length": preset_of(stage.tournament.game, stage.game_options) or SAME,
        "carries": stage.carries,
    }


def _intake(typed: Mapping[str, Any]) -> list[dict[str, Any]]:
    quota = {
        "stage": typed["source"],
        "per": typed["per"],
        "first": typed["first"] or 1,
        "last": typed["last"] or 0,
        "never_zero": typed["never_zero"],
    }
    if typed["per"] == REST:
        return [{**quota, "first": 1, "last": 0}]
    if not typed["best"] or not typed["last"]:
        return [quota]
    following = typed["last"] + 1
    return [quota, {**quota, "first": following, "last": following, "best": typed["best"]}]
