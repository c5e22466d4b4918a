"""The form of a stage's counting, in organisers' notation (1-½-0, 4-3-2-1), and its tie-breaks."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.reading import hyphens
from scoring.games.boxes import Amount
from scoring.games.figures import count
from scoring.standings.counting import Counting
from scoring.standings.services import MOST_ROUNDS, MOST_SEATED
from scoring.standings.words.counting import BYES, COUNTING, PENALTIES
from tournaments.site.forms import add_refusal

LOT = "lot"
UP, DOWN, OUT = "up", "down", "out"
POINTS = ("win", "draw", "loss", "forfeit_win", "forfeit_loss")
TALLIES = ("bye_counted", "forfeit_counted", "cap", "cap_difference")
LIMIT_FIELDS = ("cap", "cap_difference")  # fields where a blank means no limit
SEPARATOR = re.compile(r"\s*[-/ ;]\s*")


class HalfNumberField(Amount):
    """A number that may have a half; «½» alone is one half.

    >>> HalfNumberField().clean("½"), HalfNumberField().clean("1,5"), HalfNumberField().clean("3")
    (0.5, 1.5, 3)
    """

    widget = forms.TextInput
    default_error_messages = {
        "required": _("Escriba el número."),
        "invalid": _("Escriba un número, por ejemplo 3, ½ o 1½."),
    }

    def to_python(self, value: Any) -> int | float | None:
        text = "" if value is None else hyphens(str(value).strip())
        return super().to_python(text.replace("½", "0½") if text in ("½", "-½") else text)


class CountingForm(forms.Form):
    """All fields of `Counting` except `unit`: it is 2 with a table or with half points, else 1."""

    win = HalfNumberField(label=COUNTING["win"])
    draw = HalfNumberField(label=COUNTING["draw"])
    loss = HalfNumberField(label=COUNTING["loss"])
    table = forms.CharField(
        label=COUNTING["table"],
        max_length=40,
        required=False,
        help_text=_("Por ejemplo 4-3-2-1. En blanco: cuenta solo quién gana."),
    )
    best = forms.IntegerField(
        label=COUNTING["best"], min_value=0, max_value=MOST_ROUNDS, required=False
    )
    bye = forms.ChoiceField(label=COUNTING["bye"], choices=list(BYES.items()), required=False)
    bye_counted = HalfNumberField(label=COUNTING["bye_counted"], required=False)
    bye_in_difference = forms.BooleanField(label=COUNTING["bye_in_difference"], required=False)
    forfeit_win = HalfNumberField(label=COUNTING["forfeit_win"], required=False)
    forfeit_loss = HalfNumberField(label=COUNTING["forfeit_loss"], required=False)
    forfeit_counted = HalfNumberField(label=COUNTING["forfeit_counted"], required=False)
    cap = HalfNumberField(label=COUNTING["cap"], required=False)
    cap_difference = HalfNumberField(label=COUNTING["cap_difference"], required=False)
    penalties = forms.ChoiceField(
        label=COUNTING["penalties"], choices=list(PENALTIES.items()), required=False
    )

    def __init__(self, *args: Any, tally_unit: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tally_unit = tally_unit
        for name in (*POINTS, *TALLIES):
            self.fields[name].widget.attrs |= {"inputmode": "decimal", "size": 6}

    @property
    def points_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("win", "draw", "loss")]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in ("win", "draw", "loss")]

    @property
    def has_more_values(self) -> bool:
        """Return whether one of the less usual fields has a value or an error to show."""
        usual_values = counting_initial(Counting(), self.tally_unit)
        names = [field.name for field in self.more_fields]
        return any(
            self.errors.get(name) or (self[name].value() or "") != (usual_values[name] or "")
            for name in names
        )

    def clean_table(self) -> list[int | float]:
        text = hyphens(self.cleaned_data["table"].strip())
        parts = SEPARATOR.split(text) if text else []
        if len(parts) > MOST_SEATED:
            raise forms.ValidationError(_("A una mesa no se sientan tantos."))
        return [number for part in parts if (number := HalfNumberField().clean(part)) is not None]

    def _clean_tally(self, name: str) -> None:
        value = self.cleaned_data.get(name)
        if value is not None and value * self.tally_unit % 1:
            self.add_error(name, _("Aquí no hay medios: escriba un número entero."))

    def clean(self) -> dict[str, Any]:
        for name in TALLIES:
            self._clean_tally(name)
        return self.cleaned_data

    def counting(self) -> dict[str, Any]:
        """Return the typed values in units, by the fields of `Counting`."""
        values = self.cleaned_data
        points = [values[name] or 0 for name in POINTS]
        unit = 2 if values["table"] or any(point % 1 for point in points) else 1
        return {
            "unit": unit,
            **{name: _units(values[name], unit) for name in POINTS},
            **{
                name: _units(values[name], self.tally_unit)
                for name in TALLIES
                if name not in LIMIT_FIELDS
            },
            **{name: _units(values[name] or 0, self.tally_unit) for name in LIMIT_FIELDS},
            "table": [_units(points, unit) for points in values["table"]],
            "best": values["best"] or 0,
            "bye": values["bye"],
            "bye_in_difference": values["bye_in_difference"],
            "penalties": values["penalties"],
        }

    def refuse(self, error: Exception) -> int:
        """Show a refusal of the service on its field; return the HTTP status."""
        return add_refusal(self, error, **{f"counting.{name}": name for name in self.fields})


def counting_initial(counting: Counting, tally_unit: int) -> dict[str, Any]:
    """Return the form's initial values for a counting, the inverse of `CountingForm.counting`."""

    def text_of(name: str, unit: int) -> str:
        value = getattr(counting, name)
        return "" if value is None or (name in LIMIT_FIELDS and not value) else count(value, unit)

    return {
        **{name: text_of(name, counting.unit) for name in POINTS},
        **{name: text_of(name, tally_unit) for name in TALLIES},
        "table": "-".join(count(points, counting.unit) for points in counting.table),
        "best": counting.best or None,
        "bye": counting.bye,
        "bye_in_difference": counting.bye_in_difference,
        "penalties": counting.penalties,
    }


def typed_counting(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the typed values, to show them again without validation."""
    return {name: data.get(name, "") for name in CountingForm.base_fields}


def move_tiebreak(chain: Sequence[str], act: str, key: str) -> list[str]:
    """Return the chain with one tie-break moved up or down, or removed; the lot stays last.

    >>> move_tiebreak(["wins", "points", "lot"], "up", "points")
    ['points', 'wins', 'lot']
    >>> move_tiebreak(["wins", "lot"], "down", "wins")
    ['wins', 'lot']
    >>> move_tiebreak(["wins", "lot"], "out", "wins"), move_tiebreak(["wins"], "up", "elo")
    (['lot'], ['wins'])
    """
    if key not in chain:
        return list(chain)
    position = chain.index(key)
    tiebreaks = [tiebreak for tiebreak in chain if tiebreak != key]
    if act in (UP, DOWN):
        tiebreaks.insert(max(position - 1, 0) if act == UP else position + 1, key)
    return lot_last(tiebreaks)


def lot_last(chain: Iterable[str]) -> list[str]:
    """Return each tie-break once, with the lot at the end.

    >>> lot_last(["lot", "wins", "wins"])
    ['wins', 'lot']
    """
    tiebreaks = list(dict.fromkeys(chain))
    return [key for key in tiebreaks if key != LOT] + [LOT] * (LOT in tiebreaks)


def _units(number: float | None, unit: int) -> int | None:
    return None if number is None else int(number * unit)
