"""Tantos gained and lost, a number for each side, with the sign as words to be touched.

A telephone's keypad of figures has no minus, and «pierde 20» is read better than «−20».
"""

import re
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.forms.lines import Tantos

Text = str | Promise

GAINS, LOSES = "+", "-"
_NUMBER = re.compile(r"([+-]?)([0-9]{1,6})(?:([.,]5|½)|[.,]0)?")


class Amount(forms.Field):
    """A number of tantos as JSON writes it: 20, or 6.5 where there are halves of a tanto.

    >>> Amount().clean("20"), Amount(halves=True).clean("6,5"), Amount(halves=True).clean("6½")
    (20, 6.5, 6.5)
    """

    widget: Any = Tantos
    default_error_messages = {
        "required": _("Faltan los tantos."),
        "invalid": _("Escriba un número de tantos, por ejemplo 20."),
    }

    def __init__(self, *, halves: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if halves:
            self.widget.attrs["inputmode"] = "decimal"

    def to_python(self, value: Any) -> int | float | None:
        text = "" if value is None else str(value).strip().replace("−", "-")
        if not text:
            return None
        found = _NUMBER.fullmatch(text)
        if found is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return self.read(*found.groups())

    def read(self, sign: str, whole: str, half: str | None) -> int | float:
        number = int(whole) + 0.5 if half else int(whole)
        return -number if sign == LOSES else number


class GainOrLoss(Tantos):
    """«Gana» or «Pierde» beside the number, and both together as the text of a signed one.

    What is typed with its sign needs no touching: who keeps the desk by keyboard writes -20.
    """

    template_name = "scoring/parts/gain_or_loss.html"
    use_fieldset = True
    WORDS: tuple[tuple[str, Text], ...] = ((GAINS, _("Gana")), (LOSES, _("Pierde")))

    def __init__(self) -> None:
        super().__init__(**{"aria-label": _("Tantos")})

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        number = str(data.get(name) or "").strip()
        return f"{data.get(_sign_of(name)) or ''}{number}" if number else ""

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        typed = "" if value is None else str(value)
        sign = typed[:1] if typed[:1] in (GAINS, LOSES) else ""
        context = super().get_context(name, typed.removeprefix(sign), attrs)
        context["ways"] = [(way, word, way == sign) for way, word in self.WORDS]
        context["sign_name"] = _sign_of(name)
        context["focused"] = context["widget"]["attrs"].pop("autofocus", False)
        return context


class SignedAmount(Amount):
    """The same, gained or lost; nothing needs no sign.

    >>> SignedAmount().clean("-20"), SignedAmount().clean("0")
    (-20, 0)
    """

    widget = GainOrLoss
    default_error_messages = {"unsigned": _("Falta decir si gana o pierde.")}

    def read(self, sign: str, whole: str, half: str | None) -> int | float:
        number = super().read(sign, whole, half)
        if number and not sign:
            raise forms.ValidationError(self.error_messages["unsigned"], code="unsigned")
        return number


def _sign_of(name: str) -> str:
    return f"{name}_signo"
