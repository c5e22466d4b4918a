"""The forms of the lines of revesino, the usual lines first."""

from rules.revesino.match import State
from rules.revesino.options import Options
from scoring.games.lines import LineForm
from scoring.games.revesino.hands import DealForm, NapolitanaForm, RevesinoForm
from scoring.games.revesino.tantos import (
    EndForm,
    FaultForm,
    MorePlateForm,
    PlateForm,
    ResultForm,
    RulingForm,
)

FORMS: tuple[type[LineForm[Options, State]], ...] = (
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
