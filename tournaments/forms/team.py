"""Somebody joins the team."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role


class MemberForm(forms.Form):
    """`username` is that of an account: each helper makes their own."""

    username = forms.CharField(
        label=_("Nombre de usuario"),
        max_length=150,
        help_text=_("El de su cuenta en Tapete. Si aún no tiene, que la cree y le diga cuál es."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Papel"), widget=forms.RadioSelect, initial=Role.DESK)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [(role.value, _MEANINGS[role]) for role in Role]


_MEANINGS = {
    Role.ORGANISER: _("Organización: todo, también sortear, ajustes y equipo"),
    Role.DESK: _("Mesa de control: inscripciones, mesas, resultados e impresos"),
    Role.REFEREE: _("Árbitro: resultados, correcciones, mesas e impresos"),
}
