"""The forms of the lines of truco, except the form of a hand, which is in `mano.py`."""

from typing import Any, ClassVar

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from rules.core import Score
from rules.truco.hands import MOST_AT_ONCE, Chico, ExtraCards, Misdeal, Ruling
from rules.truco.options import Options
from rules.truco.score import State
from scoring.games.device import Check
from scoring.games.lines import Count, LineForm, ReasonField, SideField
from scoring.games.truco.mano import DealForm
from scoring.games.truco.seats import TrucoForm
from scoring.games.truco.words import MISDEALS
from tournaments.words import Text

# The fields that each decision needs in the ruling form, in addition to the reason.
NEEDED_FIELDS = {"tantos": ("side", "points"), "chico": ("side",), "partido": ("side",)}


class ChicoForm(TrucoForm):
    """The form of a whole chico: its tantos, or only its winner."""

    KIND = "chico"
    TAB = _("Chico")
    ORDINARY = True
    LINE = Chico
    OPTIONAL_TALLIES: ClassVar[tuple[str, ...]] = ("tantos",)
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {"chico": "points"}

    winner = SideField(required=False)

    def arrange(self) -> None:
        if self.begun:
            self.fields["winner"] = SideField(
                label=_("¿Quién gana el chico?"), choices=self.sides()
            )
            return
        self.ask_each_side("points", next_field="number", required=False)
        self.fields["winner"].choices = self.sides(nobody=_("Según los tantos"))
        self.fields["winner"].label = (
            _("Si llegan dos con los mismos, o no se sabe: quién gana el chico")
            if self.options.rotates
            else _("O solo quién gana el chico")
        )

    @property
    def begun(self) -> bool:
        """Return whether the chico in play has begun. The form then asks only for the winner."""
        return any(self.score.tallies[2]) or bool(self.score.state.duel)

    @property
    def tantos(self) -> list[forms.BoundField]:
        """Return the fields of the tantos; [] if the form asks only for the winner."""
        return [] if self.begun else self.side_fields("points")

    @property
    def ends(self) -> Text:
        """Return the possible final tantos of a chico, as a sentence."""
        target, high = self.options.target, self.options.target + MOST_AT_ONCE - 1
        text = (
            _(
                "El ganador acaba con %(target)s a %(high)s tantos; al menos uno de los otros "
                "dos no llega a %(target)s."
            )
            if self.options.rotates
            else _(
                "El ganador acaba con %(target)s a %(high)s tantos; el otro no llega a %(target)s."
            )
        )
        return text % {"target": target, "high": high}

    def checks(self) -> list[Check]:
        if self.begun:
            return []
        target, high = self.options.target, self.options.target + MOST_AT_ONCE - 1
        names = self.field_names("points")
        code = "truco.chico_result_gallo" if self.options.rotates else "truco.chico_result"
        return [Check("reach", names, code, {"target": target, "high": high})]

    @property
    def complete(self) -> bool:
        tantos = [field.data for field in self.tantos]
        return all(tantos) if any(tantos) else bool(self["winner"].data)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        filled_in = [data.get(field.name) is not None for field in self.tantos]
        if not self.errors and (any(filled_in) or not data.get("winner")):
            for field, is_filled_in in zip(self.tantos, filled_in, strict=True):
                if not is_filled_in:
                    self.add_error(field.name, self.fields[field.name].error_messages["required"])
        return data


class DealAgainForm(TrucoForm):
    """The base form of a line after which the cards are dealt again.

    The new deal counts against the dealer, so the form needs to know the dealer (Truco 6.5).
    """

    dealer = forms.ChoiceField(label=_("¿Quién ha dado las cartas?"), required=False)

    def arrange(self) -> None:
        nobody = _("El jugador al que le tocaba") if self.dealer_known else _("Elija quién")
        self.fields["dealer"].choices = self.seats(nobody)
        self.fields["dealer"].required = not self.dealer_known

    def json_line(self) -> dict[str, object]:
        return {**super().json_line(), "dealer": self.seat("dealer")}


class MisdealForm(DealAgainForm):
    """The form of a misdeal. A player's second misdeal costs him his turn to deal."""

    KIND = "misdeal"
    LINE = Misdeal
    TAB = _("Mala dada")

    cards = forms.ChoiceField(
        label=_("¿Qué pasó?"),
        help_text=_(
            "Se da de nuevo. La segunda mala dada del mismo jugador pasa el reparto al jugador de "
            "su derecha (Truco 6.5)."
        ),
        choices=[*MISDEALS.items(), ("", _("No consta"))],
        widget=forms.RadioSelect,
        required=False,
    )
    field_order = ("cards", "dealer")


class ExtraCardsForm(DealAgainForm):
    """The form of extra cards that a player hid, if they are noticed before the first card is
    played.
    """

    KIND = "extra_cards"
    LINE = ExtraCards
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


class SignsForm(TrucoForm):
    """The form of forbidden signs that the referee has proved."""

    KIND = "signs"
    TAB = _("Señas")

    side = SideField(label=_("¿Quién ha hecho señas prohibidas?"))
    reason = ReasonField(_("Por ejemplo: señas con los pies. Lo verá el público en el acta."))

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return not options.signs_lose_mano or cls.bandos_known(score, options)

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
    """The form of a ruling: tantos, the chico or the match for a side, or a void hand."""

    KIND = "ruling"
    TAB = _("Árbitro")
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {"ruling": "points"}

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
    points = Count(
        label=_("Tantos que da"), help_text=format_lazy(_("De 1 a {most}."), most=MOST_AT_ONCE)
    )
    reason = ReasonField()

    def arrange(self) -> None:
        needed_names = (
            NEEDED_FIELDS.get(self["ruling"].data, ()) if self.is_bound else NEEDED_FIELDS["tantos"]
        )
        for name in NEEDED_FIELDS["tantos"]:
            self.fields[name].required = name in needed_names

    def checks(self) -> list[Check]:
        return self.bounds(Ruling, only=("ruling", ("tantos",)))

    def clean(self) -> dict[str, Any]:
        """Refuse tantos that the decision does not award."""
        data = self.cleaned_data
        if not self.fields["points"].required and data.get("points") is not None:
            self.add_error("points", _("Con esa decisión, deje los tantos en blanco."))
        return data

    def json_line(self) -> dict[str, object]:
        data = self.cleaned_data
        award = {name: data[name] for name in NEEDED_FIELDS.get(data["ruling"], ())}
        return {"kind": "ruling", "ruling": data["ruling"], **award, "reason": data["reason"]}


FORMS: tuple[type[LineForm[Options, State]], ...] = (
    DealForm,
    ChicoForm,
    RulingForm,
    MisdealForm,
    ExtraCardsForm,
    SignsForm,
)
