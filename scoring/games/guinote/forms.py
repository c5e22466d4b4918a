"""The forms of the lines of guiñote."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.core import Score
from rules.guinote.hands import CARD_TANTOS, Coto, Deal
from rules.guinote.match import State
from rules.guinote.options import Options
from scoring.games.device import Check
from scoring.games.figures import SUITS
from scoring.games.guinote.words import RENUNCIOS
from scoring.games.lines import LineForm, ReasonField, SideField

IMAGES = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}


class GuinoteForm(LineForm[Options, State]):
    TEMPLATE = "scoring/games/guinote/form.html"


class CotoForm(GuinoteForm):
    """The form of a whole coto: the partidas of each side."""

    KIND = "coto"
    TAB = _("Coto")
    ORDINARY = True
    LINE = Coto

    def arrange(self) -> None:
        self.ask_each_side("partidas", label=_("Partidas de %(side)s"))

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return score.tallies[2] == (0, 0) and score.state.ida is None

    @property
    def results(self) -> str:
        """Return the possible results of a coto: «3-0, 3-1, 3-2»."""
        return ", ".join(f"{won}-{lost}" for won, lost in self.options.coto_results())

    def checks(self) -> list[Check]:
        names = ("partidas_a", "partidas_b")
        result = Check("among", names, "guinote.coto_result", {"allowed": self.results})
        return [*super().checks(), result]


class CotoWinnerForm(GuinoteForm):
    """The form of a coto with only its winner known."""

    KIND = "coto_winner"
    TAB = _("Quién gana el coto")
    OPTIONAL_TALLIES: ClassVar[tuple[str, ...]] = ("partidas",)
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {"partidas": "winner"}

    winner = SideField(
        label=_("¿Quién ha ganado el coto?"),
        help_text=_(
            "Si no se sabe por cuánto, cuenta como si los rivales no hubieran ganado ninguna "
            "partida."
        ),
    )

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return options.cotos_to_win > 1 and CotoForm.can_happen(score, options)


class PartidaForm(GuinoteForm):
    """The form of a partida with only its winner known."""

    KIND = "partida"
    TAB = pgettext_lazy("of guiñote", "Partida")  # a match at the desk is also a «partida»
    ORDINARY = True

    winner = SideField(label=_("¿Quién ha ganado la partida?"))


class DealForm(GuinoteForm):
    """The form of a deal: tantos by cards, last baza, cantes, declaration and dealer."""

    KIND = "deal"
    TAB = _("Reparto")
    ORDINARY = True
    LINE = Deal
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {"cantes": "veintes"}
    TOTAL = CARD_TANTOS

    last = SideField(
        label=_("Las diez de últimas"),
        error_messages={
            "required": _("Anote quién hizo las diez de últimas (Guiñote, «Últimas»).")
        },
    )
    trump = forms.ChoiceField(label=_("Palo de triunfo"), widget=forms.RadioSelect, required=False)
    cante_o = SideField(required=False)
    cante_c = SideField(required=False)
    cante_e = SideField(required=False)
    cante_b = SideField(required=False)
    declared = SideField(label=_("¿Alguien cantó haber ganado?"), required=False)
    dealer = SideField(
        label=_("¿Quién ha dado las cartas?"),
        help_text=_("Solo si no ha dado el jugador al que le tocaba."),
        required=False,
    )

    def arrange(self) -> None:
        veintes = _("Veintes sin palo de %(side)s")
        self.ask_each_side("cards", label=_("Tantos por cartas de %(side)s"), next_field="last")
        self.ask_each_side("veintes", label=veintes, next_field="declared", required=False)
        self.fields["trump"].choices = list(SUITS.items())
        for suit, suit_name in SUITS.items():
            self.fields[f"cante_{suit}"].label = _("Cante de %(suit)s") % {"suit": suit_name}
            self.fields[f"cante_{suit}"].choices = [("", _("nadie")), ("A", "A"), ("B", "B")]
        self.fields["dealer"].choices = self.sides(nobody=_("El jugador al que le tocaba"))
        self.fields["declared"].choices = self.sides(nobody=_("Nadie: se contó al final"))
        if self.score.state.ida is None:  # the first deal has no declaration (Rulings G4)
            del self.fields["declared"]
        else:  # a deal stopped by a declaration has no last baza
            self.fields["last"].required = False

    @property
    def complete(self) -> bool:
        ended = self["last"].data or ("declared" in self.fields and self["declared"].data)
        return super().complete and bool(ended)

    def checks(self) -> list[Check]:
        cards, deck = ("cards_a", "cards_b"), {"allowed": CARD_TANTOS}
        checks = [
            *super().checks(),
            Check("never", cards, "guinote.cards_one", {"never": [1, CARD_TANTOS - 1]}),
            Check("sum", cards, "guinote.cards_sum", deck, unless=("declared",)),
        ]
        if "declared" not in self.fields:
            return checks
        ends = ("last", "declared")
        return [
            *checks,
            Check("most", cards, "guinote.cards_over", deck),
            Check("some", ends, "guinote.last_missing"),
            Check("one", ends, "guinote.last_and_declared"),
        ]

    def suits(self) -> list[dict[str, Any]]:
        """Return a row for each suit in deck order: the field of its cante and the trump button."""
        trumps = {radio.data["value"]: radio for radio in self["trump"]}
        return [
            {
                "suit": name,
                "image": f"img/{IMAGES[suit]}.svg",
                "field": self[f"cante_{suit}"],
                "trump": trumps[suit],
            }
            for suit, name in SUITS.items()
        ]

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        if (values := super().field_values(line)) is None:
            return None
        for cante in line["cantes"]:
            if cante["suit"] is None:
                name = f"veintes_{cante['side'].lower()}"
                values[name] = values.get(name, 0) + 1
            else:
                values[f"cante_{cante['suit']}"] = cante["side"]
            if cante["value"] == 40:
                values["trump"] = cante["suit"]
        return values

    def json_line(self) -> dict[str, object]:
        return {**super().json_line(), "cantes": self._cantes()}

    def _cantes(self) -> list[dict[str, object]]:
        data = self.cleaned_data
        cantes = [
            {
                "side": data[f"cante_{suit}"],
                "value": 40 if data["trump"] == suit else 20,
                "suit": suit,
            }
            for suit in SUITS
            if data[f"cante_{suit}"]
        ]
        for side in "ab":
            # A higher number is cut to four veintes, which the rules refuse.
            veintes = min(max(data[f"veintes_{side}"] or 0, 0), 4)
            cantes += [{"side": side.upper(), "value": 20, "suit": None}] * veintes
        return cantes


class RenuncioForm(GuinoteForm):
    """The form of a renuncio: the side that made it, and its point in «El renuncio»."""

    KIND = "renuncio"
    TAB = _("Renuncio")

    side = SideField(label=_("¿Quién ha hecho el renuncio?"), help_text=_("Pierde la partida."))
    point = forms.TypedChoiceField(
        label=_("¿Cuál? Reglamento, «El renuncio»"),
        coerce=int,
        choices=[(point, format_lazy("{}. {}", point, text)) for point, text in RENUNCIOS.items()],
        widget=forms.RadioSelect,
    )


class RulingForm(GuinoteForm):
    """The form of a ruling that awards the partida to a side, or voids the partida."""

    KIND = "ruling"
    TAB = _("Árbitro")

    ruling = SideField(label=_("¿Qué decide el árbitro?"))
    reason = ReasonField()

    def arrange(self) -> None:
        awards = [
            (letter, _("La partida es para %(side)s") % {"side": title})
            for letter, title in self.sides()
        ]
        self.fields["ruling"].choices = [*awards, ("anula", _("La partida en juego se anula"))]

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        values = super().field_values(line)
        return None if values is None else {**values, "ruling": line.get("side") or "anula"}

    def json_line(self) -> dict[str, object]:
        ruling, reason = self.cleaned_data["ruling"], self.cleaned_data["reason"]
        if ruling == "anula":
            return {"kind": "ruling", "ruling": "anula", "reason": reason}
        return {"kind": "ruling", "ruling": "partida", "side": ruling, "reason": reason}


FORMS: tuple[type[LineForm[Options, State]], ...] = (
    CotoForm,
    PartidaForm,
    DealForm,
    CotoWinnerForm,
    RenuncioForm,
    RulingForm,
)
