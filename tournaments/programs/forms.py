"""Form of a webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import ChangeKind
from tournaments.programs.services import URL_LENGTH


class WebhookForm(forms.Form):
    """The address of another program, and the kinds of changes that it gets."""

    url = forms.CharField(
        label=_("Dirección del programa"),
        max_length=URL_LENGTH,
        help_text=_("Empieza por https://. La da el programa que recibirá los avisos."),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Avisar de los cambios en"),
        choices=ChangeKind.choices,
        initial=[ChangeKind.MATCH, ChangeKind.ROUND],
        widget=forms.CheckboxSelectMultiple,
    )
