"""The forms of the lines of cientos, except the form of a hand, which is in `hand.py`."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.cientos.hands import HandRuling, Juego
from rules.cientos.juego import HALF, ShownTens
from rules.cientos.match import State
from rules.cientos.options import Options
from scoring.games.cientos.hand import CientosForm, DealForm
from scoring.games.cientos.words import VOIDS
from scoring.games.device import Check
from scoring.games.lines import LineForm, ReasonField, SideField

DOUBLE = "doble"  # the word after the winner's letter in a choice
POINTS_FIELDS = (
    "points_a",
    "points_b",
)  # the fields that a ruling on the tantos of a hand requires


def _juego_choices(
    letter: str, title: Any, single_label: Any, double_label: Any
) -> list[tuple[str, Any]]:
    """Return the choices of a juego won by this side: single and double.

    `%(side)s` in the labels stands for `title`. There is no double if `double_label` is None.
    """
    labels = [(letter, single_label), (f"{letter} {DOUBLE}", double_label)]
    return [(value, label % {"side": title}) for value, label in labels if label is not None]


class JuegoForm(CientosForm):
    """The form of a juego, or of the rest of a juego in play, with only the result known."""

    KIND = "juego"
    TAB = pgettext_lazy("of cientos", "Juego")
    ORDINARY = True
    LINE = Juego
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {"double": "winner"}

    winner = SideField(label=_("¿Quién ha ganado el juego?"))

    def arrange(self) -> None:
        self.fields["winner"].choices = [
            choice
            for loser, (letter, title) in zip((1, 0), self.sides(), strict=True)
            for choice in _juego_choices(
                letter,
                title,
                _("%(side)s, sencillo"),
                _("%(side)s, doble") if self.can_lose_double(loser) else None,
            )
        ]
        self.ask_calidades()

    def can_lose_double(self, loser: int) -> bool:
        """Return whether this side can lose the juego double.

        It can if the options have doubles and the side has not reached fifty.
        """
        mark = ShownTens(self.score.tallies[2][loser], self.score.state.missing[loser])
        return self.options.doble and mark.lacking(HALF) > 0

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        values = super().field_values(line)
        return None if values is None else {**values, "winner": _winner_choice(line)}

    def json_line(self) -> dict[str, object]:
        letter, _space, double = self.cleaned_data["winner"].partition(" ")
        return {**super().json_line(), "winner": letter, "double": bool(double)}


class VoidForm(CientosForm):
    """The form of a void hand, which is dealt again."""

    KIND = "void"
    TAB = _("Mano nula")

    cause = forms.ChoiceField(
        label=_("¿Por qué es nula?"),
        choices=list(VOIDS.items()),
        widget=forms.RadioSelect,
        help_text=_(
            "No se cuenta nada y da otra vez el jugador al que le tocaba (Cientos, «Modo de dar ó "
            "repartir el naype»)."
        ),
    )


class RulingForm(CientosForm):
    """The form of a ruling on the hand or the juego in play."""

    KIND = "ruling"
    TAB = _("Árbitro")
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {"double": "ruling"}

    ruling = SideField(
        label=_("¿Qué decide el árbitro?"),
        help_text=_(
            "Para lo que no decide el reglamento, como jugar los dos con carta de más (Cientos, "
            "«Modo de dar ó repartir el naype»). Las faltas de uno se anotan en su mano."
        ),
    )
    reason = ReasonField()

    def arrange(self) -> None:
        double_label = _("El juego es para %(side)s, doble") if self.options.doble else None
        awards = [
            choice
            for letter, title in self.sides()
            for choice in _juego_choices(
                letter, title, _("El juego es para %(side)s, sencillo"), double_label
            )
        ]
        self.fields["ruling"].choices = [
            ("mano", _("La mano queda en estos tantos")),
            *awards,
            ("anula", _("El juego en curso se anula, con sus calidades, y se vuelve a jugar")),
        ]
        points = _("Tantos de %(side)s en la mano")
        self.ask_each_side("points", label=points, next_field="reason", required=False)
        self.ask_calidades(next_field="reason")

    def checks(self) -> list[Check]:
        return self.bounds(HandRuling, only=("ruling", ("mano",)))

    @property
    def complete(self) -> bool:
        needed_names = POINTS_FIELDS if self["ruling"].data == "mano" else ()
        return super().complete and all(self[name].data not in (None, "") for name in needed_names)

    def clean(self) -> dict[str, Any]:
        """Check that a ruling on the tantos of the hand has them."""
        data = super().clean() or self.cleaned_data
        if data.get("ruling") == "mano":
            for name in POINTS_FIELDS:
                if name not in self.errors and data.get(name) is None:
                    self.add_error(name, self.fields[name].error_messages["required"])
        return data

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        if (values := super().field_values(line)) is None:
            return None
        is_award = line["ruling"] == "juego"
        return {**values, "ruling": _winner_choice(line) if is_award else line["ruling"]}

    def json_line(self) -> dict[str, object]:
        data = self.cleaned_data
        ruling: dict[str, object] = {"kind": "ruling", "reason": data["reason"]}
        match data["ruling"]:
            case "anula":
                return {**ruling, "ruling": "anula"}
            case "mano":
                points = self.side_values("points")
                calidades = [number or 0 for number in self.side_values("calidades")] or [0, 0]
                return {**ruling, "ruling": "mano", "points": points, "calidades": calidades}
            case winner:
                letter, _space, double = winner.partition(" ")
                return {**ruling, "ruling": "juego", "winner": letter, "double": bool(double)}


def _winner_choice(line: Mapping[str, Any]) -> str:
    """Return the choice of `_juego_choices` for the winner of this line."""
    return f"{line['winner']} {DOUBLE}" if line.get("double") else str(line["winner"])


FORMS: tuple[type[LineForm[Options, State]], ...] = (DealForm, JuegoForm, VoidForm, RulingForm)
