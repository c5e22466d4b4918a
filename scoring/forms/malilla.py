"""The lines of malilla as fields, whatever its form: the results kept whole, and the judge's."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.core import Score
from scoring.forms.amounts import Amount, SignedAmount
from scoring.forms.lines import LineForm, SideField
from scoring.forms.malilla_deals import DealForm, FavoritoForm, MalillaForm, MisdealForm


class TantosForm(MalillaForm):
    """Many deals of which only the tantos of each side were kept.

    What one gains others lose; to a target there are gains only, which need no sign.
    """

    PLACES: ClassVar[dict[str, str]] = {"tantos": "tantos_a"}

    def arrange(self) -> None:
        kind, halves = Amount if self.options.target else SignedAmount, self.options.unit > 1
        self.ask_each("tantos", lambda: kind(halves=halves))

    def tantos(self) -> list[forms.BoundField]:
        return self.each("tantos")

    def structured(self) -> dict[str, object]:
        return {"kind": self.KIND, "tantos": self.read_each("tantos")}


class VueltaForm(TantosForm):
    """A whole vuelta, when none of its deals is written."""

    KIND = "vuelta"
    TAB = _("Vuelta")
    ORDINARY = True

    @classmethod
    def can_happen(cls, score: Score[Any], options: Any) -> bool:
        return not score.state.deals


class PartidaForm(TantosForm):
    """The whole match in one line, when nothing is written."""

    KIND = "partida"
    TAB = pgettext_lazy("of malilla", "Partida entera")
    ORDINARY = True

    @classmethod
    def can_happen(cls, score: Score[Any], options: Any) -> bool:
        return not score.state.begun and not any(score.tallies[0])


class RulingForm(MalillaForm):
    """What the judge decides: the hand void, who deals, tantos moved, or the match."""

    KIND = "ruling"
    TAB = _("Árbitro")
    PLACES: ClassVar[dict[str, str]] = {"tantos": "tantos_a"}

    ruling = forms.ChoiceField(
        label=_("¿Qué decide el árbitro?"),
        choices=[
            ("anula", _("La mano se anula y da otra vez el mismo")),
            ("tantos", _("Pasan tantos de unos a otros")),
            ("da", _("Quién da las cartas")),
            ("partida", _("Para quién es la partida")),
        ],
        widget=forms.RadioSelect,
    )
    side = SideField(label=_("¿Quién?"), required=False)
    reason = forms.CharField(
        label=_("Motivo"),
        help_text=_("Lo verá el público en el acta."),
        widget=forms.TextInput(attrs={"maxlength": 150, "autocomplete": "off"}),
    )

    def arrange(self) -> None:
        self.fields["side"].choices = self.sides()
        halves = self.options.unit > 1
        self.ask_each("tantos", lambda: SignedAmount(required=False, halves=halves))
        self.order_fields(["ruling", "side", *(field.name for field in self.tantos())])

    def tantos(self) -> list[forms.BoundField]:
        return self.each("tantos")

    def clean(self) -> dict[str, Any]:
        """What the decision needs is there, and nothing that belongs to another one."""
        read = super().clean() or self.cleaned_data
        ruling = read.get("ruling")
        if not ruling:
            return read
        if not read.get("side") and ruling in ("da", "partida"):
            self.add_error("side", _("Falta decir quién."))
        self._check_tantos(needed=ruling == "tantos")
        return read

    def _check_tantos(self, *, needed: bool) -> None:
        """Of those who gain and lose none nothing need be typed."""
        typed = [field for field in self.tantos() if field.data]
        if needed and not typed:
            self.add_error("tantos_a", Amount.default_error_messages["required"])
        if typed and not needed:
            told = _("Sobran los tantos: con esa decisión no pasa ninguno.")
            self.add_error(typed[0].name, told)

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        ruling = read["ruling"]
        line: dict[str, object] = {"kind": "ruling", "ruling": ruling, "reason": read["reason"]}
        if ruling == "tantos":
            return {**line, "tantos": [amount or 0 for amount in self.read_each("tantos")]}
        return {**line, "side": read["side"]} if ruling != "anula" else line


FORMS: tuple[type[LineForm], ...] = (
    FavoritoForm, DealForm, VueltaForm, PartidaForm, MisdealForm, RulingForm,
)  # fmt: skip
