"""Forms of an entry at the desk."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Player, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.names.people import Person
from tournaments.names.surnames import filed_name
from tournaments.people.imports.lines import read_line, read_person, tick_of, write_person
from tournaments.people.imports.rows import MAX_NUMBER, PLAYERS, SESSION_LENGTH
from tournaments.people.imports.teams import read_squad
from tournaments.people.services.checks import takes_singles
from tournaments.people.services.singles import SEED_LENGTH
from tournaments.people.services.substitutions import REASON_LENGTH
from tournaments.people.words.wishes import METHODS
from tournaments.setup.words.stages import stage_title
from tournaments.site.forms import TwoEntriesForm

FIELD_LENGTH = 210  # the most letters of a field: the service refuses a name that is too long
LABELS = [_("Jugador 1"), _("Jugador 2"), _("Jugador 3")]


class StageChoice(forms.TypedChoiceField):
    """Stage to enter by, if there are several."""

    def __init__(self, stages: Sequence[Stage], **kwargs: Any) -> None:
        choices = [(stage.number, stage_title(stage)) for stage in stages]
        super().__init__(label=_("Fase"), coerce=int, choices=choices, **kwargs)


def suggestion_attributes(tournament: Tournament) -> dict[str, str]:
    """Return the attributes of a box that suggests people of the tournament's club.

    Returns {} without a club. The page needs `<datalist id="personas">`.
    """
    if tournament.club_id is None:
        return {}
    return {
        "list": "personas",
        "hx-get": reverse("entry_suggestions", args=[tournament.slug]),
        "hx-trigger": "input changed delay:300ms",
        "hx-target": "#personas",
        "hx-sync": "this:replace",
    }


class EntryForm(forms.Form):
    """Form of an entry: its people, as `lines.read_person` reads them, and its town.

    A team has a name, and one box for its people.
    """

    town = forms.CharField(label=_("Peña o pueblo"), max_length=FIELD_LENGTH, required=False)

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        people: int = 0,
        stages: Sequence[Stage] = (),
        **kwargs: Any,
    ) -> None:
        """Build `people` boxes (default: the entry's size) and the choice between `stages`."""
        super().__init__(*args, **kwargs)
        self.stages = stages
        if len(stages) > 1:
            self.fields["stage"] = StageChoice(stages)
        self.squad = tournament.squad
        self.names = () if self.squad else PLAYERS[: people or tournament.entry_size]
        if self.squad:
            self.fields |= {"name": _team_name_field(), "people": _people_field(self.squad)}
        labels = LABELS if len(self.names) > 1 else [_("Jugador")]
        for name, label in zip(self.names, labels, strict=False):
            self.fields[name] = forms.CharField(label=label, max_length=FIELD_LENGTH)
        self.people_names = ("name", "people") if self.squad else self.names
        for name in (*self.people_names, "town"):
            self.fields[name].widget.attrs |= {"autocomplete": "off", "autocapitalize": "words"}
        for name in self.names:
            self.fields[name].widget.attrs |= suggestion_attributes(tournament)
        self.order_fields([*self.people_names, "town", "stage"])

    def players(self) -> list[Person]:
        if self.squad:
            return [read_person(line) for line in read_squad(self.cleaned_data["people"])]
        texts = (self.cleaned_data[name] for name in self.names)
        return [read_person(text) for text in texts if text]

    def entry_names(self) -> dict[str, Any]:
        """Return the team's name, the people and the town, as arguments of the services."""
        name = self.cleaned_data.get("name", "")
        return {"name": name, "players": self.players(), "town": self.cleaned_data["town"]}

    def people_fields(self) -> list[forms.BoundField]:
        """Return the boxes of the people; a team has also the box of its name."""
        return [self[name] for name in self.people_names]


class EntryEditForm(EntryForm):
    """Form of an existing entry, with the fields that only the draw uses."""

    seed = forms.IntegerField(
        label=_("Cabeza de serie"),
        required=False,
        min_value=0,
        help_text=_("1 es la primera. En blanco, ninguna."),
    )
    session = forms.CharField(
        label=_("Turno"),
        max_length=SESSION_LENGTH,
        required=False,
        help_text=_("Por ejemplo: mañana, noche."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sentence = _("Por apellidos está en «%(filed)s». Para cambiarlo: «Apellidos, Nombre».")
        for name in self.names:
            if typed_name := self.initial.get(name):
                self.fields[name].help_text = sentence % {
                    "filed": filed_name(read_person(typed_name))
                }

    def entry(self) -> dict[str, Any]:
        """Return the arguments of `edit_entry`."""
        return {
            **self.entry_names(),
            "seed": self.cleaned_data["seed"] or 0,
            "session": self.cleaned_data["session"],
        }


class NewEntryForm(EntryForm):
    """Form of a new entry.

    The first box also takes a complete entry: «Paco Gil / Luis Sanz (Luco)».
    """

    number = forms.IntegerField(label=_("Número"), required=False)
    paid = forms.BooleanField(label=_("Pagado"), required=False)
    present = forms.BooleanField(label=_("Presente"), required=False)

    single = forms.BooleanField(label=_("Viene sin pareja"), required=False)

    def __init__(
        self, data: QueryDict | None = None, *, tournament: Tournament, **kwargs: Any
    ) -> None:
        size = 0 if tournament.squad else tournament.entry_size
        form_data = data if data is None or not size else _spread_entry(data, size)
        super().__init__(form_data, tournament=tournament, **kwargs)
        if not takes_singles(tournament):
            del self.fields["single"]
        is_single = data is not None and "single" in self.fields and bool(data.get("single"))
        for name in self.names[1:]:
            self.fields[name].error_messages["required"] = _("Escriba otra persona.")
            self.fields[name].required = not is_single
        self.fields[self.people_names[0]].widget.attrs["autofocus"] = True
        self.fields["number"].widget.attrs["inputmode"] = "numeric"

    def clean_player_1(self) -> str:
        """Refuse text that belongs to no field: extra people, words after a town."""
        text: str = self.cleaned_data["player_1"]
        if extra_texts := read_line(text, len(self.names)).left:
            sentence = _("«%(text)s» no va aquí: bórrelo, o póngalo en la casilla que le toca.")
            raise forms.ValidationError(sentence % {"text": " / ".join(extra_texts)})
        return text

    def entry(self) -> dict[str, Any]:
        """Return the arguments of `register_entry`."""
        values = {name: self.cleaned_data[name] for name in ("number", "paid", "present")}
        single, stage = self.cleaned_data.get("single", False), self.cleaned_data.get("stage")
        return {**self.entry_names(), **values, "single": single, "stage": stage}


def _team_name_field() -> forms.CharField:
    return forms.CharField(
        label=_("Nombre del equipo"),
        max_length=FIELD_LENGTH,
        help_text=_("O del centro o el bar que lo presenta."),
    )


def _people_field(limit: int) -> forms.CharField:
    return forms.CharField(
        label=_("Jugadores"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=format_lazy(
            _("Uno por línea, hasta {most}. Se pueden dejar para después."), most=limit
        ),
    )


def _spread_entry(data: QueryDict, size: int) -> QueryDict:
    """Return the data of the form, with a complete entry of the first box spread over all boxes."""
    if any(data.get(name, "").strip() for name in PLAYERS[1:]):
        return data
    entry = read_line(data.get("player_1", ""), size)
    if entry.left or not getattr(entry, PLAYERS[size - 1]):
        return data
    spread_data = data.copy()
    for word in entry.ticks:
        field, says_yes = tick_of(word)
        if says_yes:
            spread_data[field] = "on"
    for name in PLAYERS[:size]:
        spread_data[name] = getattr(entry, name)
    spread_data["town"] = data.get("town", "").strip() or entry.town
    spread_data["number"] = data.get("number", "").strip() or entry.number
    return spread_data


def entry_initial(entry: Entry) -> dict[str, str]:
    """Return the initial values of `EntryEditForm` for an existing entry."""
    names = [write_person(seat.player.person, entry.town) for seat in entry.seats.all()]
    return {
        **dict(zip(PLAYERS, names, strict=False)),
        "name": entry.name,
        "people": "\n".join(names),
        "town": entry.town,
        "session": entry.session,
        "seed": str(entry.seed or ""),
        "stage": str(entry.enters),
    }


# --- Singles --------------------------------------------------------------------------------------
class PartnerForm(forms.Form):
    """Partner of a person who came alone: a name, or the number of another single."""

    partner = forms.CharField(
        label=_("Su pareja"),
        max_length=FIELD_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )

    def __init__(self, *args: Any, entry: Entry, audience: Audience, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": f"pareja-{entry.number}-%s", **kwargs})
        self.entry = entry
        params = {"name": entry.title_for(audience)}
        self.fields["partner"].widget.attrs["aria-label"] = _("Pareja de %(name)s") % params

    def clean_partner(self) -> Person | Entry:
        """Return the single with that number if the text is a number; else the named person."""
        text: str = self.cleaned_data["partner"].strip()
        if not text.isdecimal():
            return read_person(text)
        entry = self.entry.tournament.entries.filter(number=int(text[:9])).first()
        if entry is None:
            raise forms.ValidationError(_("Nadie tiene el número %(n)s.") % {"n": text[:9]})
        return entry


class CoupleForm(TwoEntriesForm):
    """Two singles who will play together."""


class PartnersForm(forms.Form):
    """Draw of partners for all singles, with the public seed."""

    method = forms.ChoiceField(
        label=_("Cómo"),
        choices=list(METHODS.items()),
        initial=next(iter(METHODS)),
        widget=forms.RadioSelect,
    )
    seed = forms.CharField(
        label=_("Semilla"),
        max_length=SEED_LENGTH,
        help_text=_("Lo mejor es que alguien de la sala la elija en voz alta. Quedará escrita."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


# --- Substitutions --------------------------------------------------------------------------------
class SubstituteForm(forms.Form):
    """Substitution: the player who leaves, the new player and the reason."""

    fields: dict[str, Any]  # Django creates the fields at run time, each with its own class

    leaves = forms.ChoiceField(label=_("Quién sale"), widget=forms.RadioSelect)
    round = forms.ChoiceField(label=_("Para cuánto tiempo"), widget=forms.RadioSelect, initial="")
    comes = forms.CharField(
        label=_("Quién entra"),
        max_length=FIELD_LENGTH,
        help_text=_("El pueblo puede ir detrás del nombre: «Paco Gil (Calamocha)»."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "words", "list": "suplentes"}
        ),
    )
    reason = forms.CharField(
        label=_("Motivo"),
        max_length=REASON_LENGTH,
        help_text=_("Lo verá el público, junto a los dos nombres."),
    )

    def __init__(
        self,
        *args: Any,
        entry: Entry,
        audience: Audience,
        rounds: Sequence[Round] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rounds = {str(round.serial): round for round in rounds}
        if rounds:
            durations: list[tuple[str, Any]] = [("", _("Desde ahora, hasta el final"))]
            for serial, round in self.rounds.items():
                durations.append((serial, _("Solo %(round)s") % {"round": round}))
            self.fields["round"].choices = durations
            self.fields["round"].required = False
        else:
            del self.fields["round"]
        self.people: dict[str, Player] = {
            str(seat.player_id): seat.player for seat in entry.seats.all()
        }
        choices = [(key, player.name_for(audience)) for key, player in self.people.items()]
        self.fields["leaves"].choices = choices
        self.fields["comes"].widget.attrs |= suggestion_attributes(entry.tournament)
        if len(choices) == 1:
            self.fields["leaves"].initial = choices[0][0]

    def only_round(self) -> Round | None:
        """Return the only round that the substitute plays; None for every round from now on."""
        return self.rounds.get(self.cleaned_data.get("round", ""))

    def change(self) -> dict[str, Any]:
        """Return the arguments of `substitute_player`."""
        return {
            "leaves": self.people[self.cleaned_data["leaves"]],
            "comes": read_person(self.cleaned_data["comes"]),
            "reason": self.cleaned_data["reason"],
        }


class ReserveForm(forms.Form):
    """A person for the list of reserves."""

    person = forms.CharField(
        label=_("Nombre y apellidos"),
        max_length=FIELD_LENGTH,
        help_text=_("El pueblo puede ir detrás del nombre: «Paco Gil (Calamocha)»."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )


# --- Seeding --------------------------------------------------------------------------------------
class SeedingForm(forms.Form):
    """Seeds and sessions of all entries: two boxes for each, `seed_12` and `session_12`."""

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        for entry in entries:
            params = {"number": entry.number}
            self.fields[f"seed_{entry.number}"] = forms.IntegerField(
                label=_("Cabeza de serie del %(number)s") % params,
                required=False,
                min_value=0,
                max_value=MAX_NUMBER,
                initial=entry.seed or None,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 4}),
            )
            self.fields[f"session_{entry.number}"] = forms.CharField(
                label=_("Turno del %(number)s") % params,
                required=False,
                max_length=SESSION_LENGTH,
                initial=entry.session,
                widget=forms.TextInput(attrs={"size": 10, "list": "turnos"}),
            )

    def rows(self) -> Iterator[tuple[Entry, forms.BoundField, forms.BoundField]]:
        for entry in self.entries:
            yield entry, self[f"seed_{entry.number}"], self[f"session_{entry.number}"]

    def sessions(self) -> list[str]:
        """Return the sessions that entries have, to choose from."""
        return sorted({entry.session for entry in self.entries if entry.session})

    def seeding(self) -> dict[str, Any]:
        """Return the arguments of `set_seeding`: only the boxes that were sent."""
        numbers = [entry.number for entry in self.entries]
        seeds = {
            n: self.cleaned_data[f"seed_{n}"] or 0 for n in numbers if f"seed_{n}" in self.data
        }
        sessions = {
            n: self.cleaned_data[f"session_{n}"] for n in numbers if f"session_{n}" in self.data
        }
        return {"seeds": seeds, "sessions": sessions}
