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
_BOTH = "|"


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
        if _BOTH in text:
            raise forms.ValidationError(self.error_messages["both"], code="both")
        number_match = _NUMBER.fullmatch(text)
        if number_match is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        sign, whole, half = number_match.groups()
        number = int(whole) + 0.5 if half else int(whole)
        return -number if sign == "-" else number


class GainOrLoss(SmallNumberInput):
    """Two boxes, one for tantos gained and one for tantos lost, read as one signed number.

    The first box also accepts «-20».
    """

    template_name = "scoring/games/fields/gain_or_loss.html"

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        gained, lost = (str(data.get(box) or "").strip() for box in (name, _lost(name)))
        if gained and lost:
            return f"{gained}{_BOTH}{lost}"
        return gained or (f"-{lost}" if lost else "")

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        typed = "" if value is None else hyphens(str(value))
        gained, _both, lost = typed.partition("-" if typed[:1] == "-" else _BOTH)
        context = super().get_context(name, gained, attrs)
        context["lost"] = {"name": _lost(name), "value": lost}
        return context


class SignedAmount(Amount):
    """A signed number of tantos, gained or lost.

    >>> SignedAmount().clean("-20")
    -20
    """

    widget = GainOrLoss


def _lost(name: str) -> str:
    return f"{name}_pierde"


class AmountsForm(LineForm[OptionsT, State]):
    """The form of a line with the tantos of every side.

    `ask_amounts` adds the fields. Empty boxes count as 0.
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
        """Return whether the required fields are filled in and, if needed, two sides' tantos."""
        typed = sum(bool(field.data) for field in self.tantos())
        return super().complete and (typed > 1 or not self.wants_amounts(dict(self.data.items())))

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
def boxes_of(
    forms: Sequence[type[AnyLineForm]],
    game: AnyGame,
    score: Score[object],
    hand: object,
    **about: Any,
) -> AnyLineForm:
    """Return the form that writes the line `hand` after this score, filled with the line.

    `about` has the other arguments of every form: `options` and `titles`. If no form can express
    the whole line, return the notation form.
    """
    line = game.to_json(hand)
    kinds = kinds_after(forms, score, about["options"], every=True)
    ways: list[type[AnyLineForm]] = [*kinds.values(), NotationForm]
    for form in ways:
        empty = form(game=game, score=score, **about)
        values = empty.field_values(line)
        if values is None:
            continue
        filled = form(data_of(values), game=game, score=score, **about)
        if form is NotationForm or _says(filled, hand):
            return filled
    raise AssertionError("the notation writes any line")


def data_of(values_by_name: Mapping[str, Any]) -> QueryDict:
    """Return the data that a browser sends for fields with these values; `number` is always 1.

    >>> data_of({"winner": "A", "low": False, "faults": ["A/1", "B/2"], "last": None}).urlencode()
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


def _says(form: AnyLineForm, hand: object) -> bool:
    """Return whether the form, sent unchanged, would write this line; word order does not count."""
    if not form.is_valid():
        return False
    try:
        return sorted(str(form.hand()).split()) == sorted(str(hand).split())
    except ValueError:  # a `RuleError`: the fields make an impossible line
        return False
