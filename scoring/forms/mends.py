"""The small forms of a mend: why, and to which match."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.desk import SHORT_REASON


class SwapForm(forms.Form):
    """Why the sides change; the version that was looked at."""

    use_required_attribute = False
    reason = forms.CharField(label=_("Motivo"), widget=forms.TextInput(attrs=SHORT_REASON))
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=32_000)


class MoveForm(SwapForm):
    """And where the acta belongs: a table, a number or a code, as at the desk."""

    to = forms.CharField(
        label=_("Mesa o partida n.º"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric", "size": 6}),
    )
    field_order = ("to", "reason")
