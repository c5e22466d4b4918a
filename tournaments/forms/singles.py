"""Partners for those who came alone."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.numbers import TwoForm
from tournaments.services.singles import SEED_LENGTH
from tournaments.wording.singles import METHODS


class CoupleForm(TwoForm):
    """Two who will play together."""


class PartnersForm(forms.Form):
    """All of them at once, with the seed said aloud."""

    method = forms.ChoiceField(
        label=_("Cómo"),
        choices=list(METHODS.items()),
        initial=next(iter(METHODS)),
        widget=forms.RadioSelect,
    )
    seed = forms.CharField(
        label=_("Semilla"),
        max_length=SEED_LENGTH,
        help_text=_("Lo mejor es que la diga alguien de la sala en voz alta. Quedará escrita."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
