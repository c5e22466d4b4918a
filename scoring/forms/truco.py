"""The lines of truco as fields."""

from typing import Any, ClassVar

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from rules.truco.hands import MOST_AT_ONCE
from scoring.forms.lines import LineForm, SideField, Tantos, Text
from scoring.forms.truco_mano import DealForm, TrucoForm
from scoring.wording.truco import MISDEALS

REASON = {"maxlength": 150, "autocomplete": "off"}


class ChicoForm(TrucoForm):
    """A whole chico: its tantos, or only who won it."""

    KIND = "chico"
    TAB = _("Chico")
    PLACES: ClassVar[dict[str, str]] = {"chico": "points_a"}

    points_a = forms.IntegerField(widget=Tantos(), required=False)
    points_b = forms.IntegerField(widget=Tantos(), required=False)
    winner = SideField(label=_("O solo quién gana el chico"), required=False)

    def arrange(self) -> None:
        self.fields["winner"].choices = self.sides(nobody=_("Lo dicen los tantos"))
        if self.begun:
            del self.fields["points_a"], self.fields["points_b"]
            self.fields["winner"] = SideField(
                label=_("¿Quién gana el chico?"), choices=self.sides()
            )
            return
        for name, title in zip(("points_a", "points_b"), self.titles, strict=True):
            self.fields[name].label = _("Tantos de %(side)s") % {"side": title}

    @property
    def begun(self) -> bool:
        """Whether the chico has tantos already: then it is only closed, with its winner."""
        return any(self.score.tallies[2]) or bool(self.score.state.duel)

    @property
    def ends(self) -> dict[str, int]:
        """With how many tantos a chico is won."""
        return {"target": self.options.target, "high": self.options.target + MOST_AT_ONCE - 1}

    @property
    def complete(self) -> bool:
        typed = [self[name].data for name in self.fields if name != "number"]
        *points, winner = typed
        return bool(winner) or (bool(points) and all(points))

    def clean(self) -> dict[str, Any]:
        read = self.cleaned_data
        if not self.errors and not read.get("winner"):
            for name in ("points_a", "points_b"):
                if name in self.fields and read[name] is None:
                    self.add_error(name, self.fields[name].error_messages["required"])
        return read

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        points = [read.get("points_a"), read.get("points_b")]
        known = None if points == [None, None] else points
        return {"kind": "chico", "points": known, "winner": read["winner"] or None}


class MisdealForm(TrucoForm):
    """Dealt badly: dealt again, and the second one of the same player costs him his turn."""

    KIND = "misdeal"
    TAB = _("Mala dada")

    cards = forms.ChoiceField(
        label=_("¿Qué pasó?"),
        help_text=_(
            "Se da de nuevo. La segunda mala dada del mismo jugador pasa el reparto a quien está a "
            "su derecha (Truco 6.5)."
        ),
        choices=[*MISDEALS.items(), ("", _("No consta"))],
        widget=forms.RadioSelect,
        required=False,
    )
    dealer = forms.ChoiceField(label=_("¿Quién ha dado las cartas?"), required=False)

    def arrange(self) -> None:
        nobody = _("Quien tocaba") if self.dealer_known else _("Elija quién")
        self.fields["dealer"].choices = self.seats(nobody)
        self.fields["dealer"].required = not self.dealer_known

    def structured(self) -> dict[str, object]:
        cards = self.cleaned_data["cards"] or None
        return {"kind": "misdeal", "cards": cards, "dealer": self.seat("dealer")}


class ExtraCardsForm(TrucoForm):
    """Cards too many, hidden, and found out before the first was played."""

    KIND = "extra_cards"
    TAB = _("Cartas de más")

    side = SideField(
        label=_("¿Quién calló que tenía cartas de más?"),
        help_text=_(
            "Antes de jugarse la primera carta: 2 tantos al rival y se da de nuevo (Truco 6.4.2). "
            "Si se ve al acabar la mano, se anota con la mano, en sus faltas."
        ),
    )

    def arrange(self) -> None:
        self.fields["side"].choices = self.sides()

    def structured(self) -> dict[str, object]:
        return {"kind": "extra_cards", "side": self.cleaned_data["side"]}


class SignsForm(TrucoForm):
    """Forbidden signs, as the judge has proved them."""

    KIND = "signs"
    TAB = _("Señas")

    side = SideField(label=_("¿Quién ha hecho señas prohibidas?"))
    reason = forms.CharField(
        label=_("Motivo"),
        help_text=_("Por ejemplo: señas con los pies. Lo verá el público en el acta."),
        widget=forms.TextInput(attrs=REASON),
    )

    def arrange(self) -> None:
        self.fields["side"].choices = self.sides()
        self.fields["side"].help_text = self.cost

    @property
    def cost(self) -> Text:
        if self.options.signs_lose_mano:
            return _("Pierde la mano: 2 tantos para el rival (Truco 7.1.2; Rulings T20).")
        if self.options.signs_lose_chico:
            return _("Pierde el chico (Truco 7.1.2; Rulings T20).")
        return _("Pierde el partido entero (Truco 7.1.2).")

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        return {"kind": "signs", "side": read["side"], "reason": read["reason"]}


class RulingForm(TrucoForm):
    """What the judge decides: tantos, the chico or the match for a side, or the hand void."""

    KIND = "ruling"
    TAB = _("Árbitro")
    PLACES: ClassVar[dict[str, str]] = {"side": "ruling", "ruling": "points"}

    ruling = SideField(label=_("¿Qué decide el juez?"))
    points = forms.IntegerField(
        label=_("Tantos que da"),
        help_text=format_lazy(_("De 1 a {most}, si da tantos."), most=MOST_AT_ONCE),
        widget=Tantos(),
        required=False,
    )
    reason = forms.CharField(
        label=_("Motivo"),
        help_text=_("Lo verá el público en el acta."),
        widget=forms.TextInput(attrs=REASON),
    )

    def arrange(self) -> None:
        given = {
            "tantos": _("Tantos para %(side)s"),
            "chico": _("El chico es para %(side)s"),
            "partido": _("El partido es para %(side)s"),
        }
        self.fields["ruling"].choices = [
            *(
                (f"{what} {letter}", text % {"side": title})
                for what, text in given.items()
                for letter, title in self.sides()
            ),
            ("anula", _("La mano se anula y se da de nuevo")),
        ]

    @property
    def complete(self) -> bool:
        tantos = str(self["ruling"].data or "").startswith("tantos")
        return super().complete and bool(not tantos or self["points"].data)

    def clean(self) -> dict[str, Any]:
        read = self.cleaned_data
        gives_tantos = read.get("ruling", "").startswith("tantos")
        if gives_tantos and read.get("points", 0) is None:
            self.add_error("points", self.fields["points"].error_messages["required"])
        return read

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        what, _space, side = read["ruling"].partition(" ")
        points = {"points": read["points"]} if what == "tantos" else {}
        given = {"side": side} if side else {}
        return {"kind": "ruling", "ruling": what, **given, **points, "reason": read["reason"]}


FORMS: tuple[type[LineForm], ...] = (
    DealForm,
    ChicoForm,
    RulingForm,
    MisdealForm,
    ExtraCardsForm,
    SignsForm,
)
