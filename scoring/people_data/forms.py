"""The forms with which people's data are deleted: each is asked once, in words."""

from django import forms
from django.utils.translation import gettext_lazy as _


class DeleteTournamentForm(forms.Form):
    """The name typed again, and once more «yes» while it is being played."""

    name = forms.CharField(
        label=_("Escriba el nombre del torneo para borrarlo"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    while_playing = forms.BooleanField(label=_("Sí, aunque se esté jugando"), required=False)


class DeleteAccountForm(forms.Form):
    """The password, so that a telephone left on a table cannot do it."""

    password = forms.CharField(
        label=_("Su contraseña"),
        max_length=128,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
