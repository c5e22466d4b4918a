"""Forms of a club, its officers and its people."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.services.clubs import NAME_LENGTH, TOWN_LENGTH
from tournaments.clubs.services.people import LENGTHS
from tournaments.models import Club, ClubPerson


class NewClubForm(forms.Form):
    """A new club."""

    name = forms.CharField(label=_("Nombre del club o la peña"), max_length=NAME_LENGTH)
    town = forms.CharField(label=_("Pueblo o ciudad"), max_length=TOWN_LENGTH, required=False)


class ClubForm(NewClubForm):
    """The settings of a club."""

    shows_people = forms.BooleanField(
        label=_("Mostrar en público la página de cada persona"),
        required=False,
        help_text=_(
            "Con los torneos públicos que ha jugado, sus parejas y sus resultados. La licencia y "
            "el contacto no se muestran nunca. Cada persona puede pedir que la suya no se muestre."
        ),
    )


class DeleteClubForm(forms.Form):
    """The name of the club, typed again."""

    name = forms.CharField(label=_("Nombre del club"), max_length=NAME_LENGTH)


class OfficerForm(forms.Form):
    """A new officer by username."""

    username = forms.CharField(
        label=_("Nombre de usuario"),
        max_length=150,
        help_text=_("El de su cuenta en Tapete. Verá y cambiará las mismas cosas que usted."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )


class PersonForm(forms.Form):
    """A person of a club."""

    name = forms.CharField(label=_("Nombre o apodo"), max_length=LENGTHS["name"])
    surname = forms.CharField(label=_("Apellidos"), max_length=LENGTHS["surname"], required=False)
    town = forms.CharField(label=_("Peña o pueblo"), max_length=LENGTHS["town"], required=False)
    licence = forms.CharField(
        label=_("Licencia"),
        max_length=LENGTHS["licence"],
        required=False,
        help_text=_("Solo la ve la secretaría del club."),
    )
    contact = forms.CharField(
        label=_("Teléfono o correo"),
        max_length=LENGTHS["contact"],
        required=False,
        help_text=_("Solo lo ve la secretaría del club."),
    )
    hidden = forms.BooleanField(
        label=_("No mostrar su página en público"),
        required=False,
        help_text=_("Márquelo si la persona lo pide."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"


def person_initial(person: ClubPerson) -> dict[str, Any]:
    """Return the initial values of `PersonForm` for an existing person."""
    return {name: getattr(person, name) for name in PersonForm.base_fields}


class TournamentClubForm(forms.Form):
    """The club of a tournament, among the clubs that the user runs."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    club = forms.ModelChoiceField(
        Club.objects.none(), label=_("Club"), required=False, empty_label=_("Ninguno")
    )

    def __init__(self, *args: Any, clubs: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = clubs
