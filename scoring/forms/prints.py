"""The form of the page of sheets."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.paper import PaperForm
from scoring.prints.actas import MOST_BLANK
from scoring.prints.ask import AREA, SURNAME, Ask
from scoring.prints.sheets import SHEETS
from tournaments.table_ranges import LONGEST

MOST_COPIES = 9
ORDERS = [
    ("", _("El de siempre")),
    (AREA, _("Por zonas de arbitraje: las mesas de cada árbitro, aparte")),
    (SURNAME, _("Por apellidos")),
]


class PrintForm(PaperForm):
    """One order to print. An empty round is the one in play; blank actas belong to no round.

    The tables are read by the service, which knows how many there are.
    """

    sheet = forms.ChoiceField(
        label=_("Hoja"), choices=[(sheet.key, sheet.title) for sheet in SHEETS.values()]
    )
    round = forms.IntegerField(label=_("Ronda"), required=False, min_value=1, max_value=32_000)
    blank = forms.IntegerField(
        label=_("Cuántas actas en blanco"), required=False, min_value=1, max_value=MOST_BLANK
    )
    match = forms.RegexField(
        r"\A[A-Za-z0-9]{1,8}\Z",
        label=_("Código de la partida"),
        required=False,
        error_messages={"invalid": _("Un código tiene letras y números, ocho como mucho.")},
    )
    tables = forms.CharField(label=_("Mesas"), required=False, max_length=LONGEST)
    copies = forms.IntegerField(
        label=_("Copias"), required=False, min_value=1, max_value=MOST_COPIES
    )
    order = forms.ChoiceField(label=_("Orden"), required=False, choices=ORDERS)
    changed = forms.BooleanField(required=False)

    def ask(self, base_url: str) -> Ask:
        """The order, once the form is valid. A round or a code that the sheet has no use for is
        left out."""
        chosen: dict[str, Any] = self.cleaned_data
        sheet = SHEETS[chosen["sheet"]]
        is_actas = sheet.key == "actas"
        return Ask(
            sheet=sheet.key,
            round=(chosen["round"] or 0) if sheet.of_round else 0,
            blank=(chosen["blank"] or 0) if is_actas else 0,
            match=chosen["match"].upper() if is_actas else "",
            base_url=base_url,
            **self.paper_of(sheet),
            tables=chosen["tables"],
            copies=chosen["copies"] or 1,
            order=chosen["order"],
        )
