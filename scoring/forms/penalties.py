"""Noting and lifting a penalty."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models.penalty import MOST_PENALTY, REASON_LENGTH


class PenaltyForm(forms.Form):
    points = forms.IntegerField(
        label=_("Puntos de sanción"), min_value=1, max_value=MOST_PENALTY, initial=1
    )
    reason = forms.CharField(
        label=_("Motivo"),
        max_length=REASON_LENGTH,
        help_text=_("Lo ve todo el mundo en la página de la inscripción."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class LiftForm(forms.Form):
    reason = forms.CharField(
        label=_("Por qué se levanta"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
