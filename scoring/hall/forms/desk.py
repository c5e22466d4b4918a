"""Forms of the desk: correction, table, date, absence and withdrawal; and the desk line."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.actas.services import MAX_LINES
from scoring.rounds.forms import moment_field
from tournaments.models import Entry
from tournaments.names.audience import Audience
from tournaments.names.text import read_number

CHANGE, INSERT = "change", "insert"
SHORT_REASON = {"maxlength": 150, "autocomplete": "off"}


class Lines(forms.CharField):
    """The lines of an acta as text; an empty text clears an acta written by mistake."""

    def validate(self, value: str) -> None:
        self.run_validators(value)


class CorrectionForm(forms.Form):
    """The whole acta as text, with one acta line in each row, and the reason of the change.

    If one line is typed in the boxes of the usual form of a line, the page shows both forms, and
    the names of the fields here begin with `acta-`.
    """

    use_required_attribute = False
    lines = Lines(
        label=_("Las líneas del acta, una debajo de otra"),
        help_text=_("Si el acta no era de esta partida, bórrelas todas."),
        widget=forms.Textarea(attrs={"rows": 8, "class": "code", "spellcheck": "false"}),
        strip=False,
    )
    reason = forms.CharField(
        label=_("Motivo de la corrección"),
        help_text=_("Lo verá el público junto a la versión anterior."),
        widget=forms.TextInput(attrs=SHORT_REASON),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=32_000)
    # A single line typed in its own boxes replaces line `at`, or is inserted before it.
    what = forms.ChoiceField(
        widget=forms.HiddenInput, required=False, choices=[(CHANGE, CHANGE), (INSERT, INSERT)]
    )
    at = forms.IntegerField(
        widget=forms.HiddenInput, required=False, min_value=1, max_value=MAX_LINES
    )
    # The consequences for draws that the page showed, for the user to confirm.
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=100_000)

    def written(self, line: str = "") -> list[str]:
        """Return the typed lines, without empty lines, after `line` is put in its place.

        The form must have been validated.
        """
        text = self.cleaned_data.get("lines", "")
        lines = [one.strip() for one in text.splitlines() if one.strip()]
        what, at = self.cleaned_data.get("what"), self.cleaned_data.get("at")
        if what and at:
            lines[at - 1 : at - 1 + (what == CHANGE)] = [line] if line else []
        return lines


class TableForm(forms.Form):
    use_required_attribute = False
    table = forms.IntegerField(
        label=_("Mesa"),
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True, "size": 4}
        ),
    )


class PostponeForm(forms.Form):
    """The new date of a postponed match, if known.

    Between teams, the form can apply to the whole tie.
    """

    to = moment_field(
        _("Nuevo día y hora"), required=False, help_text=_("En blanco, si todavía no se sabe.")
    )
    whole_tie = forms.BooleanField(
        label=_("El enfrentamiento entero: todas las mesas que le quedan"), required=False
    )
    reason = forms.CharField(
        label=_("Motivo"), required=False, widget=forms.TextInput(attrs=SHORT_REASON)
    )

    def __init__(self, *args: Any, boards: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not boards:
            del self.fields["whole_tie"]


class ReasonForm(forms.Form):
    use_required_attribute = False
    reason = forms.CharField(
        label=_("Motivo"),
        help_text=_("Por ejemplo: se marchan, enfermedad. Quedará en el acta."),
        widget=forms.TextInput(attrs={**SHORT_REASON, "autofocus": True}),
    )


EVERYBODY = "todos"  # every side loses the match


class AbsenceForm(ReasonForm):
    """The entry that loses the match, or every entry, and the reason.

    Between teams, the form can apply to all boards left of the tie.
    """

    loser = forms.ChoiceField(label=_("¿Quién pierde?"), widget=forms.RadioSelect)
    tie = forms.BooleanField(
        label=_("El enfrentamiento entero: todas las mesas que le quedan"), required=False
    )
    field_order = ("loser", "tie", "reason")

    def __init__(
        self,
        *args: Any,
        entries: Sequence[Entry],
        audience: Audience,
        boards: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not boards:
            del self.fields["tie"]
        self.fields["reason"].widget.attrs["autofocus"] = False
        self.fields["loser"].widget.attrs["autofocus"] = True
        self.entries = {str(entry.pk): entry for entry in entries}
        nobody = _("Todos: no está nadie, o se les descalifica")
        named = [(key, entry.full_title_for(audience)) for key, entry in self.entries.items()]
        self.fields["loser"].choices = [*named, (EVERYBODY, nobody)]

    def clean_loser(self) -> Entry | None:
        """Return the entry that loses, or None if every entry loses."""
        return self.entries.get(self.cleaned_data["loser"])


class LeaveForm(ReasonForm):
    """How an entry leaves, and the effect on its past and future matches."""

    kind = forms.ChoiceField(
        label=_("Qué ha pasado"),
        choices=[(state.value, state.label) for state in Entry.GONE],
        initial=Entry.State.WITHDRAWN,
        widget=forms.RadioSelect,
    )
    effect = forms.ChoiceField(
        label=_("Qué pasa con sus partidas"),
        choices=Entry.Effect.choices,
        initial=Entry.Effect.LOSE,
        widget=forms.RadioSelect,
        help_text=_(
            "Lo que le queda por jugar lo gana siempre su rival. Si se anula todo, tampoco cuenta "
            "lo que ya había jugado, ni para el resto: lo usual en las ligas. En vidas, quien "
            "perdió contra quien se va recupera esa vida. En una eliminatoria el cuadro no se "
            "mueve: quien cayó no vuelve. Quien se va con todo anulado queda al final de la "
            "clasificación, aunque hubiera ganado el torneo."
        ),
    )


# --- Desk line ------------------------------------------------------------------------------------
# The line of the desk: «12 2-1» is a table and its result, «12?» opens the table.
_TYPED = re.compile(
    r"(?P<place>(?:mesa|table|partida|match|[mtp])?\s*[0-9]{1,5}(?![A-Z0-9])|\S+)"
    r"\s*(?P<open>\?)?\s*(?P<said>.*)",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_ADDRESS = re.compile(r"/(?:a|m|acta|mesa|partida)/([A-Z0-9]{6})(?:/|$)", re.IGNORECASE | re.ASCII)


class DeskLine(NamedTuple):
    """A parsed line of the desk.

    `place` is a table, a number or the code of an acta, for `look_up` of the selectors. `said` is
    the typed result, "" without one; `opens` is whether the line only opens the table.
    """

    place: str
    said: str
    opens: bool

    @property
    def table(self) -> int | None:
        """Return the table if the place is only a number, else None."""
        return read_number(self.place)


def read_desk_line(typed: str) -> DeskLine:
    """Parse the text typed at the desk, or typed by a QR reader.

    >>> read_desk_line("12 2-1"), read_desk_line("12?")
    (DeskLine(place='12', said='2-1', opens=False), DeskLine(place='12', said='', opens=True))
    >>> read_desk_line("https://tapete.local/m/r1p003/x7Yq/ 31 23").place
    'R1P003'
    >>> read_desk_line("mesa 4 pierde A: se marchan?")
    DeskLine(place='mesa 4', said='pierde A: se marchan?', opens=False)
    """
    found = _TYPED.match(typed.strip())
    if found is None:
        return DeskLine("", "", opens=False)
    place, said = found["place"], found["said"].strip()
    if not said and place.endswith("?"):
        place = place[:-1]
        return DeskLine(place, "", opens=True)
    address = _ADDRESS.search(place)
    return DeskLine(address[1].upper() if address else place, said, opens=bool(found["open"]))
