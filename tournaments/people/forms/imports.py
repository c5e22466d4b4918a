"""Forms of an import: the list, and the correction of its wrong lines."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.models import Stage
from tournaments.names.words import SENTENCES
from tournaments.people.forms.entries import StageChoice
from tournaments.people.imports.rows import FIELDS, PLAYERS, TEAM_FIELDS, ImportRow
from tournaments.refusal import Refused


class ImportForm(forms.Form):
    """A paste or a file, not both."""

    text = forms.CharField(
        label=_("Pegue aquí la lista"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("O elija un archivo"),
        help_text=_("CSV, Excel (.xlsx) o LibreOffice (.ods), hasta 2 MB y 5000 líneas."),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.ods"}),
    )

    def __init__(self, *args: Any, stages: Sequence[Stage] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(stages) > 1:
            help_text = _("De las líneas que no tengan otra en una columna «Fase».")
            self.fields["stage"] = StageChoice(stages, help_text=help_text)

    def clean(self) -> dict[str, Any]:
        cleaned_data = super().clean() or self.cleaned_data
        if cleaned_data.get("text", "").strip() and cleaned_data.get("file"):
            self.add_error(None, _("Pegue la lista o elija un archivo: las dos cosas a la vez no."))
        return cleaned_data


class RowForm(forms.Form):
    """The corrected fields of one line of an import."""

    number = forms.CharField(label=_("Número"), required=False)
    name = forms.CharField(label=_("Nombre del equipo"), required=False)
    people = forms.CharField(label=_("Jugadores, separados por /"), required=False)
    player_1 = forms.CharField(label=_("Jugador 1"), required=False)
    player_2 = forms.CharField(label=_("Jugador 2"), required=False)
    player_3 = forms.CharField(label=_("Jugador 3"), required=False)
    town = forms.CharField(label=_("Peña o pueblo"), required=False)
    stage = forms.CharField(label=_("Fase"), required=False)
    left = forms.CharField(label=_("Texto sin colocar"), required=False)
    dropped = forms.BooleanField(label=_("No inscribir esta línea"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"].widget.attrs |= {"inputmode": "numeric", "size": 4}
        for name in (*FIELDS, *TEAM_FIELDS, "stage", "left"):
            self.fields[name].widget.attrs["autocomplete"] = "off"


def row_form(place: int, row: ImportRow) -> RowForm:
    """Return the form of the row at `place` in the list, with its faults marked."""
    own_fields = TEAM_FIELDS if row.squad else FIELDS
    names = (*own_fields, "stage", "left", "dropped")
    form = RowForm(prefix=f"row-{place}", initial={name: getattr(row, name) for name in names})
    visible_fields = (
        (*own_fields[:1], *PLAYERS[: row.size], "town") if not row.squad else own_fields
    )
    if row.stage or any(error.field == "stage" for error in row.errors):
        visible_fields = (*visible_fields, "stage")
    if row.left:
        visible_fields = (*visible_fields, "left")
    for name in set(form.fields) - {*visible_fields, "dropped"}:
        del form.fields[name]
    for name in ("name",) if row.squad else PLAYERS[: row.size]:
        form.fields[name].required = True  # marks its label; an empty box is stored all the same
    form.order_fields(visible_fields)
    for error in row.errors:
        if error.field in form.fields:
            form.fields[error.field].widget.attrs |= {
                "aria-invalid": "true",
                "aria-describedby": f"row-{place}-wrong",
            }
    return form


def effective_changes(
    rows: Sequence[ImportRow], changes: Mapping[int, Mapping[str, Any]]
) -> dict[int, Mapping[str, Any]]:
    """Return the changes that differ from their row, and changes for a position without a row."""
    return {
        place: change
        for place, change in changes.items()
        if not 0 <= place < len(rows)
        or any(_strip_text(getattr(rows[place], name)) != value for name, value in change.items())
    }


def _strip_text(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


def posted_changes(data: QueryDict) -> Mapping[int, Mapping[str, Any]]:
    """Return the rows that a preview page sends back, by position in the list.

    Raises Refused 400: `no_such_row`, `text_nul`.
    """
    changes = {}
    for text in data.getlist("place"):
        if not (text.isascii() and text.isdigit() and len(text) < 6):
            raise Refused("no_such_row", _("Esa línea ya no está en la lista."), field="rows")
        form = RowForm(data, prefix=f"row-{text}")
        if not form.is_valid():
            raise Refused("text_nul", SENTENCES["text_nul"], field="rows")
        changes[int(text)] = {
            name: value
            for name, value in form.cleaned_data.items()
            if name not in ("stage", "left") or form.add_prefix(name) in data  # optional fields
        }
    return changes
