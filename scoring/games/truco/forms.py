"""The lines of truco as fields."""

from typing import Any, ClassVar

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from rules.core import Score
from rules.truco.hands import MOST_AT_ONCE
from scoring.games.device import Check
from scoring.games.lines import LineForm, ReasonField, SideField, Tantos
from scoring.games.sentences import Text
from scoring.games.truco.mano import DealForm
from scoring.games.truco.seats import TrucoForm
from scoring.games.truco.words import MISDEALS

# What a ruling of the judge says besides its motive.
NEEDED = {"tantos": ("side", "points"), "chico": ("side",), "partido": ("side",)}


class ChicoForm(TrucoForm):
    """A whole chico: its tantos, or only who won it."""

    KIND = "chico"
    TAB = _("Chico")
    ORDINARY = True
    LEAVES_OUT: ClassVar[tuple[str, ...]] = ("tantos",)
    PLACES: ClassVar[dict[str, str]] = {"chico": "points_a"}

    winner = SideField(required=False)

    def arrange(self) -> None:
        if self.begun:
            self.fields["winner"] = SideField(
                label=_("¿Quién gana el chico?"), choices=self.sides()
            )
            return
        self.ask_each("points", lambda: forms.IntegerField(widget=Tantos(), required=False))
        self.order_fields([field.name for field in self.tantos])
        self.fields["winner"].choices = self.sides(nobody=_("Lo dicen los tantos"))
        self.fields["winner"].label = (
            _("Si llegan dos con los mismos, o no se sabe: quién gana el chico")
            if self.options.rotates
            else _("O solo quién gana el chico")
        )

    @property
    def begun(self) -> bool:
        """Whether the chico has tantos already: then it is only closed, with its winner."""
        return any(self.score.tallies[2]) or bool(self.score.state.duel)

    @property
    def tantos(self) -> list[forms.BoundField]:
        """The tantos of each side, nobody's when the chico is only closed."""
        return [] if self.begun else self.each("points")

    @property
    def ends(self) -> Text:
        """With how many tantos a chico is won."""
        target, high = self.options.target, self.options.target + MOST_AT_ONCE - 1
        text = (
            _(
                "Quien gana acaba con %(target)s a %(high)s tantos; de los otros dos, uno al menos "
                "no llega a %(target)s."
            )
            if self.options.rotates
            else _(
                "Quien gana acaba con %(target)s a %(high)s tantos; el otro no llega a %(target)s."
            )
        )
        return text % {"target": target, "high": high}

    def checks(self) -> list[Check]:
        if self.begun:
            return []
        target, high = self.options.target, self.options.target + MOST_AT_ONCE - 1
        names = tuple(field.name for field in self.tantos)
        code = "truco.chico_result_gallo" if self.options.rotates else "truco.chico_result"
        return [Check("reach", names, code, {"target": target, "high": high})]

    @property
    def complete(self) -> bool:
        typed = [field.data for field in self.tantos]
        return all(typed) if any(typed) else bool(self["winner"].data)

    def clean(self) -> dict[str, Any]:
        read = self.cleaned_data
        typed = [read.get(field.name) is not None for field in self.tantos]
        if not self.errors and (any(typed) or not read.get("winner")):
            for field, known in zip(self.tantos, typed, strict=True):
                if not known:
                    self.add_error(field.name, self.fields[field.name].error_messages["required"])
        return read

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        points = [read[field.name] for field in self.tantos if read[field.name] is not None]
        return {"kind": "chico", "points": points or None, "winner": read["winner"] or None}


class DealAgainForm(TrucoForm):
    """A deal that is dealt again: it counts against who dealt, so he must be known (Truco 6.5)."""

    dealer = forms.ChoiceField(label=_("¿Quién ha dado las cartas?"), required=False)

    def arrange(self) -> None:
        nobody = _("Quien tocaba") if self.dealer_known else _("Elija quién")
        self.fields["dealer"].choices = self.seats(nobody)
        self.fields["dealer"].required = not self.dealer_known


class MisdealForm(DealAgainForm):
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
    field_order = ("cards", "dealer")

    def structured(self) -> dict[str, object]:
        cards = self.cleaned_data["cards"] or None
        return {"kind": "misdeal", "cards": cards, "dealer": self.seat("dealer")}


class ExtraCardsForm(DealAgainForm):
    """Cards too many, hidden, and found out before the first was played."""

    KIND = "extra_cards"
    TAB = _("Cartas de más")

    side = SideField(
        label=_("¿Quién calló que tenía cartas de más?"),
        help_text=_(
            "Antes de jugarse la primera carta: 2 tantos al rival y se da de nuevo (Truco 6.4.2). "
            "Cuenta como mala dada de quien dio (Truco 6.5). Si se ve al acabar la mano, se anota "
            "con la mano, en sus faltas."
        ),
    )
    field_order = ("side", "dealer")

    def structured(self) -> dict[str, object]:
        side, dealer = self.cleaned_data["side"], self.seat("dealer")
        return {"kind": "extra_cards", "side": side, "dealer": dealer}


class SignsForm(TrucoForm):
    """Forbidden signs, as the judge has proved them."""

    KIND = "signs"
    TAB = _("Señas")

    side = SideField(label=_("¿Quién ha hecho señas prohibidas?"))
    reason = ReasonField(_("Por ejemplo: señas con los pies. Lo verá el público en el acta."))

    @classmethod
    def can_happen(cls, score: Score[Any], options: Any) -> bool:
        return not options.signs_lose_mano or cls.rivals_known(score, options)

    def arrange(self) -> None:
        self.fields["side"].help_text = self.cost

    @property
    def cost(self) -> Text:
        if self.options.signs_lose_mano:
            return _("Pierde la mano: 2 tantos para el rival (Truco 7.1.2).")
        if self.options.signs_lose_chico:
            return _("Pierde el chico (Truco 7.1.2).")
        return _("Pierde el partido entero (Truco 7.1.2).")


class RulingForm(TrucoForm):
    """A decision of the judge: tantos, the chico or the match for a side, or the hand void."""

    KIND = "ruling"
    TAB = _("Árbitro")
    PLACES: ClassVar[dict[str, str]] = {"ruling": "points"}

    ruling = forms.ChoiceField(
        label=_("¿Qué decide el juez?"),
        choices=[
            ("tantos", _("Da tantos")),
            ("chico", _("Da el chico")),
            ("partido", _("Da el partido")),
            ("anula", _("La mano se anula y se da de nuevo")),
        ],
        widget=forms.RadioSelect,
    )
    side = SideField(label=_("¿Para quién?"))
    points = forms.IntegerField(
        label=_("Tantos que da"),
        help_text=format_lazy(_("De 1 a {most}."), most=MOST_AT_ONCE),
        widget=Tantos(),
    )
    reason = ReasonField()

    def arrange(self) -> None:
        needed = NEEDED.get(self["ruling"].data, ()) if self.is_bound else NEEDED["tantos"]
        for name in NEEDED["tantos"]:
            self.fields[name].required = name in needed

    def checks(self) -> list[Check]:
        given = {"low": 1, "high": MOST_AT_ONCE}
        only = ("ruling", ("tantos",))
        return [Check("each", ("points",), "truco.ruling_points", given, only=only)]

    def clean(self) -> dict[str, Any]:
        """There are no tantos that the decision does not give."""
        read = self.cleaned_data
        if not self.fields["points"].required and read.get("points") is not None:
            self.add_error("points", _("Sobran los tantos: con esa decisión no se dan."))
        return read

    def structured(self) -> dict[str, object]:
        read = self.cleaned_data
        given = {name: read[name] for name in NEEDED.get(read["ruling"], ())}
        return {"kind": "ruling", "ruling": read["ruling"], **given, "reason": read["reason"]}


FORMS: tuple[type[LineForm], ...] = (
    DealForm,
    ChicoForm,
    RulingForm,
    MisdealForm,
    ExtraCardsForm,
    SignsForm,
)
