"""The form of the rehearsal."""

from django import forms
from django.utils.translation import gettext_lazy as _


class RehearsalForm(forms.Form):
    """How many play: at least those entered."""

    entries = forms.IntegerField(
        label=_("Inscripciones"),
        required=False,
        min_value=2,
        max_value=500,
        help_text=_("Si son más que las apuntadas, se inventan las que faltan."),
    )
