"""The forms of the other lines of revesino: tantos, the plate, faults, rulings, the end."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext, override, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.core import Score
from rules.lines import End
from rules.revesino.cards import SEATS
from rules.revesino.match import State
from rules.revesino.options import Options
from rules.revesino.results import MOST_AMOUNT, Plate, Result
from scoring.games.boxes import AmountsForm
from scoring.games.device import Check
from scoring.games.lines import ReasonField, SideField
from scoring.games.revesino import words
from scoring.games.revesino.hands import RevesinoLine
from tournaments.words import Text

VOID_CHOICES = ("nula", "pasa")  # choices for a hand that is dealt again without a payment


class TantosForm(AmountsForm[Options, State], RevesinoLine):
    """A form of the tantos that each of the four players wins or pays.

    `COLUMNS` are the heads of the two columns of boxes: positive amounts are in the first, negative
    amounts in the second. `CHECK_CONDITION` is the `only` of the checks.
    """

    COLUMNS: ClassVar[tuple[Text, Text]] = (
        pgettext_lazy("of revesino", "Gana"),
        pgettext_lazy("of revesino", "Paga"),
    )

    CHECK_CONDITION: ClassVar[tuple[str, tuple[str, ...]] | None] = None

    def checks(self) -> list[Check]:
        names = self.field_names("tantos")
        bounds = {"low": -MOST_AMOUNT, "high": MOST_AMOUNT}
        return [
            Check(
                "each",
                names,
                "revesino.amounts_range",
                bounds,
                blank=True,
                only=self.CHECK_CONDITION,
            )
        ]

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        return super().field_values({**line, "tantos": line.get("amounts")})

    def sum_checks(self) -> list[Check]:
        """Return a check that the tantos sum to zero, as they must unless the plate gets some."""
        names = self.field_names("tantos")
        return [
            Check(
                "sum",
                names,
                "revesino.amounts_sum",
                {"allowed": 0},
                blank=True,
                only=self.CHECK_CONDITION,
            )
        ]


class ResultForm(TantosForm):
    """The form of a hand, or a whole vuelta, of which only the tantos are recorded."""

    KIND = "result"
    LINE = Result
    TAB = pgettext_lazy("of revesino", "Tantos")
    ORDINARY = True

    of = forms.ChoiceField(
        label=_("¿De qué son los tantos?"),
        choices=[("mano", _("De una mano")), ("vuelta", _("De la vuelta entera: cuatro manos"))],
        initial="mano",
        widget=forms.RadioSelect,
    )

    def arrange(self) -> None:
        if self.score.state.turn % SEATS:
            self.drop_known_field("of", "mano")
        self.ask_amounts()
        self.ask_dealer()

    def checks(self) -> list[Check]:
        return super().checks() + ([] if self.options.plate else self.sum_checks())

    @property
    def doubled(self) -> bool:
        return self.options.factor(self.score.state.turn) > 1

    def json_line(self) -> dict[str, object]:
        return {"of": "mano", **super().json_line(), "amounts": self.amounts()}


class PlateForm(TantosForm):
    """The form of tantos put in the plate, offered while it cannot pay for a caballo."""

    KIND = "plate"
    LINE = Plate
    LINE_KIND = "plate"
    TAB = _("Platillo")
    COLUMNS: ClassVar[tuple[Text, Text]] = (
        pgettext_lazy("of revesino", "Pone"),
        pgettext_lazy("of revesino", "Retira"),
    )

    def arrange(self) -> None:
        self.ask_amounts()
        if self.is_short(self.score, self.options):
            for field in self.tantos():
                field.field.initial = _price(self.score, self.options)
                field.field.widget.attrs["data-now"] = "yes"

    @staticmethod
    def is_short(score: Score[State], options: Options) -> bool:
        return score.state.plate < _price(score, options)

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return cls.is_short(score, options)

    def plate_in_words(self) -> str:
        """Return a sentence on the tantos in the plate, and on what the caballo takes or pays."""
        numbers = {"n": self.score.state.plate, "price": _price(self.score, self.options)}
        return gettext("Hay %(n)s. El caballo vendido toma %(price)s; sacado, los paga.") % numbers

    def json_line(self) -> dict[str, object]:
        return {**super().json_line(), "amounts": self.amounts()}


class MorePlateForm(PlateForm):
    """The form of the plate among the rare lines, offered while it can pay for a caballo."""

    KIND = "more_plate"

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return bool(options.plate) and not cls.is_short(score, options)


def _price(score: Score[State], options: Options) -> int:
    """Return the tantos that a caballo sold in the next hand takes from the plate."""
    return options.plate * options.factor(score.state.turn)


class FaultForm(RevesinoLine):
    """The form of a void hand, or of a fault whose price the reglamento sets."""

    KIND = "fault"
    TAB = _("Nula o falta")

    fault = forms.ChoiceField(
        label=_("¿Qué ha pasado?"), choices=list(words.FAULTS.items()), widget=forms.RadioSelect
    )
    side = SideField(label=_("¿Quién hizo la falta?"))
    to = SideField(label=_("¿Quién la cobra?"), help_text=_("Lo decide la suerte."))

    def arrange(self) -> None:
        fault = self["fault"].data
        self.fields["side"].required = fault not in VOID_CHOICES
        self.fields["to"].required = fault not in (*VOID_CHOICES, "doble")
        self.ask_dealer()

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        if line["kind"] != "null":
            return super().field_values(line)
        void = "pasa" if line["passes"] else "nula"
        return super().field_values({**line, "kind": self.KIND, "fault": void})

    def json_line(self) -> dict[str, object]:
        data = self.cleaned_data
        fault = data["fault"]
        if fault in VOID_CHOICES:
            dealer = data.get("dealer") or None
            return {"kind": "null", "passes": fault == "pasa", "dealer": dealer}
        to = None if fault == "doble" else data["to"]
        dealer = None if fault == "repite" else data.get("dealer") or None
        line = {"kind": "fault", "fault": fault, "side": data["side"], "to": to}
        return {**line, "dealer": dealer}


class RulingForm(TantosForm):
    """The form of a ruling: the tantos of a hand, other tantos, or the dealer.

    If the case cites an article, its name begins the reason of the ruling.
    """

    KIND = "ruling"
    TAB = _("Árbitro")

    CHECK_CONDITION = ("case", tuple(words.CASES))

    case = forms.ChoiceField(label=_("¿Qué decide el árbitro?"), widget=forms.RadioSelect)
    reason = ReasonField(
        _("Lo verá el público en el acta. Si la falta tiene nombre, basta con él."), required=False
    )

    def arrange(self) -> None:
        choices = [(key, case.name) for key, case in words.CASES.items()]
        deals = [(f"pie {letter}", title) for letter, title in self.sides()]
        self.fields["case"].choices = [*choices, *deals]
        self.ask_amounts()
        self.order_fields(["case", *self.field_names("tantos"), "reason"])

    def checks(self) -> list[Check]:
        return super().checks() + self.sum_checks()

    def groups(self) -> list[dict[str, Any]]:
        """Return the radio buttons of the cases that move tantos, grouped by `act`."""
        radios = {radio.data["value"]: radio for radio in self["case"]}
        return [
            {
                "act": act,
                "cases": [
                    {"radio": radios[key], "case": case}
                    for key, case in words.CASES.items()
                    if case.act == act
                ],
            }
            for act in ("mano", "tantos")
        ]

    def dealers(self) -> list[Any]:
        return [radio for radio in self["case"] if radio.data["value"].startswith("pie ")]

    @property
    def complete(self) -> bool:
        case = words.CASES.get(self["case"].data or "")
        has_name = case is not None and bool(case.article)
        return super().complete and (has_name or bool(self["reason"].data))

    def wants_amounts(self, data: dict[str, Any]) -> bool:
        return not (data.get("case") or "").startswith("pie ")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "case" in data and "reason" not in self.errors and not self._reason():
            self.add_error("reason", _("Escriba el motivo."))
        return data

    def _reason(self) -> str:
        """Return the reason of the line: the name of a case with an article, then the typed text.

        The name is in Spanish, like every stored reason.
        """
        text = str(self.cleaned_data["reason"])
        case = words.CASES.get(self.cleaned_data["case"])
        if case is None or not case.article:
            return text
        with override("es"):
            name = str(case.name)
        return ". ".join(part for part in (name[:1].lower() + name[1:], text) if part)

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        if (values := super().field_values(line)) is None:
            return None
        if line["ruling"] == "pie":
            return {**values, "case": f"pie {line['dealer']}"}
        acts = (
            key
            for key, case in words.CASES.items()
            if case.act == line["ruling"] and not case.article
        )
        return {**values, "case": next(acts, "")}

    def json_line(self) -> dict[str, object]:
        case = self.cleaned_data["case"]
        line: dict[str, object] = {"kind": "ruling", "reason": self._reason()}
        if case in words.CASES:
            return {**line, "ruling": words.CASES[case].act, "amounts": self.amounts()}
        return {**line, "ruling": "pie", "dealer": case.removeprefix("pie ")}


class EndForm(RevesinoLine):
    """The form of the line that ends a match by time."""

    KIND = "end"
    LINE = End
    TAB = _("Fin del tiempo")

    over = forms.BooleanField(label=_("Se ha acabado el tiempo: el encuentro termina aquí"))

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return bool(options.by_time and score.state.turn)
