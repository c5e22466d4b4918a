"""The forms of the deals of malilla: the favorito, a deal, a misdeal."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.core import SIDE_NAMES, Score
from rules.malilla.forms import FAULTS, POINTS, RANKS
from rules.malilla.hands import Deal, Favorito, Misdeal
from rules.malilla.match import State
from rules.malilla.options import Options
from scoring.games.boxes import SignedAmount
from scoring.games.device import Check
from scoring.games.figures import SUITS
from scoring.games.lines import Count, LineForm, SideField
from scoring.games.malilla.sentences import FAULTS as FAULT_NAMES
from scoring.games.malilla.words import ARTICLES, CARDS

CAPOTES = {"capote": True, "sincapote": False}


class MalillaForm(LineForm[Options, State]):
    TEMPLATE = "scoring/games/malilla/form.html"

    @property
    def letters(self) -> str:
        return SIDE_NAMES[: self.options.sides]

    def ask_dealer(self) -> None:
        """Ask for the dealer only while the record does not show him."""
        if self.score.state.dealer is None:
            self.fields["dealer"].choices = self.sides(nobody=_("No se sabe"))
        else:
            self.drop_known_field("dealer", self.letters[self.score.state.dealer])


class FavoritoForm(MalillaForm):
    """The form of the favorito, the suit drawn at the start."""

    KIND = "favorito"
    LINE = Favorito
    TAB = _("Palo favorito")

    suit = forms.ChoiceField(
        label=_("¿Qué palo ha salido favorito?"),
        help_text=_("Vale para todo el encuentro: la mano en que sale triunfo se paga doble."),
        choices=list(SUITS.items()),
        widget=forms.RadioSelect,
    )

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return options.favorito and score.state.favorito is None


class DealForm(MalillaForm):
    """The form of a deal: its points, the card turned up, the dealer and the faults."""

    KIND = "deal"
    TAB = _("Reparto")
    ORDINARY = True
    LINE = Deal
    REFUSAL_FIELDS: ClassVar[dict[str, str]] = {"card": "rank"}
    TOTAL = POINTS

    asleep = Count(label=_("Duermen"))
    capote = forms.ChoiceField(
        label=_("¿Dio capote?"),
        choices=[
            ("capote", _("Sí: hizo todas las bazas")),
            ("sincapote", _("No: el otro hizo alguna, que no le vale ningún punto")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    rank = forms.ChoiceField(label=_("La carta descubierta (el alce)"), required=False)
    suit = forms.ChoiceField(label=_("Su palo, que es el triunfo"), required=False)
    dealer = SideField(label=_("¿Quién ha dado las cartas?"), required=False)
    faults = forms.MultipleChoiceField(
        label=_("Faltas"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def arrange(self) -> None:
        self.ask_each_side("points", next_field="number")
        if self.options.form != "cubiertas":
            del self.fields["asleep"]
        if self.options.form != "vistas":
            del self.fields["capote"]
        if not self.options.form_rules.tens_divide:
            self.ask_each_side("split", SignedAmount, required=False)
        self._ask_card()
        self.ask_dealer()
        self.fields["faults"].choices = [
            (f"{side}/{fault}", side)
            for fault in self.options.form_rules.faults
            for side in self.letters
            if self._can_make(side, fault)
        ]

    def _ask_card(self) -> None:
        """Offer the ranks that pay the alce or, if the match has a favorito, all ranks."""
        line_rank = self["rank"].data  # it stays a choice
        ranks = [
            rank
            for rank in self.options.form_rules.ranks
            if RANKS[rank] or self.options.favorito or rank == line_rank
        ]
        blank = ("", _("Blanca, o sin anotar"))
        self.fields["rank"].choices = [blank, *((rank, CARDS[rank]) for rank in ranks)]
        self.fields["suit"].choices = [("", _("Sin anotar")), *SUITS.items()]

    def _can_make(self, side: str, fault: str) -> bool:
        """Return whether a side can make the fault.

        A player cannot deal out of turn in his own turn. In a game of pairs every side can, because
        a player may deal in his partner's turn.
        """
        if fault != "turno" or self.options.players != self.options.sides:
            return True
        dealer = self.score.state.dealer
        return dealer is None or side != self.letters[dealer]

    @classmethod
    def can_happen(cls, score: Score[State], options: Options) -> bool:
        return not FavoritoForm.can_happen(score, options)

    def points(self) -> list[forms.BoundField]:
        """Return the fields that add up to all points of a deal.

        They are the points of each side and, in some forms of malilla, of the cards asleep.
        """
        return [*self.side_fields("points"), *([self["asleep"]] if "asleep" in self.fields else [])]

    def checks(self) -> list[Check]:
        names, deck = self.field_names("points"), {"allowed": POINTS}
        total = (
            Check("sum", names, "malilla.points_asleep", deck, subtracted_field="asleep")
            if "asleep" in self.fields
            else Check("sum", names, "malilla.points_sum", deck)
        )
        return [*super().checks(), total]

    def points_help(self) -> str:
        if self.options.form == "cubiertas":
            sentence = _(
                "Con los de las bazas y los que duermen suman %(points)s. Se gana la mitad de la "
                "diferencia."
            )
        elif self.options.form == "vistas":
            sentence = _("Cada cuatro cartas son una baza. Suman %(points)s, y el par es %(par)s.")
        else:
            sentence = _(
                "Con los de las bazas suman %(points)s, y el par es %(par)s. Quien hace los "
                "%(points)s da capote."
            )
        return str(sentence) % {"points": POINTS, "par": self.options.par}

    def alce_help(self) -> str:
        if self.options.sides == 2:
            return gettext("Si vale tantos, los cobra quien ha dado y los paga el otro bando.")
        if self.options.form == "barrotada" and not self.options.alce_by_all:
            return gettext(
                "Si vale tantos, los cobra quien ha dado y los paga quien alzó, a su izquierda."
            )
        return gettext("Si vale tantos, los cobra quien ha dado de cada uno de los demás.")

    def fault_groups(self) -> list[dict[str, Any]]:
        """Return the faults by article, with a box for each side that can make them."""
        boxes = {box.data["value"]: box for box in self["faults"]}
        form_faults = self.options.form_rules.faults
        return [
            {
                "article": article,
                "rows": [
                    {
                        "name": FAULT_NAMES[fault],
                        "ten": FAULTS[fault].ten,
                        "no_contar": FAULTS[fault].no_contar,
                        "boxes": [boxes.get(f"{side}/{fault}") for side in self.letters],
                    }
                    for fault in faults
                    if fault in form_faults
                ],
            }
            for article, faults in ARTICLES.items()
        ]

    def split(self) -> list[forms.BoundField]:
        """Return the fields where the referee divides the tantos that the faults cost.

        Return [] in the forms of malilla where those tantos always divide equally.
        """
        return [] if self.options.form_rules.tens_divide else self.side_fields("split")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("suit") and not data.get("rank") and "rank" not in self.errors:
            self.add_error("rank", _("Elija la carta del alce: solo ha puesto el palo."))
        return data

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        if (values := super().field_values(line)) is None:
            return None
        faults = [f"{fault['side']}/{fault['fault']}" for fault in line["faults"]]
        capote = next(
            (word for word, is_capote in CAPOTES.items() if is_capote is line["capote"]), ""
        )
        return {**values, **(line["card"] or {}), "faults": faults, "capote": capote}

    def json_line(self) -> dict[str, object]:
        data = self.cleaned_data
        card = {"rank": data["rank"], "suit": data["suit"] or None} if data["rank"] else None
        faults = [item.split("/") for item in data["faults"]]
        split = [amount or 0 for amount in self.side_values("split")]
        return {
            **super().json_line(),
            "split": split if any(split) else None,
            "card": card,
            "capote": CAPOTES.get(data.get("capote", "")),
            "faults": [{"side": side, "fault": fault} for side, fault in faults],
        }


class MisdealForm(MalillaForm):
    """The form of a misdeal or of a short pack, which pay nothing."""

    KIND = "misdeal"
    LINE = Misdeal
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

    def field_values(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        values = super().field_values(line)
        return (
            None
            if values is None
            else {**values, "what": "baraja" if line["short_pack"] else "mal"}
        )

    def json_line(self) -> dict[str, object]:
        return {**super().json_line(), "short_pack": self.cleaned_data["what"] == "baraja"}
