"""Fields for tantos gained and lost.

Each side has two boxes, one for gains and one for losses, because the keypads of phones have no
minus.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from rules.core import AnyGame, Score
from rules.reading import hyphens
from scoring.games.lines import (
    AnyLineForm,
    LineForm,
    NotationForm,
    OptionsT,
    SmallNumberInput,
    State,
    kinds_after,
)

_NUMBER = re.compile(r"([+-]?)([0-9]{1,6})(?:([.,]5|½)|[.,]0)?")
_SEPARATOR = "|"


class Amount(forms.Field):
    """A field for a number of tantos; its value is as in the JSON of a line: 20, or 6.5.

    With `halves`, the keypad of a phone has a decimal key.

    >>> Amount().clean("20"), Amount(halves=True).clean("6,5"), Amount(halves=True).clean("–6½")
    (20, 6.5, -6.5)
    """

    widget: Any = SmallNumberInput
    default_error_messages = {
        "required": _("Escriba los tantos."),
        "invalid": _("Escriba un número de tantos, por ejemplo 20."),
        "both": _("Use una sola de las dos casillas: o gana o pierde."),
    }

    def __init__(self, *, halves: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if halves:
            self.widget.attrs["inputmode"] = "decimal"

    def to_python(self, value: Any) -> int | float | None:
        text = "" if value is None else hyphens(str(value).strip())
        if not text:
            return None
        if _SEPARATOR in text:
            raise forms.ValidationError(self.error_messages["both"], code="both")
        number_match = _NUMBER.fullmatch(text)
        if number_match is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        sign, units, half = number_match.groups()
        number = int(units) + 0.5 if half else int(units)
        return -number if sign == "-" else number


class GainOrLoss(SmallNumberInput):
    """Two boxes, one for tantos gained and one for tantos lost, read as one signed number.

    The first box also accepts «-20».
    """

    template_name = "scoring/games/fields/gain_or_loss.html"

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        gain, loss = (str(data.get(box) or "").strip() for box in (name, _loss_name(name)))
        if gain and loss:
            return f"{gain}{_SEPARATOR}{loss}"
        return gain or (f"-{loss}" if loss else "")

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        text = "" if value is None else hyphens(str(value))
        gain, _separator, loss = text.partition("-" if text[:1] == "-" else _SEPARATOR)
        context = super().get_context(name, gain, attrs)
        context["lost"] = {"name": _loss_name(name), "value": loss}
        return context


class SignedAmount(Amount):
    """A signed number of tantos, gained or lost.

    >>> SignedAmount().clean("-20")
    -20
    """

    widget = GainOrLoss


def _loss_name(name: str) -> str:
    return f"{name}_pierde"


class AmountsForm(LineForm[OptionsT, State]):
    """The form of a line with the tantos of every side. `ask_amounts` adds their fields.

    An empty box counts as 0.
    """

    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {"amounts": "tantos"}

    def ask_amounts(self, *, halves: bool = False) -> None:
        self.ask_each_side("tantos", SignedAmount, required=False, halves=halves)

    def tantos(self) -> list[forms.BoundField]:
        """Return the field with the tantos of each side, for `scoring/games/fields/gains.html`."""
        return self.side_fields("tantos")

    def wants_amounts(self, data: dict[str, Any]) -> bool:
        return True

    @property
    def complete(self) -> bool:
        """Return whether the required fields are filled in.

        If the line needs amounts, at least two of them must be filled in too.
        """
        amount_count = sum(bool(field.data) for field in self.tantos())
        return super().complete and (
            amount_count > 1 or not self.wants_amounts(dict(self.data.items()))
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        tantos = self.tantos()
        needed = self.wants_amounts(data) and not tantos[0].errors
        if needed and not any(field.data for field in tantos):
            sentence = _("Escriba los tantos. Si no hay ninguno, escriba 0.")
            self.add_error(tantos[0].name, sentence)
        return data

    def amounts(self) -> list[int | float]:
        return [amount or 0 for amount in self.side_values("tantos")]


# --- Boxes ----------------------------------------------------------------------------------------
# A line of an acta appears in the form of its kind, so that people can correct the line.
def filled_form(
    forms: Sequence[type[AnyLineForm]],
    game: AnyGame,
    score: Score[object],
    hand: object,
    **about: Any,
) -> AnyLineForm:
    """Return the form that would write the line `hand` after this score, filled in with the line.

    `about` has the other arguments of every form: `options` and `titles`. The form is the notation
    form if no other form can write the whole line.
    """
    line = game.to_json(hand)
    kinds = kinds_after(forms, score, about["options"], every=True)
    form_classes: list[type[AnyLineForm]] = [*kinds.values(), NotationForm]
    for form_class in form_classes:
        empty_form = form_class(game=game, score=score, **about)
        values = empty_form.field_values(line)
        if values is None:
            continue
        form = form_class(form_data(values), game=game, score=score, **about)
        if form_class is NotationForm or _writes_line(form, hand):
            return form
    raise AssertionError("the notation writes any line")


def form_data(values_by_name: Mapping[str, Any]) -> QueryDict:
    """Return the data that a browser sends for fields with these values; `number` is always 1.

    >>> form_data({"winner": "A", "low": False, "faults": ["A/1", "B/2"], "last": None}).urlencode()
    'number=1&winner=A&faults=A%2F1&faults=B%2F2&last='
    """
    data = QueryDict(mutable=True)
    data["number"] = "1"
    for name, value in values_by_name.items():
        if isinstance(value, list):
            data.setlist(name, [str(item) for item in value])
        elif value is not False:
            data[name] = "on" if value is True else "" if value is None else str(value)
    return data


def _writes_line(form: AnyLineForm, hand: object) -> bool:
    """Return whether the form, sent unchanged, would write this line.

    The order of the words of the line does not count.
    """
    if not form.is_valid():
        return False
    try:
        return sorted(str(form.hand()).split()) == sorted(str(hand).split())
    except ValueError:  # a `RuleError`: the fields make an impossible line
        return False
