"""The forms of whole results and of rulings, common to all variants of malilla."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.core import SIDE_NAMES, Score
from rules.malilla.amounts import MOST_TANTOS
from rules.malilla.match import State
from rules.malilla.options import Options
from scoring.games.boxes import Amount, AmountsForm
from scoring.games.device import Check
from scoring.games.lines import LineForm, ReasonField, SideField
from scoring.games.malilla.deals import DealForm, FavoritoForm, MalillaForm, MisdealForm

_BOUNDS = {"low": -MOST_TANTOS, "high": MOST_TANTOS}


class GainOrLossForm(AmountsForm[Options, State], MalillaForm):
    """A form of the tantos that each side gains or loses, with the checks that a device can run.

    `CHECK_CONDITION` is the `only` of the checks.
    """

    CHECK_CONDITION: ClassVar[tuple[str, tuple[str, ...]] | None] = None

    def checks(self) -> list[Check]:
        checks = [self._tantos_check("each", "malilla.tantos_range", _BOUNDS)]
        if self.options.unit == 1:
            checks.append(self._tantos_check("step", "malilla.tantos_half", {"step": 1}))
        if not self.options.target:
            checks.append(self._tantos_check("sum", "malilla.tantos_sum", {"allowed": 0}))
        return checks

    def _tantos_check(self, test: str, code: str, params: dict[str, Any]) -> Check:
        signed, names = test != "each", self.field_names("tantos")
        return Check(
            test, names, code, params, blank=True, only=self.CHECK_CONDITION, signed=signed
        )


class TantosForm(GainOrLossForm):
    """The form of the tantos of each side in many deals. In a match with a target, they are all
    gains.
    """

    def arrange(self) -> None:
        halves = self.options.unit > 1
        if self.options.target:
            self.ask_each_side("tantos", Amount, halves=halves)
        else:
            self.ask_amounts(halves=halves)

    def json_line(self) -> dict[str, object]:
        return {"kind": self.KIND, "tantos": self.amounts()}


class VueltaForm(TantosForm):
    """The form of a whole vuelta, offered while none of its deals is recorded."""

    KIND = "vuelta"
    TAB = _("Vuelta")
    ORDINARY = True

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return not score.state.deals


class PartidaForm(TantosForm):
    """The form of the whole match in one line, offered while no line is recorded."""

    KIND = "partida"
    TAB = pgettext_lazy("of malilla", "Encuentro entero")
    ORDINARY = True

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return not score.state.begun and not any(score.tallies[0])


class RulingForm(GainOrLossForm):
    """The form of a ruling: a void hand, tantos, the dealer or the match.

    `TANTOS_RULINGS` has the decisions that need tantos, and `SIDE_RULINGS` those that need a side.
    """

    KIND = "ruling"
    TAB = _("Árbitro")
    CHECK_CONDITION = ("ruling", ("tantos", "mano"))
    TANTOS_RULINGS: ClassVar[tuple[str, ...]] = ("tantos", "mano")
    SIDE_RULINGS: ClassVar[tuple[str, ...]] = ("da", "partida")

    ruling = forms.ChoiceField(
        label=_("¿Qué decide el árbitro?"),
        choices=[
            ("anula", _("La mano se anula y da otra vez el mismo")),
            ("tantos", _("Pasan tantos de unos a otros, además de la mano")),
            ("mano", _("Lo que gana o pierde cada uno en esta mano")),
            ("da", _("Quién da las cartas")),
            ("partida", _("Para quién es el encuentro")),
        ],
        widget=forms.RadioSelect,
    )
    side = SideField(label=_("¿Quién?"), required=False)
    reason = ReasonField()

    def arrange(self) -> None:
        self.ask_amounts(halves=self.options.unit > 1)
        self.order_fields(["ruling", "side", *self.field_names("tantos")])

    @classmethod
    def initial_values(cls, line: Mapping[str, Any]) -> dict[str, Any]:
        """Return the initial values of the fields for a ruling that records a refused deal."""
        tantos = zip(SIDE_NAMES, line["tantos"], strict=False)
        return {
            "ruling": line["ruling"],
            **{f"tantos_{letter.lower()}": number for letter, number in tantos},
        }

    def wants_amounts(self, data: dict[str, Any]) -> bool:
        return data.get("ruling") in self.TANTOS_RULINGS

    def clean(self) -> dict[str, Any]:
        """Refuse a decision without its side or tantos, or with tantos that it does not move."""
        data = super().clean()
        if data.get("ruling") in self.SIDE_RULINGS and not data.get("side"):
            self.add_error("side", _("Elija quién."))
        filled_names = [field.name for field in self.tantos() if field.data]
        if filled_names and data.get("ruling") and not self.wants_amounts(data):
            self.add_error(
                filled_names[0],
                _("Con esa decisión no pasa ningún tanto: deje los tantos en blanco."),
            )
        return data

    def json_line(self) -> dict[str, object]:
        data = self.cleaned_data
        ruling = data["ruling"]
        line: dict[str, object] = {"kind": "ruling", "ruling": ruling, "reason": data["reason"]}
        if ruling in self.TANTOS_RULINGS:
            line["tantos"] = self.amounts()
        elif ruling in self.SIDE_RULINGS:
            line["side"] = data["side"]
        return line


FORMS: tuple[type[LineForm[Options, State]], ...] = (
    FavoritoForm,
    DealForm,
    VueltaForm,
    PartidaForm,
    MisdealForm,
    RulingForm,
)
