"""On what paper a sheet comes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.prints.sheets import Sheet

PAPERS = [("A4", _("A4, el corriente")), ("A3", _("A3, para el cuadro"))]


class PaperForm(forms.Form):
    """The paper. A sheet that does not come in that one comes in its usual one."""

    paper = forms.ChoiceField(label=_("Tamaño de papel"), choices=PAPERS, required=False)

    def paper_of(self, sheet: Sheet) -> dict[str, Any]:
        """The fields of the order, once the form is valid."""
        chosen = self.cleaned_data["paper"]
        return {"paper": chosen if chosen in sheet.papers else sheet.papers[0]}
