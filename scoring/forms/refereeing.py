"""How a stage is refereed, as its organiser says it."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.refereeing import LADDER, LIMITS, TIME_UP, Refereeing
from scoring.wording import refereeing as words
from tournaments.forms.refusals import put_on

STEPS = 5
SCORE = re.compile(r"\s*([0-9]{1,4})\s*[-–—]\s*([0-9]{1,4})\s*")


class Minutes(forms.IntegerField):
    def __init__(self, name: str, help_text: Any = "") -> None:
        low, high = LIMITS[name]
        super().__init__(
            label=words.FIELDS[name],
            help_text=help_text,
            min_value=low,
            max_value=high,
            required=False,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 4}),
        )


class RefereeingForm(forms.Form):
    """The fields of `Refereeing`; of the ladder, a field for each warning."""

    use_required_attribute = False
    minutes = Minutes("minutes", gettext_lazy("Desde que se llama a la mesa. 0 o nada: sin reloj."))
    time_up = forms.ChoiceField(
        label=words.FIELDS["time_up"],
        choices=[(key, words.TIME_UP[key]) for key in TIME_UP],
        widget=forms.RadioSelect,
    )
    extra_deals = Minutes("extra_deals", gettext_lazy("Las que se juegan si van iguales."))
    grace = Minutes("grace", gettext_lazy("Lo que se espera a quien no está en la mesa."))
    later = Minutes("later", gettext_lazy("0 o nada: la misma."))
    step = Minutes(
        "step",
        gettext_lazy(
            "Cada tantos minutos después de la cortesía se pierde una partida, un chico o un juego."
            " 0 o nada: uno solo, al acabar la cortesía."
        ),
    )
    forfeit = Minutes("forfeit", gettext_lazy("Desde la llamada. 0 o nada: nunca."))
    score = forms.CharField(
        label=words.FIELDS["score"],
        help_text=gettext_lazy("Por ejemplo 40-20 o 4-0. Vacío: por todo lo que se jugaba."),
        required=False,
        max_length=12,
        widget=forms.TextInput(attrs={"size": 8, "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, STEPS + 1):
            first = [] if number == 1 else [("", _("Lo mismo que el anterior"))]
            self.fields[f"warning_{number}"] = forms.ChoiceField(
                label=_("Apercibimiento %(n)s") % {"n": number},
                choices=[*first, *((key, words.LADDER[key]) for key in LADDER)],
                required=number == 1,
            )

    @property
    def clock(self) -> list[forms.BoundField]:
        return [self[name] for name in ("minutes", "time_up", "extra_deals")]

    @property
    def lateness(self) -> list[forms.BoundField]:
        return [self[name] for name in ("grace", "later", "step", "forfeit", "score")]

    @property
    def ladder(self) -> list[forms.BoundField]:
        return [self[f"warning_{number}"] for number in range(1, STEPS + 1)]

    def clean_score(self) -> list[int]:
        typed = self.cleaned_data["score"].strip()
        if not typed:
            return []
        found = SCORE.fullmatch(typed)
        if found is None:
            raise forms.ValidationError(words.refused_score())
        return [int(found[1]), int(found[2])]

    def options(self) -> dict[str, Any]:
        """Return what was typed, by the fields of `Refereeing`."""
        read, usual = self.cleaned_data, Refereeing()
        numbers = {
            name: getattr(usual, name) if read[name] is None else read[name] for name in LIMITS
        }
        warnings = [read[f"warning_{number}"] for number in range(1, STEPS + 1)]
        while warnings[-1] == "":
            warnings.pop()
        for at, step in enumerate(warnings):
            warnings[at] = step or warnings[at - 1]
        return {**numbers, "time_up": read["time_up"], "warnings": warnings, "score": read["score"]}

    def refuse(self, error: Exception) -> int:
        """Put a refusal of the service on the field it speaks of; the HTTP status."""
        return put_on(self, error, warnings="warning_1")


def initial(options: Refereeing) -> dict[str, Any]:
    """Return what the form shows: `RefereeingForm.options` undone."""
    steps = {f"warning_{number}": step for number, step in enumerate(options.warnings, 1)}
    numbers = {name: getattr(options, name) or "" for name in LIMITS}
    return {
        **numbers,
        **steps,
        "time_up": options.time_up,
        "score": "-".join(map(str, options.score)),
    }
