"""Forms on the page of an acta: confirm, dispute, decide, fix, add a photo."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry
from tournaments.names.audience import Audience

SHORT_REASON = {"maxlength": 150, "autocomplete": "off"}


class SignForm(forms.Form):
    """The version to confirm, and whether the phone was handed over to confirm it."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=32_000)
    handed_over = forms.BooleanField(widget=forms.HiddenInput, required=False)


class DisputeForm(forms.Form):
    """A dispute: the mistake in a version, and the right lines if known."""

    use_required_attribute = False
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=32_000)
    reason = forms.CharField(
        label=_("Qué está mal"),
        required=False,  # `clean` requires it unless the right lines are given
        help_text=_("Por ejemplo: el segundo coto lo ganamos nosotros, 3-2. Lo verá el árbitro."),
        widget=forms.TextInput(attrs={**SHORT_REASON, "autofocus": True}),
    )
    lines = forms.CharField(widget=forms.HiddenInput, required=False, max_length=100_000)

    def clean_lines(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["lines"].splitlines() if line.strip()]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if "reason" in values and not values["reason"] and not values.get("lines"):
            self.add_error("reason", self.fields["reason"].error_messages["required"])
        return values


class ResolveForm(forms.Form):
    use_required_attribute = False
    keep = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=32_000)
    reason = forms.CharField(
        label=_("Motivo"),
        help_text=_("Por ejemplo: lo dicen los dos en la mesa. Quedará en el acta."),
        widget=forms.TextInput(attrs=SHORT_REASON),
    )


class SideForm(forms.Form):
    """The user's side of the table."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    side = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, titles: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = list(enumerate(titles))


class UndoForm(forms.Form):
    """The last result entered on the desk line: its match, version and first line."""

    undo = forms.RegexField(r"^[A-Z0-9]{6}\.[0-9]{1,5}\.[0-9]{1,3}$")

    def lines_to_undo(self) -> tuple[str, int, int]:
        """Return the match code, the version and the first line's number of a valid form."""
        code, version, number = self.cleaned_data["undo"].split(".")
        return code, int(version), int(number)


class PhotoForm(forms.Form):
    """A photo of the paper; `scoring.actas.photos` checks its content, not its name."""

    use_required_attribute = False
    photo = forms.FileField(
        label=_("Foto del papel"),
        widget=forms.FileInput(
            attrs={"accept": "image/jpeg,image/png,image/webp", "capture": "environment"}
        ),
        error_messages={
            "required": _("Elija antes la foto."),
            "empty": _("Ese archivo está vacío."),
            "missing": _("Elija antes la foto."),
        },
    )


class ReasonForm(forms.Form):
    use_required_attribute = False
    reason = forms.CharField(
        label=_("Motivo"),
        help_text=_("Por ejemplo: se marchan, enfermedad. Quedará en el acta."),
        widget=forms.TextInput(attrs={**SHORT_REASON, "autofocus": True}),
    )


EVERYBODY = "todos"  # the choice by which every side loses the match


class AbsenceForm(ReasonForm):
    """The entry that loses the match, or every entry, and the reason.

    With `boards`, the form has a field to forfeit all unfinished boards of the tie.
    """

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    loser = forms.ChoiceField(label=_("¿Quién pierde?"), widget=forms.RadioSelect)
    tie = forms.BooleanField(
        label=_("El enfrentamiento entero: todas las mesas que le quedan"), required=False
    )
    field_order = ("loser", "tie", "reason")

    def __init__(
        self,
        *args: Any,
        entries: Sequence[Entry],
        audience: Audience,
        boards: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not boards:
            del self.fields["tie"]
        self.fields["reason"].widget.attrs["autofocus"] = False
        self.fields["loser"].widget.attrs["autofocus"] = True
        self.entries = {str(entry.pk): entry for entry in entries}
        everybody_label = _("Todos: no está nadie, o se les descalifica")
        choices = [(key, entry.full_title_for(audience)) for key, entry in self.entries.items()]
        self.fields["loser"].choices = [*choices, (EVERYBODY, everybody_label)]

    def clean_loser(self) -> Entry | None:
        """Return the entry that loses, or None if every entry loses."""
        return self.entries.get(self.cleaned_data["loser"])
