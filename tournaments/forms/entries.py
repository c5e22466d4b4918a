"""An entry as it is typed at the desk."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.imports.lines import read_line, read_person, tick_of, write_person
from tournaments.imports.rows import PLAYERS
from tournaments.imports.teams import squad_of
from tournaments.models import Entry, Stage, Tournament
from tournaments.names.people import Person
from tournaments.names.surnames import filed
from tournaments.services.entries.checks import SESSION, takes_singles
from tournaments.wording.stages import stage_title

LONGEST = 210  # letters of a field: the service says what is too long for a name
LABELS = [_("Jugador 1"), _("Jugador 2"), _("Jugador 3")]


class StageChoice(forms.TypedChoiceField):
    """By which stage to enter, where there is more than one."""

    def __init__(self, stages: Sequence[Stage], **kwargs: Any) -> None:
        choices = [(stage.number, stage_title(stage)) for stage in stages]
        super().__init__(label=_("Fase"), coerce=int, choices=choices, **kwargs)


class EntryForm(forms.Form):
    """People in the words of `lines.read_person`, a town; a team's name, its people one a line."""

    town = forms.CharField(label=_("Peña o pueblo"), max_length=LONGEST, required=False)

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        people: int = 0,
        stages: Sequence[Stage] = (),
        **kwargs: Any,
    ) -> None:
        """`people`: how many boxes, when not the usual ones; `stages`, those to choose from."""
        super().__init__(*args, **kwargs)
        self.stages = stages
        if len(stages) > 1:
            self.fields["stage"] = StageChoice(stages)
        self.squad = tournament.squad
        self.names = () if self.squad else PLAYERS[: people or tournament.entry_size]
        if self.squad:
            self.fields |= {"name": _team_name(), "people": _squad(self.squad)}
        labels = LABELS if len(self.names) > 1 else [_("Jugador")]
        for name, label in zip(self.names, labels, strict=False):
            self.fields[name] = forms.CharField(label=label, max_length=LONGEST)
        self.people_names = ("name", "people") if self.squad else self.names
        for name in (*self.people_names, "town"):
            self.fields[name].widget.attrs |= {"autocomplete": "off", "autocapitalize": "words"}
        self.order_fields([*self.people_names, "town", "stage"])

    def players(self) -> list[Person]:
        if self.squad:
            return [read_person(line) for line in squad_of(self.cleaned_data["people"])]
        typed = (self.cleaned_data[name] for name in self.names)
        return [read_person(words) for words in typed if words]

    def who(self) -> dict[str, Any]:
        """The team's name, the people and the town, as the services take them."""
        name = self.cleaned_data.get("name", "")
        return {"name": name, "players": self.players(), "town": self.cleaned_data["town"]}

    def people_fields(self) -> list[forms.BoundField]:
        """The boxes of the people."""
        return [self[name] for name in self.people_names]


class EntryEditForm(EntryForm):
    """An entry that exists, with what only the draw looks at."""

    seed = forms.IntegerField(
        label=_("Cabeza de serie"),
        required=False,
        min_value=0,
        help_text=_("1 es la primera. En blanco, ninguna."),
    )
    session = forms.CharField(
        label=_("Turno"),
        max_length=SESSION,
        required=False,
        help_text=_("Por ejemplo: mañana, noche."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = _("Por apellidos está en «%(filed)s». Para cambiarlo: «Apellidos, Nombre».")
        for name in self.names:
            if written := self.initial.get(name):
                self.fields[name].help_text = words % {"filed": filed(read_person(written))}

    def entry(self) -> dict[str, Any]:
        """Return what `edit_entry` takes."""
        return {
            **self.who(),
            "seed": self.cleaned_data["seed"] or 0,
            "session": self.cleaned_data["session"],
        }


class NewEntryForm(EntryForm):
    """One line an entry. The first field also takes a whole one: «Paco Gil / Luis Sanz (Luco)»."""

    number = forms.IntegerField(label=_("Número"), required=False)
    paid = forms.BooleanField(label=_("Pagado"), required=False)
    present = forms.BooleanField(label=_("Presente"), required=False)

    single = forms.BooleanField(label=_("Viene sin pareja"), required=False)

    def __init__(
        self, data: QueryDict | None = None, *, tournament: Tournament, **kwargs: Any
    ) -> None:
        size = 0 if tournament.squad else tournament.entry_size
        spread = data if data is None or not size else _spread(data, size)
        super().__init__(spread, tournament=tournament, **kwargs)
        if not takes_singles(tournament):
            del self.fields["single"]
        alone = data is not None and "single" in self.fields and bool(data.get("single"))
        for name in self.names[1:]:
            self.fields[name].error_messages["required"] = _("Falta una persona.")
            self.fields[name].required = not alone
        self.fields[self.people_names[0]].widget.attrs["autofocus"] = True
        self.fields["number"].widget.attrs["inputmode"] = "numeric"

    def clean_player_1(self) -> str:
        """Ask about what has no place in an entry: people too many, what follows a town."""
        text: str = self.cleaned_data["player_1"]
        if left := read_line(text, len(self.names)).left:
            words = _("Sobra «%(text)s»: bórrelo, o póngalo en la casilla que le toca.")
            raise forms.ValidationError(words % {"text": " / ".join(left)})
        return text

    def entry(self) -> dict[str, Any]:
        """Return what `register_entry` takes."""
        same = {name: self.cleaned_data[name] for name in ("number", "paid", "present")}
        single, stage = self.cleaned_data.get("single", False), self.cleaned_data.get("stage")
        return {**self.who(), **same, "single": single, "stage": stage}


def _team_name() -> forms.CharField:
    return forms.CharField(
        label=_("Nombre del equipo"),
        max_length=LONGEST,
        help_text=_("O del centro o el bar que lo presenta."),
    )


def _squad(most: int) -> forms.CharField:
    return forms.CharField(
        label=_("Jugadores"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=format_lazy(
            _("Uno por línea, hasta {most}. Se pueden dejar para después."), most=most
        ),
    )


def _spread(data: QueryDict, size: int) -> QueryDict:
    """Return what was typed, with a whole entry in the first box moved to its boxes."""
    if any(data.get(name, "").strip() for name in PLAYERS[1:]):
        return data
    typed = read_line(data.get("player_1", ""), size)
    if typed.left or not getattr(typed, PLAYERS[size - 1]):
        return data
    spread = data.copy()
    for word in typed.ticks:
        field, says_yes = tick_of(word)
        if says_yes:
            spread[field] = "on"
    for name in PLAYERS[:size]:
        spread[name] = getattr(typed, name)
    spread["town"] = data.get("town", "").strip() or typed.town
    spread["number"] = data.get("number", "").strip() or typed.number
    return spread


def initial_of(entry: Entry) -> dict[str, str]:
    """Return what `EntryEditForm` shows of an entry that exists."""
    written = [write_person(seat.player.person, entry.town) for seat in entry.seats.all()]
    return {
        **dict(zip(PLAYERS, written, strict=False)),
        "name": entry.name,
        "people": "\n".join(written),
        "town": entry.town,
        "session": entry.session,
        "seed": str(entry.seed or ""),
        "stage": str(entry.enters),
    }
