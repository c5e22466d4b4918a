"""Forms of the public sign-up, of the desk's answer and of the settings."""

import time
from typing import Any

from django import forms
from django.core import signing
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from tournaments.models import EntryRequest, SignUpSettings, Tournament
from tournaments.models.requests import GUARDIAN_LENGTH, NOTICE_LENGTH, PHONE_LENGTH
from tournaments.people.forms.entries import FIELD_LENGTH, EntryForm
from tournaments.people.imports.lines import write_person
from tournaments.people.imports.rows import MAX_NUMBER, PLAYERS
from tournaments.people.services.checks import takes_singles
from tournaments.people.services.registering import REASON_LENGTH
from tournaments.sign_up.selectors import ALPHABET, CODE_LENGTH
from tournaments.site.forms import MomentField

SALT = "tapete.request.ticket"
MIN_SECONDS = 3  # fewest seconds from loading to sending a form; a faster sender is a program
MAX_SECONDS = 24 * 3_600  # a ticket older than this is invalid
TOGETHER, SINGLE, PARTNER_LATER = "together", "single", "later"


def new_ticket(tournament: Tournament, load_time: float | None = None) -> str:
    """Return a signed ticket for a form, with a new code for its request and the load time.

    `load_time` is in seconds since 1970; None means now.
    """
    code = get_random_string(CODE_LENGTH, ALPHABET)
    load_time = time.time() if load_time is None else load_time
    return signing.dumps([tournament.pk, code, int(load_time)], salt=SALT)


class RequestForm(EntryForm):
    """The people of a request, their phone, and the consent for minors."""

    phone = forms.CharField(
        label=_("Teléfono"),
        max_length=PHONE_LENGTH,
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
        help_text=_("Solo lo ve la organización, para avisarle de un cambio."),
    )

    def __init__(self, *args: Any, settings: SignUpSettings, **kwargs: Any) -> None:
        self.tournament = settings.tournament
        super().__init__(*args, tournament=self.tournament, **kwargs)
        for name in self.names:
            self.fields[name].help_text = _("Nombre y apellidos.")
        self.fields["phone"].required = settings.needs_phone
        self._add_company()
        self._add_ages(settings)
        names = [*self.people_names, "town", "phone", "minor", "guardian", "adults"]
        self.order_fields(["company", *names])

    def _add_company(self) -> None:
        """Add the choice: all names now, the other names later, or a single without a partner."""
        if self.squad or self.tournament.entry_size == 1:
            return
        is_trio = self.tournament.entry_size > 2
        choices = [
            (TOGETHER, _("Escribo todos los nombres")),
            (
                PARTNER_LATER,
                _("Los demás escribirán su nombre")
                if is_trio
                else _("Mi pareja escribirá su nombre"),
            ),
        ]
        if takes_singles(self.tournament):
            choices.append((SINGLE, _("Busco pareja")))
        self.fields["company"] = forms.ChoiceField(
            label=_("¿Con quién juega?"),
            choices=choices,
            initial=TOGETHER,
            widget=forms.RadioSelect,
        )
        is_together = self.data.get("company", TOGETHER) == TOGETHER
        for name in self.names[1:]:
            self.fields[name].required = is_together
            self.fields[name].error_messages["required"] = _(
                "Escriba este nombre, o elija otra opción en «¿Con quién juega?»."
            )

    def _add_ages(self, settings: SignUpSettings) -> None:
        """Add the consent of an adult if minors may play, else a box «all are adults»."""
        if settings.minors:
            self.fields["minor"] = forms.BooleanField(
                label=_("Juega algún menor de edad"), required=False
            )
            self.fields["guardian"] = forms.CharField(
                label=_("Padre, madre o tutor que da su permiso"),
                max_length=GUARDIAN_LENGTH,
                required=bool(self.data.get("minor")),
                help_text=_("Solo si juega un menor: nombre y apellidos del adulto."),
                error_messages={"required": _("Escriba el nombre del adulto que da su permiso.")},
            )
        else:
            self.fields["adults"] = forms.BooleanField(
                label=_("Todos los que se inscriben son mayores de edad"),
                error_messages={"required": _("En este torneo solo juegan mayores de edad.")},
            )

    def request(self) -> dict[str, Any]:
        """Return the arguments of `send_request` and `edit_request`."""
        single = self.cleaned_data.get("company") == SINGLE
        people = self.entry_names()
        return {
            **people,
            "players": people["players"][:1] if single else people["players"],
            "single": single,
            "phone": self.cleaned_data["phone"],
            "minor": self.cleaned_data.get("minor", False),
            "guardian": self.cleaned_data.get("guardian", ""),
        }


class NewRequestForm(RequestForm):
    """A new request. A hidden box and a ticket show whether a program sends it."""

    web = forms.CharField(
        max_length=FIELD_LENGTH, required=False
    )  # hidden: only a program fills it in
    ticket = forms.CharField(max_length=400, required=False, widget=forms.HiddenInput)

    code = ""

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("web"):
            raise forms.ValidationError(
                _("No se ha enviado: deje en blanco la casilla que no se ve."), code="honeypot"
            )
        load_time = self._load_time()
        if load_time is None:
            raise forms.ValidationError(
                _("La página llevaba mucho tiempo abierta. Vuelva a pulsar «Enviar»."), code="old"
            )
        if time.time() - load_time < MIN_SECONDS:
            raise forms.ValidationError(
                _("Espere unos segundos y vuelva a pulsar «Enviar»."), code="too_fast"
            )
        return values

    def _load_time(self) -> int | None:
        """Set `code` from the ticket and return its load time; None for an invalid ticket."""
        try:
            ticket = signing.loads(self.data.get("ticket", ""), salt=SALT)
        except signing.BadSignature:
            return None
        tournament_key, self.code, load_time = ticket
        is_valid = tournament_key == self.tournament.pk and time.time() - load_time < MAX_SECONDS
        return int(load_time) if is_valid else None

    @property
    def ticket_to_send(self) -> str:
        """Return the ticket for the page: the sent ticket if it is valid, else a new ticket."""
        if self.is_bound and self._load_time() is not None:
            return str(self.data["ticket"])
        return new_ticket(self.tournament)


def request_initial(request: EntryRequest) -> dict[str, Any]:
    """Return the initial values of `RequestForm` for a request."""
    names = [write_person(person, request.town) for person in request.people]
    company = PARTNER_LATER if request.awaits_partner else TOGETHER
    return {
        **dict(zip(PLAYERS, names, strict=False)),
        "people": "\n".join(names),
        "name": request.name,
        "town": request.town,
        "phone": request.phone,
        "company": SINGLE if request.single else company,
        "minor": bool(request.guardian),
        "guardian": request.guardian,
        "adults": True,
    }


class CodeForm(forms.Form):
    """The code of a request, as its holder types it."""

    code = forms.CharField(
        label=_("Código de su solicitud"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )


class AnswerForm(forms.Form):
    """The requests that the desk has marked, and the reason of a refusal."""

    requests = forms.TypedMultipleChoiceField(
        coerce=int, error_messages={"required": _("Marque al menos una solicitud.")}
    )
    reason = forms.CharField(
        label=_("Motivo, si las rechaza"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=_("Lo leen en la página de su solicitud."),
    )

    def __init__(self, *args: Any, requests: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["requests"].choices = [(key, key) for key in requests]  # type: ignore[attr-defined]


class SignUpForm(forms.ModelForm):  # type: ignore[type-arg]
    """The settings of the sign-up; `edit_sign_up` checks their combinations."""

    opens_at = MomentField(
        label=_("Se abre"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("En blanco, ya."),
    )
    closes_at = MomentField(
        label=_("Se cierra"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("En blanco, al hacer el primer sorteo."),
    )
    minimum = forms.IntegerField(
        label=_("Inscripciones necesarias para que se juegue"),
        required=False,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text=_("Si no se llega, se devuelve lo pagado. En blanco, ninguna."),
    )

    class Meta:
        model = SignUpSettings
        fields = (
            *("opened", "opens_at", "closes_at", "minimum", "notice", "needs_phone", "minors"),
            *("waits", "advances", "accepts"),
        )
        widgets = {"notice": forms.Textarea(attrs={"rows": 5, "maxlength": NOTICE_LENGTH})}
        help_texts = {
            "notice": _("Premios, comida, cómo llegar: hasta 1.000 caracteres."),
            "minors": _("Un adulto escribe su nombre. Sin marcar, solo mayores de edad."),
            "waits": _("Sin marcar, la página se cierra al llenarse las plazas."),
            "advances": _(
                "Si queda una plaza libre antes del primer sorteo, la ocupa el primero de la lista."
            ),
            "accepts": _(
                "El torneo necesita un número de plazas. Si llegan más de 10 por minuto, las demás "
                "esperan a la mesa de control."
            ),
        }

    def changes(self) -> dict[str, Any]:
        """Return the arguments of `edit_sign_up`."""
        return {**self.cleaned_data, "minimum": self.cleaned_data["minimum"] or 0}


class PosterForm(forms.Form):
    """The picture of a poster. Its content is checked, not the name of the file."""

    use_required_attribute = False
    poster = forms.FileField(
        label=_("Cartel, en JPEG, PNG o WebP"),
        help_text=_("De 8 MB como mucho."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        error_messages={
            "required": _("Elija antes la imagen del cartel."),
            "empty": _("Ese archivo está vacío."),
            "missing": _("Elija antes la imagen del cartel."),
        },
    )
