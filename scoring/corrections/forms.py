"""Forms of a correction: the acta as text, its sides, its match."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.actas.forms import SHORT_REASON
from scoring.actas.services import MAX_LINES

CHANGE, INSERT = "change", "insert"


class ActaLinesForm(forms.CharField):
    """The lines of an acta as text; an empty text clears an acta written by mistake."""

    def validate(self, value: str) -> None:
        self.run_validators(value)


class CorrectionForm(forms.Form):
    """The whole acta as text, one line in each row, and the reason of the change.

    The page may also show the usual form of a single line (its boxes). The field names of this form
    then begin with `acta-`, to tell the two forms apart.
    """

    use_required_attribute = False
    lines = ActaLinesForm(
        label=_("Las anotaciones del acta, una debajo de otra"),
        help_text=_("Si el acta no era de este encuentro, bórrelas todas."),
        widget=forms.Textarea(attrs={"rows": 8, "class": "code", "spellcheck": "false"}),
        strip=False,
    )
    reason = forms.CharField(
        label=_("Motivo de la corrección"),
        help_text=_("Lo verá el público junto a la versión anterior."),
        widget=forms.TextInput(attrs=SHORT_REASON),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=32_000)
    # A line typed in its own form replaces line `at` (CHANGE), or is inserted before it (INSERT).
    what = forms.ChoiceField(
        widget=forms.HiddenInput, required=False, choices=[(CHANGE, CHANGE), (INSERT, INSERT)]
    )
    at = forms.IntegerField(
        widget=forms.HiddenInput, required=False, min_value=1, max_value=MAX_LINES
    )
    # The consequences that the page has shown, which the user confirms.
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=100_000)

    def rows(self) -> list[str]:
        """Return the typed lines without empty lines. The form must have been validated."""
        text = self.cleaned_data.get("lines", "")
        return [row.strip() for row in text.splitlines() if row.strip()]

    def corrected_lines(self, line: str = "") -> list[str]:
        """Return the typed lines without empty lines, with `line` as line `at`.

        `line` replaces the typed line if `what` is CHANGE, and is inserted before it if `what` is
        INSERT. An empty `line` removes the line that it would replace. The form must have been
        validated.
        """
        lines = self.rows()
        what, at = self.cleaned_data.get("what"), self.cleaned_data.get("at")
        if what and at:
            lines[at - 1 : at - 1 + (what == CHANGE)] = [line] if line else []
        return lines


class SidesForm(forms.Form):
    """The reason to exchange the sides, and the version on the page."""

    use_required_attribute = False
    reason = forms.CharField(label=_("Motivo"), widget=forms.TextInput(attrs=SHORT_REASON))
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=32_000)


class MoveActaForm(SidesForm):
    """The fields of `SidesForm`, and the match where the acta belongs.

    The match is typed as at the desk: its table, its number or its code.
    """

    to = forms.CharField(
        label=_("N.º de mesa o de encuentro"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric", "size": 6}),
    )
    field_order = ("to", "reason")
