"""A pair as it is typed at the desk."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.imports.lines import read_line, read_person, write_person
from tournaments.models import Entry
from tournaments.people import Person

LONGEST = 210  # letters of a field: the service says what is too long for a name


class PairForm(forms.Form):
    """Two people and their town, each person in the words of `lines.read_person`."""

    player_1 = forms.CharField(label=_("Jugador 1"), max_length=LONGEST)
    player_2 = forms.CharField(label=_("Jugador 2"), max_length=LONGEST)
    town = forms.CharField(label=_("Peña o pueblo"), max_length=LONGEST, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("player_1", "player_2", "town"):
            self.fields[name].widget.attrs |= {"autocomplete": "off", "autocapitalize": "words"}

    def players(self) -> list[Person]:
        return [read_person(self.cleaned_data[name]) for name in ("player_1", "player_2")]


class NewPairForm(PairForm):
    """One line a pair. The first field also takes a whole one: «Paco Gil / Luis Sanz (Luco)»."""

    field_order = ["player_1", "player_2", "town", "number", "paid", "present"]

    number = forms.IntegerField(label=_("Número"), required=False)
    paid = forms.BooleanField(label=_("Pagado"), required=False)
    present = forms.BooleanField(label=_("Presente"), required=False)

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(None if data is None else _spread(data), **kwargs)
        self.fields["player_2"].error_messages["required"] = _("Falta una persona de la pareja.")
        self.fields["player_1"].widget.attrs["autofocus"] = True
        self.fields["number"].widget.attrs["inputmode"] = "numeric"

    def pair(self) -> dict[str, Any]:
        """What `register_pair` takes."""
        same = {name: self.cleaned_data[name] for name in ("number", "town", "paid", "present")}
        return {"players": self.players(), **same}


def _spread(data: QueryDict) -> QueryDict:
    """What was typed, with a whole pair in the first box moved to its boxes."""
    if data.get("player_2", "").strip():
        return data
    typed = read_line(data.get("player_1", ""))
    if not typed.player_2 or typed.extra:
        return data
    spread = data.copy()
    spread["player_1"], spread["player_2"] = typed.player_1, typed.player_2
    spread["town"] = data.get("town", "").strip() or typed.town
    spread["number"] = data.get("number", "").strip() or typed.number
    return spread


def initial_of(entry: Entry) -> dict[str, str]:
    """What `PairForm` shows of a pair that exists."""
    people = [
        Person(seat.player.name, seat.player.surname, seat.player.town)
        for seat in entry.seats.all()
    ]
    first, second = (write_person(someone, entry.town) for someone in people)
    return {"player_1": first, "player_2": second, "town": entry.town}
