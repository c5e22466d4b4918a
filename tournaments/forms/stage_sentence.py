"""A stage in one sentence: «Pasan los [8] primeros a un [cuadro]»."""

from collections.abc import Mapping, Sequence
from math import ceil, log2
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.knockout.options import usual_seeding
from tournaments.formats.quotas import ALL, GROUP, MOST
from tournaments.forms.refusals import put_on
from tournaments.models import Stage
from tournaments.recipes import BRACKETS, FROM_EACH_GROUP, LIVES, SESSION_ROUNDS
from tournaments.selectors.stages import in_groups

FEWEST = 2
SYSTEMS = {
    "knockout": _("cuadro"),
    "swiss": _("suizo"),
    "league": _("todos contra todos"),
    "lives": _("sistema a tres ceros"),
}
SYSTEMS_OF_MORE = {"totals": _("sistema de totales")}  # where more than two sides meet


class StageSentenceForm(forms.Form):
    """How many go on from the last stage, and to what; all the rest is as usual."""

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
        """`entries`: how many are in the tournament, which says how many usually go on."""
        super().__init__(*args, auto_id="frase-%s", **kwargs)
        self.stages, self.first, self.last = stages, stages[0], stages[-1]
        systems = SYSTEMS if self.first.sides() == 2 else SYSTEMS_OF_MORE
        self.fields["system"].choices = list(systems.items())
        grouped = in_groups(self.last)
        if not grouped:
            del self.fields["per"]
        bracket = next((many for least, many in BRACKETS if entries >= least), 4)
        self.initial = {
            "passing": FROM_EACH_GROUP if grouped else bracket,
            "per": GROUP,
            "system": next(iter(systems)),
            **(self.initial or {}),
        }

    def plan(self) -> dict[str, Any]:
        """Return what was typed, by the names of `services.setup.stages.add_stage`."""
        typed = self.cleaned_data
        passing, per = typed["passing"], typed.get("per", ALL)
        quota = {"stage": self.last.number, "per": per, "first": 1, "last": passing}
        return {
            "name": self._name(typed["system"], passing, per),
            "format": typed["system"],
            "format_options": self._options(typed["system"], passing),
            "game_options": self.first.game_options,
            "intake": [{**quota, "best": 0, "fill": 0, "never_zero": False}],
            "carries": False,
            "takes_entries": False,
            "capacity": 0,
        }

    def refuse(self, error: Exception) -> int:
        """Put a refusal of the service on the field it speaks of; the HTTP status."""
        return put_on(self, error, intake="passing", format="system", squad="system")

    def _options(self, system: str, passing: int) -> Mapping[str, Any]:
        if system == "knockout":
            return {"third_place": True, "seeding": usual_seeding(in_groups(self.last))}
        if system == "swiss":
            return {"rounds": max(ceil(log2(max(passing, FEWEST))), 1)}
        if system == "lives":
            return {"lives": LIVES}
        return {"rounds": SESSION_ROUNDS} if system == "totals" else {}

    def _name(self, system: str, passing: int, per: str) -> str:
        if system == "knockout" and per == ALL:
            return gettext("Cuadro de %(n)s") % {"n": passing}
        return gettext("Cuadro final") if system == "knockout" else gettext("Fase final")
