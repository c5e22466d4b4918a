"""The forms of the lines of tarot, except the form of a deal, which is in `deal.py`."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.core import Score
from rules.lines import End
from rules.tarot.hands import Results, Ruling
from rules.tarot.match import State
from rules.tarot.options import Options
from scoring.games.boxes import SignedAmount
from scoring.games.device import Check
from scoring.games.lines import Count, LineForm, ReasonField, SideField
from scoring.games.tarot.deal import POINTS_ERRORS, DealForm, TarotForm
from tournaments.words import Text


class AnnulledForm(TarotForm):
    """The form of a deal that nobody played."""

    KIND = "annulled"
    TAB = _("Reparto anulado")
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {"player": "why"}

    why = SideField(label=_("¿Por qué se anula?"))
    dealer = SideField(label=_("¿Quién ha dado las cartas?"), required=False)

    def arrange(self) -> None:
        self.ask_dealer()
        sentence = gettext("%(side)s tenía la pequeña y ningún otro triunfo")
        self.fields["why"].choices = [
            ("passed", _("Todos pasan")),
            *((f"petit {letter}", sentence % {"side": title}) for letter, title in self.playing()),
        ]
        self.fields["why"].help_text = self.next_dealer

    @property
    def next_dealer(self) -> Text:
        """Return a sentence on who deals after a deal that nobody played."""
        if self.options.resting_dealer:
            return _("Vuelve a dar, y a descansar, el mismo mientras nadie tome.")
        if self.options.naipes:
            return _(
                "Si todos pasan da el siguiente; con la pequeña sola, el mismo (Tarot 15, 16)."
            )
        return _("Da el siguiente (Tarot 16).")

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        if line["kind"] not in ("passed", "petit"):
            return None
        values = super().field_values({**line, "kind": self.KIND})
        why = f"petit {line['player']}" if line["kind"] == "petit" else "passed"
        return None if values is None else {**values, "why": why}

    def json_line(self) -> dict[str, object]:
        kind, _space, player = self.cleaned_data["why"].partition(" ")
        line: dict[str, object] = {"kind": kind, "dealer": self.cleaned_data.get("dealer") or None}
        return {**line, "player": player} if player else line


class PointsForm(TarotForm):
    """A form of the points of each player, which sum to zero.

    `CHECK_CONDITION` is the `only` of the check.
    """

    CHECK_CONDITION: ClassVar[tuple[str, tuple[str, ...]] | None] = None

    def arrange(self) -> None:
        halves = self.options.unit == 2
        self.ask_each_side("points", SignedAmount, halves=halves, error_messages=POINTS_ERRORS)

    def checks(self) -> list[Check]:
        names = self.field_names("points")
        return [Check("sum", names, "tarot.results_sum", {"allowed": 0}, only=self.CHECK_CONDITION)]

    def amounts(self) -> list[forms.BoundField]:
        return self.side_fields("points")


class ResultsForm(PointsForm):
    """The form of one or more deals of which only the points of each player are known."""

    KIND = "results"
    LINE = Results
    TAB = _("Solo resultados")
    ORDINARY = True

    dealer = SideField(label=_("¿Quién dio el primero?"), required=False)
    deals = Count(label=_("¿Cuántos repartos?"), initial=1)

    def arrange(self) -> None:
        super().arrange()
        self.ask_dealer()
        if not self.options.by_time:
            deals_left = self.options.deals - self.score.state.deals
            self.fields["deals"].help_text = _("Por jugar: %(left)s.") % {"left": deals_left}


class EndForm(TarotForm):
    """The form of the line that ends a match by time."""

    KIND = "end"
    LINE = End
    TAB = _("Fin")

    over = forms.BooleanField(
        label=_("Se ha acabado el tiempo, y está anotado el último reparto"),
        help_text=_("La gana quien tiene más puntos (Tarot 17)."),
    )

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return bool(options.by_time and score.state.deals)

    @property
    def complete(self) -> bool:
        return bool(self["over"].data)


class RulingForm(PointsForm):
    """The form of a ruling that orders a new deal, or moves points between players."""

    KIND = "ruling"
    LINE = Ruling
    TAB = _("Árbitro")
    CHECK_CONDITION = ("ruling", ("points",))

    ruling = SideField(
        label=_("¿Qué decide el árbitro?"),
        choices=[
            ("redeal", _("Se vuelve a dar, y da el mismo")),
            ("points", _("Pasan puntos de unos jugadores a otros")),
        ],
        help_text=_("Los renuncios y las faltas de un reparto se anotan en él (Tarot 14)."),
    )
    reason = ReasonField()

    def arrange(self) -> None:
        super().arrange()
        for amount in self.amounts():
            amount.field.required = self["ruling"].data == "points"

    def json_line(self) -> dict[str, object]:
        line = super().json_line()
        return line if line["ruling"] == "points" else {**line, "points": None}


FORMS: tuple[type[LineForm[Options, State]], ...] = (
    DealForm,
    AnnulledForm,
    ResultsForm,
    EndForm,
    RulingForm,
)
