"""The lines of revesino as fields, the usual ones first."""

from scoring.forms.lines import LineForm
from scoring.forms.revesino_hands import DealForm, NapolitanaForm, RevesinoForm
from scoring.forms.revesino_tantos import (
    EndForm,
    FaultForm,
    MorePlateForm,
    PlateForm,
    ResultForm,
    RulingForm,
)

FORMS: tuple[type[LineForm], ...] = (
    PlateForm,
    DealForm,
    RevesinoForm,
    NapolitanaForm,
    ResultForm,
    FaultForm,
    RulingForm,
    MorePlateForm,
    EndForm,
)
