"""On what paper a sheet comes, and in what print."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.prints.sheets import Sheet

PAPERS = [
    ("A4", _("A4, el corriente")),
    ("A5", _("A5, la mitad: listas, actas, tarjetas y resguardos")),
    ("A3", _("A3, para el cuadro")),
]


class PaperForm(forms.Form):
    """The paper, the usual one of the sheet unless chosen, and whether it is in large print."""

    paper = forms.ChoiceField(label=_("Tamaño de papel"), choices=PAPERS, required=False)
    large = forms.BooleanField(
        label=_("Con letra grande"),
        required=False,
        help_text=_(
            "De 18 puntos o más: las listas, el calendario y las hojas de ruta, en A4 o A5; la "
            "clasificación, en A4. Salen más hojas."
        ),
    )

    def paper_of(self, sheet: Sheet) -> dict[str, Any]:
        """The fields of the order, once the form is valid."""
        chosen = self.cleaned_data["paper"] or sheet.papers[0]
        return {"paper": chosen, "large": self.cleaned_data["large"]}
