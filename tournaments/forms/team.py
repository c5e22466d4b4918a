"""Somebody joins the team, by their name or by a link; and changes what they do."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role
from tournaments.services.access.invitations import MOST_HOURS, MOST_PLACES
from tournaments.table_ranges import LONGEST


class RoleForm(forms.Form):
    """The role of somebody, and his tables."""

    role = forms.ChoiceField(label=_("Papel"), widget=forms.RadioSelect, initial=Role.DESK)
    tables = forms.CharField(
        label=_("Mesas que arbitra"),
        max_length=LONGEST,
        required=False,
        help_text=_("Por ejemplo 1-12, 20. En blanco, todas. Solo para un árbitro."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [(role.value, _MEANINGS[role]) for role in Role]


class MemberForm(RoleForm):
    """`username` is that of an account: each helper makes their own."""

    username = forms.CharField(
        label=_("Nombre de usuario"),
        max_length=150,
        help_text=_("El de su cuenta en Tapete. Si aún no tiene, hágale un enlace de invitación."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )


class InvitationForm(RoleForm):
    """How long a link is good, and for how many."""

    hours = forms.IntegerField(
        label=_("Horas que vale"), initial=24, min_value=1, max_value=MOST_HOURS
    )
    places = forms.IntegerField(
        label=_("Para cuántas personas"),
        initial=1,
        min_value=1,
        max_value=MOST_PLACES,
        help_text=_("A quien organiza se le invita de uno en uno."),
    )


_MEANINGS = {
    Role.ORGANISER: _("Organización: todo, también sortear, ajustes y equipo"),
    Role.DESK: _("Mesa de control: inscripciones, mesas, resultados e impresos"),
    Role.REFEREE: _("Árbitro: resultados, correcciones, sanciones, mesas e impresos"),
}
