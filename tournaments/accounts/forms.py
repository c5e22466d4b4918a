"""Forms of accounts, with plainer texts than allauth's."""

from typing import Any

from allauth.account.forms import LoginForm, ResetPasswordForm, SignupForm
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.mail import sends_mail
from tournaments.accounts.selectors import tournaments_for_token
from tournaments.accounts.services.accounts import DISPLAY_NAME_LENGTH
from tournaments.accounts.services.roles import MOST_HOURS, MOST_PLACES
from tournaments.accounts.services.tokens import NAME_LENGTH
from tournaments.accounts.throttling import CODE, note_wrong, refuse_if_throttled
from tournaments.models import Role, Scope
from tournaments.table_ranges import RANGES_LENGTH

MOST_ACCOUNTS_PER_ADDRESS = 5  # accounts per mail address: each costs a password check at login


class EnterForm(LoginForm):
    """Login by username or mail address; the browser stays logged in if the box is ticked."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Usuario o correo electrónico")
        self.fields["login"].widget.attrs.pop("placeholder", None)
        self.fields["remember"].initial = True
        self.fields["remember"].label = _("Seguir dentro aunque cierre el navegador")


def display_name_field() -> forms.CharField:
    """Build the field of the display name, for sign-up and for the account page."""
    return forms.CharField(
        label=_("Nombre que verán los demás"),
        max_length=DISPLAY_NAME_LENGTH,
        required=False,
        help_text=_("Sale junto a sus anotaciones. El usuario con el que entra no se publica."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class NewAccountForm(SignupForm):
    """Sign-up. It does not reveal whether an address already has an account."""

    field_order = ["username", "shown_name", "email", "password1", "password2"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["shown_name"] = display_name_field()
        self.order_fields(self.field_order)
        self.fields["username"].help_text = _("Con el que entrará. No se publica.")
        self.fields["email"].help_text = _("Solo para recuperar la contraseña.")

    def clean_email(self) -> str:
        email: str = super().clean_email()
        accounts = User.objects.filter(email__iexact=email) if email else User.objects.none()
        return "" if accounts.count() >= MOST_ACCOUNTS_PER_ADDRESS else email


class LostPasswordForm(ResetPasswordForm):
    """Request of a password link by mail; invalid on a site that sends no mail."""

    def clean(self) -> dict[str, Any] | None:
        if not sends_mail():
            raise forms.ValidationError(_("Este sitio no envía correo."))
        data: dict[str, Any] | None = super().clean()
        return data


class _CodeForm:
    """Second step of the login: it throttles wrong codes."""

    user: User
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        attributes = self.fields["code"].widget.attrs
        attributes.pop("placeholder", None)
        attributes["autofocus"] = True

    def clean_code(self) -> str:
        request, key = context.request, str(self.user.pk)
        refuse_if_throttled(request, CODE, key, self.user)
        try:
            code: str = super().clean_code()  # type: ignore[misc]
        except forms.ValidationError:
            note_wrong(request, CODE, key, user=self.user)
            raise
        return code


class SecondStepForm(_CodeForm, AuthenticateForm):
    """The code of the second factor, asked after the password."""


class SecondStepAgainForm(_CodeForm, ReauthenticateForm):
    """The code of the second factor, asked again before a sensitive action."""


class ShownNameForm(forms.Form):
    """Display name of the account."""

    shown_name = display_name_field()


class TokenForm(forms.Form):
    """New token for a program."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    name = forms.CharField(
        label=_("Para qué es"),
        max_length=NAME_LENGTH,
        help_text=_("Por ejemplo «Pantalla del casino»: así sabrá cuál retirar."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    days = forms.IntegerField(label=_("Días que vale"), min_value=1)
    scopes = forms.MultipleChoiceField(
        label=_("Qué podrá hacer"),
        choices=Scope.choices,
        initial=[Scope.READ],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Nunca más de lo que puede hacer usted. Leer va siempre incluido."),
    )
    tournament = forms.ChoiceField(label=_("En qué torneo"), required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = [(tournament.slug, tournament.name) for tournament in tournaments_for_token(user)]
        self.fields["tournament"].choices = [("", _("En todos los suyos")), *own]
        maximum = settings.TAPETE_TOKEN_DAYS
        days = self.fields["days"]
        days.initial, days.max_value = min(30, maximum), maximum
        days.widget.attrs["max"] = maximum
        days.help_text = _("Como mucho, %(most)s.") % {"most": maximum}


class AccountForm(forms.Form):
    """Account that a superuser makes for another person."""

    username = forms.CharField(
        label=_("Nombre de usuario"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    shown_name = display_name_field()


# --- Members and roles ----------------------------------------------------------------------------
class RoleForm(forms.Form):
    """Role of a member, with a referee's tables, or the stage that a member organises."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    role = forms.ChoiceField(label=_("Cargo"), widget=forms.RadioSelect, initial=Role.DESK)
    tables = forms.CharField(
        label=_("Mesas que arbitra"),
        max_length=RANGES_LENGTH,
        required=False,
        help_text=_("Por ejemplo 1-12, 20. En blanco, todas. Solo para un árbitro."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    stage = forms.IntegerField(
        label=_("Fase que organiza"),
        required=False,
        min_value=1,
        max_value=999,
        help_text=_("Su número. Solo para la organización de una fase."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [
            (role.value, _MEANINGS[role])
            for role in Role
            if role != Role.STAGE or "stage" in self.fields
        ]

    def clean_stage(self) -> int:
        return self.cleaned_data["stage"] or 0


class MemberForm(RoleForm):
    """New member, by the username of an existing account."""

    username = forms.CharField(
        label=_("Nombre de usuario"),
        max_length=150,
        help_text=_(
            "El de su cuenta en Tapete. Si todavía no tiene cuenta, mándele un enlace de "
            "invitación."
        ),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )


class InvitationForm(RoleForm):
    """Invitation link: its role, its tables, its hours and its number of places."""

    stage = None  # type: ignore[assignment]  # Django removes the inherited field
    hours = forms.IntegerField(
        label=_("Horas que vale"), initial=24, min_value=1, max_value=MOST_HOURS
    )
    places = forms.IntegerField(
        label=_("Para cuántas personas"),
        initial=1,
        min_value=1,
        max_value=MOST_PLACES,
        help_text=_("La organización se invita de uno en uno."),
    )


_MEANINGS = {
    Role.ORGANISER: _("Organización: todo, también sortear, ajustes y colaboradores"),
    Role.STAGE: _("Organización de una fase: sortear, publicar y corregir solo en ella"),
    Role.DESK: _("Mesa de control: inscripciones, mesas, resultados e impresos"),
    Role.REFEREE: _("Árbitro: resultados, correcciones, sanciones, mesas e impresos"),
}
