"""The part of a form with the format and its options; each format adds its fields.

The fields are named «format_option». The `main_options` of a format (`formats.words.WORDS`) are
always visible. All other options are behind «Más opciones».
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import formats
from tournaments.formats import words
from tournaments.site.forms import REFUSALS, add_refusal


@dataclass(frozen=True, slots=True)
class SystemCard:
    """A format on the page: its radio button and its fields; `more` are behind «Más opciones»."""

    key: str
    radio: Any
    meaning: Any
    options: list[forms.BoundField]
    more: list[forms.BoundField]

    @property
    def touched(self) -> bool:
        """Return whether a field behind «Más opciones» is refused or differs from its default."""
        return any(field.errors or field.value() != field.field.initial for field in self.more)


class SystemForm(forms.Form):
    """The format and its options."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    format = forms.ChoiceField(label=_("Sistema"), widget=forms.RadioSelect, initial="knockout")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["format"].choices = [(key, words.WORDS[key].name) for key in formats.FORMATS]
        for key, format in formats.FORMATS.items():
            for option in fields(format.options_class):
                self.fields[f"{key}_{option.name}"] = _field(key, option)

    def system_cards(self) -> Iterator[SystemCard]:
        for radio, (key, format) in zip(self["format"], formats.FORMATS.items(), strict=True):
            names = [option.name for option in fields(format.options_class)]
            visible = words.WORDS[key].main_options
            yield SystemCard(
                key,
                radio,
                words.WORDS[key].meaning,
                [self[f"{key}_{name}"] for name in names if name in visible],
                [self[f"{key}_{name}"] for name in names if name not in visible],
            )

    def clean(self) -> dict[str, Any]:
        """Ignore fields of formats that are not chosen."""
        cleaned_data = super().clean() or self.cleaned_data
        format_key = cleaned_data.get("format")
        for key in formats.FORMATS:
            for name in option_fields(key) if key != format_key else ():
                self.errors.pop(name, None)
        if format_key and not any(name in self.errors for name in option_fields(format_key)):
            cleaned_data["format_options"] = self._system_options(format_key)
        return cleaned_data

    def _system_options(self, key: str) -> dict[str, Any] | None:
        options_class = formats.format(key).options_class
        values = {
            option.name: self.cleaned_data[f"{key}_{option.name}"]
            for option in fields(options_class)
        }
        options = {name: value for name, value in values.items() if value not in (None, "")}
        try:
            options_class(**options)
        except REFUSALS as error:
            add_refusal(
                self,
                error,
                **{option.name: f"{key}_{option.name}" for option in fields(options_class)},
            )
            return None
        return options


def option_fields(key: str) -> list[str]:
    """Return the names of the fields of a format."""
    return [f"{key}_{option.name}" for option in fields(formats.format(key).options_class)]


def system_initial(format: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the initial values of the form for an existing stage."""
    return {"format": format, **{f"{format}_{name}": value for name, value in options.items()}}


def _field(key: str, option: Field[Any]) -> forms.Field:
    """Return a select for a closed set of words, a checkbox for a boolean, a box for a number."""
    label, help_text = words.WORDS[key].options[option.name]
    arguments: dict[str, Any] = {"label": label, "help_text": help_text, "required": False}
    default = None if option.default is MISSING else option.default
    suggested_value = words.WORDS[key].suggested.get(option.name, default)
    if option.name in formats.format(key).choices:
        labels = words.WORDS[key].choices[option.name]
        return forms.ChoiceField(choices=list(labels.items()), initial=suggested_value, **arguments)
    if option.type is bool:
        return forms.BooleanField(initial=default, **arguments)
    arguments["required"] = default is None
    return forms.IntegerField(initial=suggested_value, **arguments)
