"""An entry as it is typed at the desk."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.imports.lines import read_line, read_person, write_person
from tournaments.imports.rows import PLAYERS
from tournaments.models import Entry
from tournaments.people import Person
from tournaments.wording.imports import ERRORS

LONGEST = 210  # letters of a field: the service says what is too long for a name
LABELS = [_("Jugador 1"), _("Jugador 2"), _("Jugador 3")]


class EntryForm(forms.Form):
    """As many people as make an entry and their town, each in the words of `lines.read_person`."""

    town = forms.CharField(label=_("Peña o pueblo"), max_length=LONGEST, required=False)

    def __init__(self, *args: Any, size: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = PLAYERS[:size]
        for name, label in zip(self.names, LABELS if size > 1 else [_("Jugador")], strict=False):
            self.fields[name] = forms.CharField(label=label, max_length=LONGEST)
        for name in (*self.names, "town"):
            self.fields[name].widget.attrs |= {"autocomplete": "off", "autocapitalize": "words"}
        self.order_fields([*self.names, "town"])

    def players(self) -> list[Person]:
        return [read_person(self.cleaned_data[name]) for name in self.names]

    def people_fields(self) -> list[forms.BoundField]:
        """The boxes of the people."""
        return [self[name] for name in self.names]


class NewEntryForm(EntryForm):
    """One line an entry. The first field also takes a whole one: «Paco Gil / Luis Sanz (Luco)»."""

    number = forms.IntegerField(label=_("Número"), required=False)
    paid = forms.BooleanField(label=_("Pagado"), required=False)
    present = forms.BooleanField(label=_("Presente"), required=False)

    def __init__(self, data: QueryDict | None = None, *, size: int, **kwargs: Any) -> None:
        super().__init__(None if data is None else _spread(data, size), size=size, **kwargs)
        for name in self.names[1:]:
            self.fields[name].error_messages["required"] = _("Falta una persona.")
        self.fields["player_1"].widget.attrs["autofocus"] = True
        self.fields["number"].widget.attrs["inputmode"] = "numeric"

    def clean_player_1(self) -> str:
        """More people in one box than an entry takes is no name."""
        text: str = self.cleaned_data["player_1"]
        extra = read_line(text, len(self.names)).extra
        if extra:
            many = {"count": extra + len(self.names)}
            raise forms.ValidationError(ERRORS["too_many_people"] % many)
        return text

    def entry(self) -> dict[str, Any]:
        """What `register_entry` takes."""
        same = {name: self.cleaned_data[name] for name in ("number", "town", "paid", "present")}
        return {"players": self.players(), **same}


def _spread(data: QueryDict, size: int) -> QueryDict:
    """What was typed, with a whole entry in the first box moved to its boxes."""
    if any(data.get(name, "").strip() for name in PLAYERS[1:]):
        return data
    typed = read_line(data.get("player_1", ""), size)
    if typed.extra or not getattr(typed, PLAYERS[size - 1]):
        return data
    spread = data.copy()
    for name in PLAYERS[:size]:
        spread[name] = getattr(typed, name)
    spread["town"] = data.get("town", "").strip() or typed.town
    spread["number"] = data.get("number", "").strip() or typed.number
    return spread


def initial_of(entry: Entry) -> dict[str, str]:
    """What `EntryForm` shows of an entry that exists."""
    people = [
        Person(seat.player.name, seat.player.surname, seat.player.town)
        for seat in entry.seats.all()
    ]
    written = (write_person(someone, entry.town) for someone in people)
    return {**dict(zip(PLAYERS, written, strict=False)), "town": entry.town}
