"""The forms that delete people's data, each with one confirmation."""

from django import forms
from django.utils.translation import gettext_lazy as _


class DeleteTournamentForm(forms.Form):
    """The tournament's name, typed again, and a second «yes» while the tournament is in play."""

    name = forms.CharField(
        label=_("Escriba el nombre del torneo para borrarlo"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    while_playing = forms.BooleanField(label=_("Sí, aunque se esté jugando"), required=False)


class DeleteAccountForm(forms.Form):
    """The password, so that a phone left on a table cannot delete the account."""

    password = forms.CharField(
        label=_("Su contraseña"),
        max_length=128,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
