"""The lines of malilla de compañeros as fields."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.core import Score
from rules.malilla import FAULTS, RANKS, Options, State, can_draw
from rules.malilla.forms import POINTS
from scoring.forms.lines import LineForm, SideField, Tantos
from scoring.wording.malilla import ARTICLES, CARDS
from tournaments.refusal import Refused
from tournaments.wording.guinote import SUITS
from tournaments.wording.malilla import FAULTS as FAULT_NAMES

EQUAL = "="  # as the winner of a vuelta: neither


def _rest_to(field: str) -> dict[str, Any]:
    """The script writes into the other field what is left of the 72 points."""
    return {"data-rest": f"apunte_{field}", "data-total": POINTS}


class MalillaForm(LineForm):
    TEMPLATE = "scoring/games/malilla.html"
    options: Options
    score: Score[State]

    def ask_dealer(self) -> None:
        """The dealer is asked for only while the record does not tell it."""
        if self.score.state.dealer is None:
            self.fields["dealer"].choices = self.sides(nobody=_("No se sabe"))
        else:
            del self.fields["dealer"]


class FavoritoForm(MalillaForm):
    """The palo drawn at the start."""

    KIND = "favorito"
    TAB = _("Palo favorito")

    suit = forms.ChoiceField(
        label=_("¿Qué palo ha salido favorito?"),
        help_text=_("Vale para toda la partida: la mano en que sale triunfo se paga doble."),
        choices=list(SUITS.items()),
        widget=forms.RadioSelect,
    )

    @classmethod
    def can_happen(cls, score: Score[Any], options: Any) -> bool:
        return options.favorito and score.state.favorito is None

    def structured(self) -> dict[str, object]:
        return {"kind": "favorito", "suit": self.cleaned_data["suit"]}


class DealForm(MalillaForm):
    """A deal: the points, the card turned up, who dealt, the faults."""

    KIND = "deal"
    TAB = _("Reparto")
    ORDINARY = True
    PLACES: ClassVar[dict[str, str]] = {"points": "points_a", "card": "rank"}

    points_a = forms.IntegerField(widget=Tantos(**_rest_to("points_b")))
    points_b = forms.IntegerField(widget=Tantos(**_rest_to("points_a")))
    rank = forms.ChoiceField(label=_("La carta descubierta (el alce)"), required=False)
    suit = forms.ChoiceField(label=_("Su palo, que es el triunfo"), required=False)
    dealer = SideField(label=_("¿Quién ha dado las cartas?"), required=False)
    faults = forms.MultipleChoiceField(
        label=_("Faltas"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def arrange(self) -> None:
        for name, title in zip(("points_a", "points_b"), self.titles, strict=True):
            self.fields[name].label = _("Puntos de %(side)s") % {"side": title}
        cards = [(rank, CARDS[rank]) for rank in RANKS if RANKS[rank] or self.options.favorito]
        self.fields["rank"].choices = [("", _("Blanca, o sin anotar")), *cards]
        unsaid = [("", _("Sin anotar"))]
        self.fields["suit"].choices = [*unsaid, *SUITS.items()]
        self.fields["faults"].choices = [
            (f"{side}/{fault}", side) for fault in self.options.rules.faults for side in "AB"
        ]
        self.ask_dealer()

    @classmethod
    def can_happen(cls, score: Score[Any], options: Any) -> bool:
        return not FavoritoForm.can_happen(score, options)

    def clean(self) -> dict[str, Any]:
        read = super().clean() or self.cleaned_data
        if read.get("suit") and not read.get("rank") and "rank" not in self.errors:
            self.add_error("rank", _("Falta la carta: del alce solo se ha puesto el palo."))
        return read

    def fault_groups(self) -> list[dict[str, Any]]:
        """The faults under the article of each, with the box of each side."""
        boxes = {box.data["value"]: box for box in self["faults"]}
        return [
            {
                "article": article,
                "rows": [
                    {
                        "name": FAULT_NAMES[fault],
                        "ten": FAULTS[fault].ten,
                        "no_contar": FAULTS[fault].no_contar,
                        "boxes": [boxes[f"{side}/{fault}"] for side in "AB"],
                    }
                    for fault in faults
                    if fault in self.options.rules.faults
                ],
            }
            for article, faults in ARTICLES.items()
        ]

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        card = {"rank": read["rank"], "suit": read["suit"] or None} if read["rank"] else None
        faults = [one.split("/") for one in read["faults"]]
        return {
            "kind": "deal",
            "points": [read["points_a"], read["points_b"]],
            "card": card,
            "dealer": read.get("dealer") or None,
            "faults": [{"side": side, "fault": fault} for side, fault in faults],
        }


class MisdealForm(MalillaForm):
    """Cards badly dealt, or from a short pack: nothing is paid."""

    KIND = "misdeal"
    TAB = _("Mal reparto")

    what = forms.ChoiceField(
        label=_("¿Qué ha pasado?"),
        choices=[
            ("mal", _("Cartas mal dadas: no hay alce y pasa la mano")),
            ("baraja", _("La baraja estaba falta: da otra vez el mismo")),
        ],
        widget=forms.RadioSelect,
        help_text=_("No cuenta como reparto (Malilla, «Del orden y valor de los naypes»)."),
    )
    dealer = SideField(label=_("¿Quién ha dado las cartas?"), required=False)

    def arrange(self) -> None:
        self.ask_dealer()

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        return {
            "kind": "misdeal",
            "short_pack": read["what"] == "baraja",
            "dealer": read.get("dealer") or None,
        }


class TantosForm(MalillaForm):
    """Many deals of which only the tantos were kept: whose they are, and how many.

    One side's number is the other's loss, so no sign is typed; to a target both have gains.
    """

    winner = SideField(label=_("¿Quién la gana?"))
    amount = forms.IntegerField(
        label=_("Tantos que gana"),
        help_text=_("Los mismos pierde la otra pareja."),
        min_value=0,
        error_messages={"required": _("Faltan los tantos.")},
        widget=Tantos(),
    )
    gains_a = forms.IntegerField(widget=Tantos())
    gains_b = forms.IntegerField(widget=Tantos())

    def arrange(self) -> None:
        for name, title in zip(("gains_a", "gains_b"), self.titles, strict=True):
            self.fields[name].label = _("Tantos ganados por %(side)s") % {"side": title}
        for name in ("winner", "amount") if self.options.target else ("gains_a", "gains_b"):
            del self.fields[name]
        if "winner" in self.fields:
            even = [(EQUAL, _("Ninguna: quedan iguales"))] if self.can_be_even() else []
            self.fields["winner"].choices = [*self.sides(), *even]
            self.fields["amount"].required = self["winner"].data != EQUAL

    def can_be_even(self) -> bool:
        return True

    def clean(self) -> dict[str, Any]:
        read = super().clean() or self.cleaned_data
        if read.get("winner") == EQUAL and read.get("amount"):
            self.add_error("amount", _("Si quedan iguales no gana tantos ninguna: deje el 0."))
        return read

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        if self.options.target:
            tantos = [read["gains_a"], read["gains_b"]]
        else:
            won = read["amount"] or 0
            tantos = [-won, won] if read["winner"] == "B" else [won, -won]
        return {"kind": self.KIND, "tantos": tantos}

    def refuse(self, refused: Refused) -> None:
        if refused.field == "tantos":
            self.add_error("gains_a" if self.options.target else "amount", str(refused))
        else:
            super().refuse(refused)


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

    def can_be_even(self) -> bool:
        return can_draw(self.options)


class RulingForm(MalillaForm):
    """What the judge decides: the hand void, who deals, tantos for a side, or the match."""

    KIND = "ruling"
    TAB = _("Árbitro")
    PLACES: ClassVar[dict[str, str]] = {"tantos": "amount"}

    ruling = SideField(label=_("¿Qué decide el árbitro?"))
    amount = forms.IntegerField(
        label=_("Cuántos tantos"),
        help_text=_("Solo si pasan tantos de una pareja a otra."),
        min_value=1,
        required=False,
        widget=Tantos(),
    )
    reason = forms.CharField(
        label=_("Motivo"),
        help_text=_("Lo verá el público en el acta."),
        widget=forms.TextInput(attrs={"maxlength": 150, "autocomplete": "off"}),
    )

    def arrange(self) -> None:
        sayings = {
            "tantos": _("Tantos para %(side)s, que paga la otra pareja"),
            "da": _("Da las cartas %(side)s"),
            "partida": _("La partida es para %(side)s"),
        }
        sides = self.sides()
        self.fields["ruling"].choices = [
            ("anula", _("La mano se anula y da otra vez el mismo")),
            *(
                (f"{what} {letter}", saying % {"side": title})
                for what, saying in sayings.items()
                for letter, title in sides
            ),
        ]

    def clean(self) -> dict[str, Any]:
        read = super().clean() or self.cleaned_data
        moves = read.get("ruling", "").startswith("tantos")
        if "amount" in self.errors or not read.get("ruling"):
            return read
        if moves and read.get("amount") is None:
            self.add_error("amount", _("Faltan los tantos."))
        elif not moves and read.get("amount") is not None:
            self.add_error("amount", _("Sobran los tantos: con esa decisión no pasa ninguno."))
        return read

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        what, _space, side = read["ruling"].partition(" ")
        line: dict[str, object] = {"kind": "ruling", "ruling": what, "reason": read["reason"]}
        if what == "tantos":
            amount = read["amount"]
            return {**line, "tantos": [amount, -amount] if side == "A" else [-amount, amount]}
        return {**line, "side": side} if side else line


FORMS: tuple[type[LineForm], ...] = (
    FavoritoForm, DealForm, VueltaForm, PartidaForm, MisdealForm, RulingForm,
)  # fmt: skip
